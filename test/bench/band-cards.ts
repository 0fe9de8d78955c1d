/**
 * Says what measured voices would be called:
 *   node --import tsx test/bench/band-cards.ts --heard FILE.jsonl --errors FILE.jsonl --out FILE.jsonl
 * one line for each of measure-cards.ts. `clear` holds null where a voice lies too near
 * another band to be called either, `nearest` decides. `likely` holds the share in which a predicted voice falls into each
 * band when it is off as the spoken cards next to it (`near`, lines of `errors`) were, and more.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Attribute, BANDS, bandsOf, tractOf } from './heard/bands.ts';
import type { Heard } from './heard/measure.ts';

const { values } = parseArgs({
  options: { heard: { type: 'string' }, errors: { type: 'string' }, out: { type: 'string' } },
});
if (!values.heard || !values.errors || !values.out) {
  throw new Error('expected: --heard FILE.jsonl --errors FILE.jsonl --out FILE.jsonl');
}
/** What a network predicts has a tract and no spectrum. */
type Row = Heard & { readonly tract?: number; readonly unsteady?: number; readonly near?: readonly number[] };

/** Of these an error is in natural logs. */
const LOGS = ['f0', 'range', 'pace'];
const linesOf = (file: string): string[] => readFileSync(file, 'utf8').split('\n').filter(Boolean);
const errors = linesOf(values.errors).map((line) => JSON.parse(line) as Readonly<Record<string, number>>);

/**
 * Errors are taken for so many times as large: a voice that is picked must be as described in lines of other sounds too,
 * and so must lie well inside its bands.
 */
const CAUTION = 1.5;

/** dB by which the level of one voice differs from line to line, beyond the few lines that were measured. */
const OTHER_LINES = 1.5;

/** The row as it would have been measured with such an error, in a quieter or in a louder line. */
function mistaken(row: Row, by: Readonly<Record<string, number>>, quieter: boolean): Row {
  const moved = Object.entries(by).map(([name, error]) => {
    const value = row[name as 'f0'];
    return [name, LOGS.includes(name) ? value * Math.exp(CAUTION * error) : value + CAUTION * error];
  });
  const there = { ...row, ...(Object.fromEntries(moved) as Partial<Row>) };
  return { ...there, level: there.level + (quieter ? -OTHER_LINES : OTHER_LINES) };
}

/** For each band of each attribute the share of what a voice may be heard as. */
function likelyBands(row: Row, tract: number): Record<string, number[]> {
  const heard = row.near?.map((i, k) => mistaken({ ...row, tract }, errors[i]!, k % 2 === 0)) ?? [row];
  const found = heard.map((one) => bandsOf(one, one.tract ?? tract, 0));
  const shares = Object.entries(BANDS).map(([attribute, bands]) => {
    const known = found.map((one) => one[attribute as Attribute]).filter((band) => band !== null);
    return [attribute, bands.map((band) => known.filter((b) => b === band).length / Math.max(known.length, 1))];
  });
  return Object.fromEntries(shares) as Record<string, number[]>;
}

const banded = linesOf(values.heard).map((line) => {
  const heard = JSON.parse(line) as Row;
  const tract = heard.tract ?? tractOf(heard);
  const [clear, nearest] = [bandsOf(heard, tract, 1), bandsOf(heard, tract, 0)];
  const likely = likelyBands(heard, tract);
  const predicted = heard.near !== undefined;
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
