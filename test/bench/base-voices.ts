/**
 * Measures a pack's base speakers, for voice design: `node --import tsx test/bench/base-voices.ts --pack FOLDER --out FILE.json`.
 * Pitch, pace, brightness and level come from the sound of neutral cards. The length of the vocal tract comes from the
 * acoustic model's envelopes: all speakers say one and the same plan, frame by frame, so that the one factor on the
 * frequency axis that brings a speaker's formants to those of the reference is what sets their tracts apart.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ENVELOPE_BINS, VoiceCard } from '../../engine/contract/voice-card.ts';
import { Pipeline } from '../../engine/pipeline.ts';
import { Random } from '../../engine/random.ts';
import { normalizeText } from '../../engine/text/index.ts';
import { MAX_HZ } from '../../engine/vocoder/grid.ts';
import { resolveVoice } from '../../engine/voice/resolve.ts';
import type { Heard } from './heard/measure.ts';
import { speakAndMeasure } from './heard/speak.ts';
import { speechRequest } from './request.ts';

const REFERENCE = 'rms';
const TEXTS = [
  'The old lighthouse keeper walked along the shore, watching the grey waves roll in.',
  'Bring a warm coat, because nobody knows how long we will be waiting out there.',
  'My brother bought three green apples and a small jar of honey this morning.',
];
const signal = new AbortController().signal;
const { values } = parseArgs({ options: { pack: { type: 'string' }, out: { type: 'string' } } });
if (!values.pack || !values.out) throw new Error('expected: --pack FOLDER --out FILE.json');
const engine = await Pipeline.load(values.pack, 1);
const { pack, phonemizer, prosody, acoustic } = engine.stages;
const cardOf = (name: string): VoiceCard => VoiceCard.parse({ speaker: { mix: { [name]: 1 } } });

/** Voiced envelopes of a text as one speaker would have them in the reference's rhythm and melody; one array a frame. */
async function envelopes(name: string, text: string): Promise<Float32Array[]> {
  const written = normalizeText(text, { language: 'en-US', from: 0, to: text.length, normalize: true });
  const sequence = await phonemizer.phonemize(written, 'en-US');
  const sampling = {
    ...speechRequest({ text, card: cardOf(name), seed: 1, output: { format: 'pcm', sampleRate: 24000 } }),
    random: new Random(1),
  };
  const { plan } = await prosody.plan(
    sequence,
    resolveVoice(pack, { card: cardOf(REFERENCE) }),
    sampling,
    null,
    signal,
  );
  const frames: Float32Array[] = [];
  const voice = resolveVoice(pack, { card: cardOf(name) });
  for await (const block of acoustic.render(plan, voice, { first: 100, rest: 100 }, signal)) {
    for (let i = 0; i < block.frames; i++) {
      frames.push(block.envelope.slice(i * ENVELOPE_BINS, (i + 1) * ENVELOPE_BINS));
    }
  }
  return frames;
}

const melOf = (hz: number): number => 1127 * Math.log1p(hz / 700);
const STEP = melOf(MAX_HZ) / (ENVELOPE_BINS - 1);
const hzOf = (bin: number): number => 700 * Math.expm1((bin * STEP) / 1127);
const BINS = Array.from({ length: ENVELOPE_BINS }, (_, j) => j).filter((j) => hzOf(j) > 300 && hzOf(j) < 5000);

/** Frames without what they have in common (the recording, the voice's colour), formants scaled by `factor`. */
function centred(frames: readonly Float32Array[], factor: number): Float64Array[] {
  const rows = frames.map((frame) =>
    Float64Array.from(BINS, (j) => {
      const p = Math.min(melOf(hzOf(j) / factor) / STEP, ENVELOPE_BINS - 1.001);
      const k = Math.floor(p);
      return frame[k]! + (p - k) * (frame[k + 1]! - frame[k]!);
    }),
  );
  const means = BINS.map((_, b) => rows.reduce((sum, row) => sum + row[b]!, 0) / rows.length);
  return rows.map((row) => row.map((x, b) => x - means[b]!));
}

function likeness(a: readonly Float64Array[], b: readonly Float64Array[]): number {
  let [ab, aa, bb] = [0, 0, 0];
  a.forEach((row, t) =>
    row.forEach((x, j) => {
      const y = b[t]![j]!;
      ab += x * y;
      aa += x * x;
      bb += y * y;
    }),
  );
  return ab / Math.sqrt(aa * bb);
}

const own = (await Promise.all(TEXTS.map((text) => envelopes(REFERENCE, text)))).flat();
const factors = Array.from({ length: 46 }, (_, i) => 0.85 + i * 0.01);
const warped = factors.map((factor) => centred(own, factor));
const bases: Record<string, object> = {};
for (const { name } of pack.tables.speakers) {
  const theirs = centred((await Promise.all(TEXTS.map((text) => envelopes(name, text)))).flat(), 1);
  const scores = warped.map((rows) => likeness(rows, theirs));
  const tract = factors[scores.indexOf(Math.max(...scores))]!;
  const heard: Heard[] = [];
  for (const [i, text] of TEXTS.entries())
    heard.push(await speakAndMeasure(engine, { text, card: cardOf(name), seed: i + 1 }));
  const mean = (of: (one: (typeof heard)[number]) => number): number =>
    Math.round((heard.reduce((sum, one) => sum + of(one), 0) / heard.length) * 1000) / 1000;
  bases[name] = {
    logF0: mean(({ f0 }) => Math.log(f0)),
    logPace: mean(({ pace }) => Math.log(pace)),
    logTract: Math.round(Math.log(tract) * 1000) / 1000,
    brightness: mean(({ brightness }) => brightness),
    level: mean(({ level }) => level),
  };
  console.error(name, Math.max(...scores).toFixed(3), JSON.stringify(bases[name]));
}
writeFileSync(values.out, `${JSON.stringify(bases, null, 1)}\n`);
