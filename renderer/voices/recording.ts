/** What can be told of a recording before a voice is made of it. Pure. */
import type { RecordingCheck } from '../../engine/contract/recording-check.ts';
import { flawsOf } from '../player/measure.ts';

/** What would make the voice worse, each with advice in the table of strings. */
export type Finding =
  | 'short'
  | 'brief'
  | 'long'
  | 'clipped'
  | 'silent'
  | 'quiet'
  | 'noisy'
  | 'pauses'
  | 'reverberant'
  | 'narrow'
  | 'several_speakers';

/** Seconds of speech: less cannot be analysed, less than the second is thin; more than the third is not taken. */
const LEAST = 3;
const THIN = 10;
const MOST = 60;
const BLOCK_SECONDS = 0.05;

export interface Checked {
  /** Seconds in which somebody speaks. */
  readonly speech: number;
  /** dB between speech and what is between the words. */
  readonly contrast: number;
  readonly findings: readonly Finding[];
}

/** Levels in dB of full scale, one for each 50 ms. */
function levelsOf(samples: Int16Array, rate: number): number[] {
  const hop = Math.round(rate * BLOCK_SECONDS);
  return Array.from({ length: Math.floor(samples.length / hop) }, (_, i) => {
    let sum = 0;
    for (let n = i * hop; n < (i + 1) * hop; n++) sum += (samples[n]! / 32_768) ** 2;
    return 10 * Math.log10(sum / hop + 1e-12);
  });
}

/**
 * Checks one recording, 16 bit and mono. Speech is what lies within 30 dB of the loud parts (the 90th percentile of the
 * levels); what is between the words is the 5th percentile.
 */
export function check(samples: Int16Array, rate: number): Checked {
  const levels = levelsOf(samples, rate);
  const sorted = levels.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? -120;
  const [loud, still] = [at(0.9), at(0.05)];
  const speaking = levels.filter((level) => level > loud - 30 && level > -60).length;
  const speech = speaking * BLOCK_SECONDS;
  const contrast = loud - still;
  const findings: Finding[] = [];
  if (loud < -55) return { speech: 0, contrast, findings: ['silent'] };
  if (speech < LEAST) findings.push('short');
  else if (speech < THIN) findings.push('brief');
  if (samples.length / rate > MOST) findings.push('long');
  if (flawsOf(samples, rate, samples.length / rate).includes('clipped')) findings.push('clipped');
  if (loud < -36) findings.push('quiet');
  if (contrast < 20) findings.push('noisy');
  if (speaking < levels.length * 0.5) findings.push('pauses');
  return { speech, contrast, findings };
}

/** What only this page looks for; all else the server measures more closely. */
const OURS: readonly Finding[] = ['silent', 'pauses'];

/** What is known at once, until the server has measured; then its findings, and what only this page looks for. */
export const findingsOf = (here: Checked, there: RecordingCheck | null): readonly Finding[] =>
  there === null || here.findings.includes('silent')
    ? here.findings
    : [...there.findings, ...here.findings.filter((finding) => OURS.includes(finding))];
