import type { ExportClip } from '../../../engine/contract/studio.ts';

/** Hz of the takes that the studio keeps. */
export const TAKE_RATE = 44_100;
/** Samples of a block: a quarter of a second. */
const BLOCK = 11_025;

/** Gives a take's samples, 16 bit. */
export type LoadTake = (key: string) => Promise<Int16Array>;

/**
 * Sums clips into one signal at TAKE_RATE, in blocks; holds only the takes that sound at the time. `samples` is the
 * length of the whole; values may exceed 1, the limiter comes after.
 */
export async function* mix(
  clips: readonly ExportClip[],
  samples: number,
  load: LoadTake,
): AsyncGenerator<Float32Array> {
  const waiting = clips
    .map((clip) => ({ first: Math.round(clip.start * TAKE_RATE), gain: 10 ** (clip.level / 20), take: clip.take }))
    .sort((a, b) => a.first - b.first);
  let sounding: { first: number; gain: number; audio: Int16Array }[] = [];
  let next = 0;
  for (let at = 0; at < samples; at += BLOCK) {
    const block = new Float32Array(Math.min(BLOCK, samples - at));
    for (; next < waiting.length && waiting[next]!.first < at + block.length; next++) {
      const { first, gain, take } = waiting[next]!;
      sounding.push({ first, gain, audio: await load(take) });
    }
    for (const { first, gain, audio } of sounding) {
      const from = Math.max(0, first - at);
      const to = Math.min(block.length, first + audio.length - at);
      for (let i = from; i < to; i++) block[i]! += (gain * audio[at + i - first]!) / 32_768;
    }
    sounding = sounding.filter(({ first, audio }) => first + audio.length > at + block.length);
    yield block;
  }
}
