/**
 * Says what measured voices would be called: `node --import tsx test/bench/band-cards.ts --heard FILE.jsonl --out FILE.jsonl`,
 * one line for each of measure-cards.ts. `clear` holds null where a voice lies too near
 * another band to be called either, `nearest` decides. `likely` holds the share of 24 draws within the error of a predicted
 * measurement in which a voice falls into each band.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Random } from '../../engine/random.ts';
import { type Attribute, BANDS, bandsOf, tractOf } from './heard/bands.ts';
import type { Heard } from './heard/measure.ts';

const { values } = parseArgs({ options: { heard: { type: 'string' }, out: { type: 'string' } } });
if (!values.heard || !values.out) throw new Error('expected: --heard FILE.jsonl --out FILE.jsonl');
/** What a network predicts has a tract and no spectrum; its error is in natural logs where LOGS says so. */
type Row = Heard & {
  readonly tract?: number;
  readonly unsteady?: number;
  readonly error?: Readonly<Record<string, number>>;
};

const DRAWS = 24;
const LOGS = ['f0', 'range', 'pace'];
const random = new Random(24);

/** The row as it may have been measured. */
function drawn(row: Row): Row {
  const { error } = row;
  if (!error) return row;
  const moved = Object.entries(error).map(([name, spread]) => {
    const [value, by] = [row[name as 'f0'], spread * random.gaussian()];
    return [name, LOGS.includes(name) ? value * Math.exp(by) : value + by];
  });
  return { ...row, ...(Object.fromEntries(moved) as Partial<Row>) };
}

/** For each band of each attribute the share of draws that fall into it. */
function likelyBands(row: Row, tract: number): Record<string, number[]> {
  const draws = Array.from({ length: row.error ? DRAWS : 1 }, () => drawn({ ...row, tract }));
  const found = draws.map((one) => bandsOf(one, one.tract ?? tract, 0));
  const shares = Object.entries(BANDS).map(([attribute, bands]) => {
    const known = found.map((one) => one[attribute as Attribute]).filter((band) => band !== null);
    return [attribute, bands.map((band) => known.filter((b) => b === band).length / Math.max(known.length, 1))];
  });
  return Object.fromEntries(shares) as Record<string, number[]>;
}

const lines = readFileSync(values.heard, 'utf8').split('\n').filter(Boolean);
const banded = lines.map((line) => {
  const heard = JSON.parse(line) as Row;
  const tract = heard.tract ?? tractOf(heard);
  const [clear, nearest] = [bandsOf(heard, tract, 1), bandsOf(heard, tract, 0)];
  const likely = likelyBands(heard, tract);
  const predicted = heard.error !== undefined;
  return JSON.stringify({
    clear,
    nearest,
    likely,
    predicted,
    tract: Math.round(tract * 1000) / 1000,
    unsteady: heard.unsteady ?? 0,
  });
});
writeFileSync(values.out, `${banded.join('\n')}\n`);
