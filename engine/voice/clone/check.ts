import type { RecordingCheck, RecordingFinding } from '../../contract/recording-check.ts';
import { ENVELOPE_BINS } from '../../contract/voice-card.ts';
import { SAMPLE_RATE } from '../../vocoder/grid.ts';
import type { Recording } from './recording.ts';
import { severalSpeakers } from './speakers.ts';
import { BIN_HZ } from './spectrum.ts';
import { round } from './statistics.ts';

const HOP = 240;
/** What is heard between the words is measured up to this far below the speech, dB. */
const QUIETEST = 80;
/** Power this far below the strongest band is none, dB. */
const NO_SOUND = 60;

/** Limits of the findings: seconds of speech, dB, shares, seconds, Hz. */
const FINDINGS: readonly (readonly [RecordingFinding, (check: Omit<RecordingCheck, 'findings'>) => boolean])[] = [
  ['short', ({ speechSeconds }) => speechSeconds < 3],
  ['several_speakers', ({ speakers }) => speakers > 1],
  ['clipped', ({ clippedShare }) => clippedShare > 0.001],
  ['noisy', ({ snrDb }) => snrDb < 20],
  ['reverberant', ({ reverberationSeconds }) => (reverberationSeconds ?? 0) > 0.35],
  ['narrow', ({ bandwidthHz }) => bandwidthHz < 5000],
  ['quiet', ({ levelDb }) => levelDb < -40],
  ['long', ({ seconds }) => seconds > 60],
  ['brief', ({ speechSeconds }) => speechSeconds >= 3 && speechSeconds < 10],
];

/** What can be told of a recording before a voice is made of it. */
export function checkRecording({ samples, envelopes, f0 }: Omit<Recording, 'text' | 'periodicity'>): RecordingCheck {
  const levels = levelsOf(samples);
  const floor = quantile(levels, 0.05);
  const top = quantile(levels, 0.95);
  const speaking = levels.map((level) => level > Math.max(top - 35, floor + 6));
  const speech = meanPower(levels.filter((_, t) => speaking[t] === true));
  const still = meanPower(levels.filter((level) => level <= floor + 1));
  const measured = {
    seconds: round(samples.length / SAMPLE_RATE, 2),
    speechSeconds: round(speaking.reduce((sum, x) => sum + Number(x), 0) / 100, 2),
    levelDb: round(speech, 1),
    snrDb: round(Math.min(speech - still, QUIETEST), 1),
    clippedShare: round(samples.reduce((sum, x) => sum + Number(Math.abs(x) >= 0.9995), 0) / samples.length, 5),
    reverberationSeconds: reverberation(levels, floor, top),
    bandwidthHz: bandwidth(envelopes.envelope, envelopes.active),
    speakers: severalSpeakers(envelopes, f0) ? (2 as const) : (1 as const),
  };
  return { ...measured, findings: FINDINGS.filter(([, holds]) => holds(measured)).map(([name]) => name) };
}

/** Power of 20 ms every 10 ms, dB of full scale. */
function levelsOf(samples: Float32Array): number[] {
  return Array.from({ length: Math.max(1, Math.floor(samples.length / HOP) - 1) }, (_, t) => {
    let sum = 0;
    for (let i = t * HOP; i < (t + 2) * HOP; i++) sum += (samples[i] ?? 0) ** 2;
    return 10 * Math.log10(sum / (2 * HOP) + 1e-12);
  });
}

/** Falls that count, dB: long ones, or short ones where a room lets none go far; from no further than this below the loudest. */
const FALLS = [18, 10];
const HEARD = 20;
const DIRECT = 5;
const LEAST_FALLS = 5;

/**
 * Reverberation time from the falls of level after words: a room lets none fall faster than it does itself, so the faster
 * ones tell of the room (after Ratnam et al. 2003, who take the likeliest decay, and Vieira 2004, who takes the free ones).
 * Recordings without a room measure 0.05 to 0.15 s, rooms up to 0.5 s as they are; longer ones, in which words no longer fall
 * to silence, come out at half of their time or more.
 */
function reverberation(levels: readonly number[], floor: number, top: number): number | null {
  const falls: { depth: number; seconds: number }[] = [];
  for (let t = 0; t < levels.length - 1; t++) {
    if (levels[t]! < top - HEARD || levels[t + 1]! >= levels[t]!) continue;
    let end = t;
    // A ripple of 1 dB does not end a fall; the noise between the words does.
    while (end + 1 < levels.length && levels[end + 1]! < levels[end]! + 1 && levels[end + 1]! > floor + 6) end++;
    const depth = levels[t]! - levels[end]!;
    // The first of it is the voice itself that stops; the room is heard after it.
    let from = t;
    while (from < end && levels[from]! > levels[t]! - DIRECT) from++;
    if (end - from >= 3) falls.push({ depth, seconds: (60 * slopeTime(levels, from, end)) / 100 });
    t = Math.max(t, end);
  }
  for (const least of FALLS) {
    const times = falls.filter(({ depth }) => depth >= least).map(({ seconds }) => seconds);
    if (times.length >= LEAST_FALLS) return round(quantile(times, 0.25), 2);
  }
  return null;
}

/** Frames a dB, by least squares over a fall. */
function slopeTime(levels: readonly number[], from: number, to: number): number {
  const middle = (from + to) / 2;
  let sum = 0;
  let squares = 0;
  for (let t = from; t <= to; t++) {
    sum += (t - middle) * levels[t]!;
    squares += (t - middle) ** 2;
  }
  return -squares / sum;
}

function bandwidth(envelope: Float32Array, active: Uint8Array): number {
  const power = new Float64Array(ENVELOPE_BINS);
  active.forEach((on, t) => {
    if (on === 1) for (let k = 0; k < ENVELOPE_BINS; k++) power[k]! += 10 ** (envelope[t * ENVELOPE_BINS + k]! / 10);
  });
  const least = power.reduce((most, x) => Math.max(most, x), 0) * 10 ** (-NO_SOUND / 10);
  const last = power.findLastIndex((x) => x > least);
  return Math.round(BIN_HZ[Math.max(last, 0)]!);
}

function meanPower(levels: readonly number[]): number {
  return 10 * Math.log10(levels.reduce((sum, dB) => sum + 10 ** (dB / 10), 0) / Math.max(levels.length, 1) + 1e-12);
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
