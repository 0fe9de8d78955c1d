/**
 * Says what measured voices would be called: `node --import tsx test/bench/band-cards.ts --heard FILE.jsonl --out FILE.jsonl`,
 * one line for each of measure-cards.ts. `clear` holds null where a voice lies too near
 * another band to be called either, `nearest` decides.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { bandsOf, tractOf } from './heard/bands.ts';
import type { Heard } from './heard/measure.ts';

const { values } = parseArgs({ options: { heard: { type: 'string' }, out: { type: 'string' } } });
if (!values.heard || !values.out) throw new Error('expected: --heard FILE.jsonl --out FILE.jsonl');
const lines = readFileSync(values.heard, 'utf8').split('\n').filter(Boolean);
const banded = lines.map((line) => {
  // What a model of the measurements predicts has a tract and no spectrum.
  const heard = JSON.parse(line) as Heard & { readonly tract?: number; readonly unsteady?: number };
  const tract = heard.tract ?? tractOf(heard);
  const [clear, nearest] = [bandsOf(heard, tract, 1), bandsOf(heard, tract, 0)];
  return JSON.stringify({ clear, nearest, tract: Math.round(tract * 1000) / 1000, unsteady: heard.unsteady ?? 0 });
});
writeFileSync(values.out, `${banded.join('\n')}\n`);
