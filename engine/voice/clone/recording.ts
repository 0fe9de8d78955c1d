import { decodeReference } from '../../audio/decode/decode.ts';
import { resample } from '../../audio/resample.ts';
import { DramatisError } from '../../contract/errors.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { ReferenceSample } from '../../contract/speech.ts';
import { SAMPLE_RATE } from '../../vocoder/grid.ts';
import { type Envelopes, envelopesOf } from './envelope.ts';
import { FRAME_RATE, trackVoice } from './pitch.ts';

/** A recording, analysed. */
export interface Recording {
  readonly text: string;
  /** 24 kHz. */
  readonly samples: Float32Array;
  /** Up to here the recording holds sound, Hz. */
  readonly limitHz: number;
  /** Hz per 10 ms, 0 where unvoiced; and how periodic each frame is. */
  readonly f0: Float32Array;
  readonly periodicity: Float32Array;
  readonly envelopes: Envelopes;
}

export type Decoded = Pick<Recording, 'text' | 'samples' | 'limitHz'>;

/** @throws DramatisError invalid_reference_audio for what is no audio of the known kinds and lengths */
export async function decodeRecording({ audio, text }: ReferenceSample): Promise<Decoded> {
  const { samples, sampleRate } = await decodeReference(audio);
  return {
    text: text.trim(),
    samples: resample(samples, sampleRate, SAMPLE_RATE),
    limitHz: 0.46 * sampleRate,
  };
}

export async function analyseRecording(one: Decoded, signal?: AbortSignal): Promise<Recording> {
  const { f0, periodicity } = await trackVoice(one.samples, SAMPLE_RATE, signal);
  return { ...one, f0, periodicity, envelopes: await envelopesOf(one.samples, f0, signal) };
}

/** Decodes and analyses recordings of one speaker. @throws DramatisError invalid_reference_audio, cancelled */
export async function readRecordings(
  references: readonly ReferenceSample[],
  signal?: AbortSignal,
  lap: (stage: 'decode' | 'track') => void = () => undefined,
): Promise<Recording[]> {
  const decoded: Decoded[] = [];
  for (const reference of references) decoded.push(await decodeRecording(reference));
  for (const { samples } of decoded) checkLevel(samples);
  const seconds = decoded.reduce((sum, { samples }) => sum + samples.length / SAMPLE_RATE, 0);
  const { maxSeconds } = LIMITS.reference;
  if (seconds > maxSeconds) {
    throw badRecording(`last ${Math.round(seconds)} s together; at most ${maxSeconds} s are allowed`);
  }
  lap('decode');
  const recordings: Recording[] = [];
  for (const one of decoded) recordings.push(await analyseRecording(one, signal));
  lap('track');
  requireSpeech(recordings);
  return recordings;
}

/** @throws DramatisError invalid_reference_audio where there is nothing to know a voice by */
export function requireSpeech(recordings: readonly Pick<Recording, 'samples' | 'f0'>[]): void {
  const seconds = recordings.reduce((sum, { samples }) => sum + samples.length / SAMPLE_RATE, 0);
  const voiced = recordings.reduce((sum, { f0 }) => sum + f0.reduce((n, hz) => n + (hz > 0 ? 1 : 0), 0), 0);
  checkVoiced(voiced, seconds * FRAME_RATE);
}

/** @throws DramatisError invalid_reference_audio when there is too little voice to tell anything by */
export function checkVoiced(voiced: number, frames: number): void {
  if (voiced >= 30 && voiced >= frames * 0.05) return;
  throw badRecording(
    `has only ${(voiced / FRAME_RATE).toFixed(2)} s of voiced speech; at least 0.3 s and 5 % are needed`,
  );
}

/** Silence and clipping are told of before anything is made of them. */
function checkLevel(samples: Float32Array): void {
  let power = 0;
  let clipped = 0;
  for (const x of samples) {
    power += x * x;
    if (Math.abs(x) >= 0.9995) clipped++;
  }
  const level = 10 * Math.log10(power / samples.length + 1e-12);
  if (level < -60) throw badRecording(`is silent (${level.toFixed(0)} dB); speech of at least -60 dB is needed`);
  const share = clipped / samples.length;
  if (share > 0.01) {
    throw badRecording(
      `is clipped (${(share * 100).toFixed(1)} % of its samples at full scale); at most 1 % is allowed`,
    );
  }
}

/** `problem` continues "the audio ...". */
export function badRecording(problem: string): DramatisError {
  return new DramatisError('invalid_reference_audio', `references: the audio ${problem}.`);
}
