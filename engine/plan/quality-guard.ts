import { ENVELOPE_BINS } from '../contract/voice-card.ts';
import type { PhoneLookup } from '../packs/phones.ts';
import type { FrameBlock, ProsodyPlan } from '../types.ts';
import type { ResolvedVoice } from '../voice/resolve.ts';

/** Candidates that the quality guard makes of each chunk. */
export const CANDIDATES = 4;
/** An inner pause longer than this is dead air, frames at speed 1. */
const LONGEST_PAUSE = 70;
const VOWEL = /[aeiouyæɐɑɒɔəɘɛɜɞɤɨɪɯɵʉʊʌøœɶɚɝ]/u;

/** How many candidates must be finished before the best of them is taken (`early_stop_threshold`). */
export function candidatesNeeded(threshold: number): number {
  return Math.max(1, Math.ceil(CANDIDATES * threshold));
}

/**
 * Faults of a candidate, 0 or more, smaller is better: length against what its phones need, held and swallowed phones,
 * dead air, F0 out of the speaker's range, vowels without voice, speech without level, level near clipping.
 */
export function faults(
  plan: ProsodyPlan,
  frames: readonly FrameBlock[],
  voice: ResolvedVoice,
  phones: PhoneLookup,
  speed: number,
): number {
  return timingFaults(plan, voice, phones, speed) + pitchFaults(plan, voice) + soundFaults(plan, frames);
}

function timingFaults(plan: ProsodyPlan, voice: ResolvedVoice, lookup: PhoneLookup, speed: number): number {
  const { phones } = plan.sequence;
  const { rows } = lookup.encode(phones);
  const rate = voice.card.rate * speed;
  let [spoken, needed, faults] = [0, 0, 0];
  for (let i = 1; i < phones.length - 1; i++) {
    const frames = plan.durations[i]! * rate;
    if (phones[i]!.word < 0) {
      faults += Math.max(0, frames - LONGEST_PAUSE) / 20;
      continue;
    }
    const expected = Math.exp(voice.logDurationMean[rows[i]!]!);
    spoken += frames;
    needed += expected;
    faults += 0.5 * Math.max(0, Math.abs(Math.log(frames / expected)) - Math.log(3));
  }
  return needed === 0 ? faults : faults + 10 * Math.max(0, Math.abs(Math.log(spoken / needed)) - 0.12);
}

function pitchFaults({ f0 }: ProsodyPlan, voice: ResolvedVoice): number {
  const beyond = f0.reduce((sum, value) => sum + Math.max(0, Math.abs(value) - 3 * voice.logF0Sd), 0);
  return beyond / Math.max(voice.logF0Sd, 0.05);
}

function soundFaults(plan: ProsodyPlan, blocks: readonly FrameBlock[]): number {
  const levels = blocks.flatMap((block) => Array.from({ length: block.frames }, (_, i) => level(block, i)));
  const voiced = blocks.flatMap((block) => Array.from(block.f0, (f0) => f0 > 0));
  const loudest = levels.reduce((a, b) => Math.max(a, b), -Infinity);
  let [at, vowels, silentVowels, speech, lost] = [0, 0, 0, 0, 0];
  plan.sequence.phones.forEach((phone, i) => {
    for (const end = at + plan.durations[i]!; at < end; at++) {
      if (phone.word < 0) continue;
      speech++;
      if (levels[at]! < loudest - 50) lost++;
      if (!VOWEL.test(phone.ipa)) continue;
      vowels++;
      if (!voiced[at]!) silentVowels++;
    }
  });
  // Full scale is 0 dB; a frame's crest is some 14 dB above its mean.
  const clipping = Math.max(0, loudest + 14 - 6);
  return 8 * (silentVowels / Math.max(vowels, 1)) + 8 * (lost / Math.max(speech, 1)) + clipping;
}

/** Mean power of a frame in dB, over the linear half of the mel grid and the rest alike: good for comparison alone. */
function level({ envelope }: FrameBlock, frame: number): number {
  let sum = 0;
  for (let k = frame * ENVELOPE_BINS; k < (frame + 1) * ENVELOPE_BINS; k++) sum += Math.exp(envelope[k]!);
  return 10 * Math.log10(sum / ENVELOPE_BINS + 1e-12);
}
