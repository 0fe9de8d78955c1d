import type { Measured } from './base.ts';
import { FRAME_RATE } from './pitch.ts';
import type { Recording } from './recording.ts';
import { voicedSpectrum } from './spectrum.ts';
import { logPitch, spreadOf } from './statistics.ts';

/** Statistics over all recordings of one speaker. */
export async function measureAll(recordings: readonly Recording[]): Promise<Measured> {
  const samples = join(recordings.map((one) => one.samples));
  const frames = recordings.map(({ samples: { length }, f0 }) => f0.subarray(0, Math.floor(length / 240)));
  // Joined recordings need joined tracks of the very length, or all that follows is late.
  const f0 = new Float32Array(Math.floor(samples.length / 240) + 1);
  let at = 0;
  recordings.forEach(({ samples: { length } }, i) => {
    f0.set(frames[i]!, Math.round(at / 240));
    at += length;
  });
  const logs = logPitch(recordings.map((one) => one.f0));
  const mean = logs.reduce((a, b) => a + b, 0) / logs.length;
  const sd = Math.sqrt(logs.reduce((sum, x) => sum + (x - mean) ** 2, 0) / logs.length);
  return {
    logF0Mean: mean,
    logF0Sd: sd,
    spectrum: await voicedSpectrum(samples, f0, Math.exp(spreadOf(logs).median)),
    speechSeconds: recordings.reduce((sum, { envelopes }) => sum + activeFrames(envelopes.active), 0) / FRAME_RATE,
  };
}

export function activeFrames(active: Uint8Array): number {
  return active.reduce((sum, x) => sum + x, 0);
}

function join(parts: readonly Float32Array[]): Float32Array {
  const out = new Float32Array(parts.reduce((n, part) => n + part.length, 0));
  parts.reduce((at, part) => (out.set(part, at), at + part.length), 0);
  return out;
}
