import { readFileSync } from 'node:fs';
import { HouseVoice } from '../../../engine/contract/voice-card.ts';
import { trackVoice } from '../../../engine/voice/clone/pitch.ts';
import { loadFfts } from '../../../engine/vocoder/fft.ts';
import { decibels, RATE, rms, speak, type Spoken } from './speaking.ts';

/** What a tag's change is measured by. */
export interface Delivery {
  /** Median, Hz; NaN where nothing is voiced. */
  readonly f0: number;
  /** Between the quartiles of F0, semitones: an octave that the tracker misses here and there does not count. */
  readonly range: number;
  readonly wordsPerSecond: number;
  /** RMS in dB of full scale while words are said, before any loudness is brought to a level. */
  readonly level: number;
  /** Part of the frames with sound in them that are voiced, 0..1: their autocorrelation has a peak above PERIODIC. */
  readonly voiced: number;
  /** Power above 1 kHz against power below, dB ("alpha ratio"). */
  readonly tilt: number;
  /** Where the middle of the spectrum lies, 300 to 5000 Hz, as octaves above 1 kHz: what is heard of a whisper's pitch. */
  readonly centre: number;
}

/**
 * A pitch tracker looks for F0, and finds some in the noise of a whisper. Noise through formants has a peak of 0.4 to 0.6
 * in its autocorrelation, a voice 0.8 and more (4 dB harmonics to noise is 0.7).
 */
const PERIODIC = 0.7;

export const houseVoices = (): HouseVoice[] =>
  HouseVoice.array().parse(
    JSON.parse(readFileSync(new URL('../../../models/starter/voices.json', import.meta.url), 'utf8')),
  );

/** Far below full scale, so that the limiter leaves every effort as it is. */
const QUIET = -20;
export const SENTENCE = 'Nobody in the valley remembered a longer winter, and the road was closed all morning.';

/** Speaks the sentence with `tag` before it and measures how. */
export async function deliver(tag: string, voice: HouseVoice, text = SENTENCE): Promise<Delivery> {
  const spoken = await speak({
    text: `${tag} ${text}`,
    voices: [{ card: voice.card }],
    volume: QUIET,
    normalizeLoudness: false,
    seed: 11,
  });
  return measureDelivery(spoken);
}

async function measureDelivery({ samples, chunks }: Spoken): Promise<Delivery> {
  const words = chunks.flatMap((chunk) => chunk.words);
  const from = Math.round(words[0]!.start * RATE);
  const said = samples.subarray(from, Math.round(words.at(-1)!.end * RATE));
  const frames = Math.floor(said.length / (RATE / 100));
  const levels = Array.from({ length: frames }, (_, i) => rms(said.subarray((i * RATE) / 100, ((i + 1) * RATE) / 100)));
  const loudest = levels.reduce((a, b) => Math.max(a, b), 0);
  const { f0: pitch, periodicity } = await trackVoice(said, RATE);
  const active = levels
    .map((level, i) => ({ hz: pitch[i] ?? 0, periodic: periodicity[i] ?? 0, sounds: level > loudest / 30 }))
    .filter(({ sounds }) => sounds);
  const voiced = active
    .map(({ hz }) => hz)
    .filter((hz) => hz > 0)
    .sort((a, b) => a - b);
  const at = (share: number): number => voiced[Math.floor(share * (voiced.length - 1))] ?? NaN;
  const spoken = words.reduce((sum, word) => sum + word.end - word.start, 0);
  return {
    f0: at(0.5),
    range: 12 * Math.log2(at(0.75) / at(0.25)),
    wordsPerSecond: words.length / spoken,
    level: decibels(rms(said)) - QUIET,
    voiced: active.filter(({ periodic }) => periodic > PERIODIC).length / Math.max(active.length, 1),
    ...(await spectrumOf(said)),
  };
}

async function spectrumOf(samples: Float32Array): Promise<Pick<Delivery, 'tilt' | 'centre'>> {
  const size = 1024;
  const fft = (await loadFfts()).get(size)!;
  let [low, high, weighted, all] = [0, 0, 0, 0];
  for (let at = 0; at + size <= samples.length; at += size / 2) {
    for (let i = 0; i < size; i++) fft.signal[i] = samples[at + i]! * (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / size));
    fft.forward();
    for (let k = 3; k < (5000 * size) / RATE; k++) {
      const power = fft.spectrum[2 * k]! ** 2 + fft.spectrum[2 * k + 1]! ** 2;
      if (k < (1000 * size) / RATE) low += power;
      else high += power;
      const hz = (k * RATE) / size;
      if (hz < 300) continue;
      weighted += Math.sqrt(power) * Math.log2(hz / 1000);
      all += Math.sqrt(power);
    }
  }
  return { tilt: 10 * Math.log10(high / low), centre: weighted / all };
}
