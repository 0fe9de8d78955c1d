/**
 * Copy synthesis from raw little-endian float32 files, for tuning from Python:
 *   npx tsx engine/vocoder/cli.ts [options] f0.f32 env.f32 ap.f32 out.wav
 *   npx tsx engine/vocoder/cli.ts [options] --batch LIST     (a stem per line: STEM.f0.f32, STEM.env.f32, STEM.ap.f32 -> STEM.wav,
 *                                                   or `STEM<TAB>OUT.wav`)
 * f0: Hz, [frames]; env: natural log power density, [frames, 72]; ap: 0..1, [frames, 5]. 10 ms frames, 24 kHz out.
 * Options: --tract X --breathiness X --tilt X --energy X --roughness X --pitch X (factor) --seed N
 *          --rms X (scale to this level; default 0.08, 0 leaves the level) --quiet
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ENVELOPE_BINS } from '../contract/voice-card.ts';
import type { FrameBlock } from '../types.ts';
import { NEUTRAL, type VocoderControls } from './controls.ts';
import { BANDS, SAMPLE_RATE } from './grid.ts';
import { Vocoder } from './vocoder.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    batch: { type: 'string' },
    tract: { type: 'string' },
    breathiness: { type: 'string' },
    tilt: { type: 'string' },
    energy: { type: 'string' },
    roughness: { type: 'string' },
    pitch: { type: 'string' },
    seed: { type: 'string' },
    rms: { type: 'string' },
    quiet: { type: 'boolean' },
  },
});

const number = (value: string | undefined, fallback: number): number =>
  value === undefined ? fallback : Number(value);
const controls: VocoderControls = {
  tract: number(values.tract, NEUTRAL.tract),
  breathiness: number(values.breathiness, NEUTRAL.breathiness),
  tilt: number(values.tilt, NEUTRAL.tilt),
  energy: number(values.energy, NEUTRAL.energy),
  roughness: number(values.roughness, NEUTRAL.roughness),
  envelopeOffset: null,
};

function readFloats(path: string): Float32Array {
  const bytes = readFileSync(path);
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

function readFrames(f0Path: string, envelopePath: string, aperiodicityPath: string): FrameBlock {
  const pitch = number(values.pitch, 1);
  const f0 = readFloats(f0Path).map((hz) => hz * pitch);
  const [envelope, aperiodicity] = [readFloats(envelopePath), readFloats(aperiodicityPath)];
  if (envelope.length !== f0.length * ENVELOPE_BINS || aperiodicity.length !== f0.length * BANDS)
    throw new Error(
      `${envelopePath}: ${f0.length} frames, but ${envelope.length} envelope and ${aperiodicity.length} aperiodicity values`,
    );
  return { frames: f0.length, f0, envelope, aperiodicity };
}

/** 16-bit mono WAV, scaled to the wanted level and kept below full scale. */
function writeWave(path: string, samples: Float32Array): void {
  const level = number(values.rms, 0.08);
  const power = samples.reduce((sum, x) => sum + x * x, 0) / Math.max(samples.length, 1);
  const gain = level > 0 && power > 0 ? level / Math.sqrt(power) : 1;
  const bytes = Buffer.alloc(44 + samples.length * 2);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(36 + samples.length * 2, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(SAMPLE_RATE, 24);
  bytes.writeUInt32LE(SAMPLE_RATE * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(samples.length * 2, 40);
  samples.forEach((x, i) => bytes.writeInt16LE(Math.round(Math.min(Math.max(x * gain, -1), 1) * 32767), 44 + 2 * i));
  writeFileSync(path, bytes);
}

let audioSeconds = 0;
let computeSeconds = 0;

async function copy(f0: string, envelope: string, aperiodicity: string, out: string): Promise<void> {
  const block = readFrames(f0, envelope, aperiodicity);
  const vocoder = await Vocoder.create(number(values.seed, 1), controls);
  const start = performance.now();
  const [body, tail] = [vocoder.push(block), vocoder.flush()];
  computeSeconds += (performance.now() - start) / 1000;
  audioSeconds += block.frames / 100;
  const samples = new Float32Array(body.length + tail.length);
  samples.set(body);
  samples.set(tail, body.length);
  writeWave(out, samples);
}

if (values.batch !== undefined) {
  for (const line of readFileSync(values.batch, 'utf8').split('\n').filter(Boolean)) {
    const [stem, out] = line.split('\t') as [string, string | undefined];
    await copy(`${stem}.f0.f32`, `${stem}.env.f32`, `${stem}.ap.f32`, out ?? `${stem}.wav`);
  }
} else {
  const [f0, envelope, aperiodicity, out] = positionals;
  if (!f0 || !envelope || !aperiodicity || !out)
    throw new Error('expected: f0.f32 env.f32 ap.f32 out.wav, or --batch LIST');
  await copy(f0, envelope, aperiodicity, out);
}
if (!values.quiet)
  console.error(
    `${audioSeconds.toFixed(1)} s of audio, real-time factor ${(computeSeconds / audioSeconds).toFixed(4)}`,
  );
