/**
 * Draws the candidates of descriptions, to be spoken and measured for the training of the judge:
 *   node --import tsx test/bench/draw-cards.ts --models FOLDER --asked FILE.jsonl --out JOBS.jsonl
 * A line of `asked` is `{"description": "...", "text": "..."}`; `out` has a job of measure-cards.ts for each candidate.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { Booth } from './heard/designed.ts';

const Asked = z.strictObject({ description: z.string(), text: z.string() });

const { values } = parseArgs({
  options: { models: { type: 'string' }, asked: { type: 'string' }, out: { type: 'string' } },
});
if (!values.models || !values.asked || !values.out) {
  throw new Error('expected: --models FOLDER --asked FILE.jsonl --out JOBS.jsonl');
}
const booth = await Booth.open(resolve(values.models));
const jobs: string[] = [];
for (const line of readFileSync(values.asked, 'utf8').split('\n').filter(Boolean)) {
  const { description, text } = Asked.parse(JSON.parse(line));
  for (const card of await booth.draw(description, { seed: jobs.length })) {
    jobs.push(JSON.stringify({ text, card, seed: jobs.length }));
  }
}
writeFileSync(values.out, `${jobs.join('\n')}\n`);
