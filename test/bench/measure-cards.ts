/**
 * Speaks cards through the engine's own pipeline and measures the sound, in this process:
 *   node --import tsx test/bench/measure-cards.ts --pack FOLDER --jobs FILE.jsonl --out FILE.jsonl
 * A line of jobs is `{"text": "...", "card": {...}, "seed": 1}`; the line of the same number in `out` has what was
 * measured (test/bench/heard/measure.ts).
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { VoiceCard } from '../../engine/contract/voice-card.ts';
import { Pipeline } from '../../engine/pipeline.ts';
import { speakAndMeasure } from './heard/speak.ts';

const Job = z.strictObject({ text: z.string(), card: VoiceCard, seed: z.int().min(0) });

const { values } = parseArgs({
  options: { pack: { type: 'string' }, jobs: { type: 'string' }, out: { type: 'string' } },
});
if (!values.pack || !values.jobs || !values.out) {
  throw new Error('expected: --pack FOLDER --jobs FILE.jsonl --out FILE.jsonl');
}
const engine = await Pipeline.load(values.pack, 1);
const out = createWriteStream(values.out);
for await (const line of createInterface({ input: createReadStream(values.jobs) })) {
  if (line === '') continue;
  const heard = await speakAndMeasure(engine, Job.parse(JSON.parse(line)));
  const rounded = JSON.stringify(heard, (_key, value: unknown) =>
    typeof value === 'number' ? Math.round(value * 1e4) / 1e4 : value,
  );
  out.write(`${rounded}\n`);
}
out.end();
