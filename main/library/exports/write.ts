import { createHash, type Hash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { OutputFormat } from '../../../engine/contract/formats.ts';
import { createEncoder } from '../../../engine/audio/encoder.ts';
import { TruePeakLimiter } from '../../../engine/audio/limiter.ts';
import { LoudnessMeter } from '../../../engine/audio/loudness.ts';
import { Resampler } from '../../../engine/audio/resample.ts';
import { TruePeakDetector } from '../../../engine/audio/true-peak.ts';
import { TAKE_RATE } from './mix.ts';

export interface Written {
  readonly bytes: number;
  readonly sha256: string;
  /** LUFS, and dBTP of the finished signal. */
  readonly loudness: number;
  readonly truePeak: number;
}

export interface Labels {
  readonly program: string;
  readonly voice: string;
  readonly seed: number;
}

/**
 * Blocks at TAKE_RATE to a finished file: resampled, held below -1 dBTP, encoded, measured, synced. `samples`: how many
 * come in, so that headers are exact.
 */
export async function writeAudio(
  path: string,
  blocks: AsyncIterable<Float32Array>,
  samples: number,
  output: OutputFormat,
  labels: Labels,
  signal: AbortSignal,
): Promise<Written> {
  const rate = output.sampleRate;
  const resampler = new Resampler(TAKE_RATE, rate);
  const limiter = new TruePeakLimiter(rate);
  const meter = new LoudnessMeter(rate);
  const detector = new TruePeakDetector();
  const length = Math.ceil((samples * rate) / TAKE_RATE);
  const encoder = await createEncoder(output, { ...labels, samples: length });
  const handle = await open(path, 'wx');
  const hash: Hash = createHash('sha256');
  let [bytes, peak] = [0, 0];
  const put = async (data: Uint8Array): Promise<void> => {
    if (data.byteLength === 0) return;
    hash.update(data);
    bytes += data.byteLength;
    await handle.writeFile(data);
  };
  const pass = async (block: Float32Array): Promise<void> => {
    meter.push(block);
    for (const found of detector.next(block)) peak = Math.max(peak, found);
    await put(encoder.encode(block));
  };
  try {
    for await (const block of blocks) {
      signal.throwIfAborted();
      await pass(limiter.push(resampler.push(block)));
    }
    await pass(limiter.push(resampler.flush()));
    await pass(limiter.flush());
    await put(encoder.finish());
    await handle.sync();
  } finally {
    encoder.dispose();
    await handle.close();
  }
  return {
    bytes,
    sha256: hash.digest('hex'),
    loudness: meter.integrated(),
    truePeak: 20 * Math.log10(Math.max(peak, 1e-9)),
  };
}
