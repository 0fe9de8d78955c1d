/**
 * Speaks a list of sentences through the engine's own pipeline, in this process:
 *   node --import tsx test/bench/render-batch.ts --pack FOLDER --jobs FILE.jsonl
 * A line of FILE is `{"out": "x.wav", "text": "...", "card": {...}, "seed": 1}`; `out` becomes 24 kHz, 16 bit, mono.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { wavHeader } from '../../engine/audio/wav/header.ts';
import { Pipeline } from '../../engine/pipeline.ts';
import { VoiceCard } from '../../engine/contract/voice-card.ts';
import { speechRequest } from './request.ts';

const RATE = 24000;
const Job = z.strictObject({ out: z.string(), text: z.string(), card: VoiceCard, seed: z.int().min(0) });

const { values } = parseArgs({ options: { pack: { type: 'string' }, jobs: { type: 'string' } } });
if (!values.pack || !values.jobs) throw new Error('expected: --pack FOLDER --jobs FILE.jsonl');

const engine = await Pipeline.load(values.pack, 1);
const signal = new AbortController().signal;
const started = performance.now();
let samples = 0;
for (const line of readFileSync(values.jobs, 'utf8').split('\n').filter(Boolean)) {
  const { out, text, card, seed } = Job.parse(JSON.parse(line));
  const blocks: Uint8Array[] = [];
  const request = speechRequest({ text, card, seed, output: { format: 'pcm', sampleRate: RATE } });
  for await (const event of engine.speak(request, signal)) if (event.type === 'audio') blocks.push(event.bytes);
  const pcm = Buffer.concat(blocks);
  const header = wavHeader(RATE, { program: 'Dramatis', voice: 'evaluation', seed, samples: pcm.length / 2 });
  writeFileSync(out, Buffer.concat([header, pcm]));
  samples += pcm.length / 2;
}
const seconds = (performance.now() - started) / 1000;
console.error(
  `${(samples / RATE).toFixed(0)} s of speech in ${seconds.toFixed(0)} s, real-time factor ${((seconds * RATE) / samples).toFixed(4)}`,
);
