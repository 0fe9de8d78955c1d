import { readFileSync } from 'node:fs';
import { HouseVoice } from '../../../engine/contract/voice-card.ts';
import { trackVoice } from '../../../engine/voice/clone/pitch.ts';
import { loadFfts } from '../../../engine/vocoder/fft.ts';
import { decibels, RATE, rms, speak, type Spoken } from './speaking.ts';
import { usualProfile } from '../../../main/server/profiles.ts';

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

const S2 = usualProfile('s2.1-pro');

export const houseVoices = (): HouseVoice[] =>
  HouseVoice.array().parse(
    JSON.parse(readFileSync(new URL('../../../models/starter/voices.json', import.meta.url), 'utf8')),
  );

/** Far below full scale, so that the limiter leaves every effort as it is. */
const QUIET = -20;
export const SENTENCE = 'Nobody in the valley remembered a longer winter, and the road was closed all morning.';

/** Speaks the sentence with `tag` before it (in parentheses: by the grammar of s1) and measures how. */
export async function deliver(tag: string, voice: HouseVoice, text = SENTENCE): Promise<Delivery> {
  return measureDelivery(await speakTag(tag, voice, text));
}

function speakTag(tag: string, voice: HouseVoice, text: string): Promise<Spoken> {
  return speak({
    text: `${tag} ${text}`,
    voices: [{ card: voice.card }],
    ...(tag.startsWith('(') ? { profile: { ...S2, name: 's1', grammar: 's1' } } : {}),
    volume: QUIET,
    normalizeLoudness: false,
    seed: 11,
  });
}

/** What is heard of a sound that a tag makes before a word. */
export interface MadeSound {
  /** How long it can be heard: above -60 dB of full scale. */
  readonly seconds: number;
  /** RMS while it is heard, in dB against the words behind it. */
  readonly level: number;
  /** Part of its frames that are voiced, 0..1. */
  readonly voiced: number;
  /** Median of the voiced frames, Hz; NaN where there are none. */
  readonly f0: number;
  /** Stretches of sound in it that silence parts, or a fall and rise of 6 dB. */
  readonly bursts: number;
}

/** Speaks a word with the sound before it and measures the sound. */
export async function makeSound(tag: string, voice: HouseVoice): Promise<MadeSound> {
  const { samples, chunks } = await speakTag(tag, voice, 'Mornings are long.');
  const first = chunks.flatMap((chunk) => chunk.words)[0]!;
  const before = Math.round(first.start * RATE) - RATE / 50;
  const heard = samples.subarray(0, before);
  const { f0, periodicity } = await trackVoice(heard, RATE);
  const frames = Array.from({ length: Math.floor(before / (RATE / 100)) }, (_, i) => ({
    level: decibels(rms(heard.subarray((i * RATE) / 100, ((i + 1) * RATE) / 100)) + 1e-9) - QUIET,
    voiced: (periodicity[i] ?? 0) > PERIODIC && (f0[i] ?? 0) > 0,
    hz: f0[i] ?? 0,
  }));
  const audible = frames.filter(({ level }) => level > -60);
  const voiced = audible.filter((frame) => frame.voiced).map(({ hz }) => hz);
  voiced.sort((a, b) => a - b);
  const power = audible.reduce((sum, { level }) => sum + 10 ** (level / 10), 0) / Math.max(audible.length, 1);
  return {
    seconds: audible.length / 100,
    level: 10 * Math.log10(power) - (decibels(rms(samples.subarray(before))) - QUIET),
    voiced: voiced.length / Math.max(audible.length, 1),
    f0: voiced[voiced.length >> 1] ?? NaN,
    bursts: burstsOf(frames.map(({ level }) => level)),
  };
}

/** Peaks that a fall of 6 dB or more parts, of those within 30 dB of the highest. */
function burstsOf(levels: readonly number[]): number {
  const least = Math.max(...levels) - 30;
  let [count, top, low] = [0, -Infinity, -Infinity];
  for (const level of levels) {
    if (level > low + 6 && level > least && top === -Infinity) {
      count++;
      top = level;
    }
    if (top > -Infinity) {
      top = Math.max(top, level);
      if (level < top - 6) [top, low] = [-Infinity, level];
    } else low = Math.min(low === -Infinity ? level : low, level);
  }
  return count;
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
