import { createHash } from 'node:crypto';
import { resample } from '../../audio/resample.ts';
import { decodeReference } from '../../audio/decode/decode.ts';
import { readCardChunk } from '../../audio/wav/card.ts';
import { DramatisError } from '../../contract/errors.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { ClonedVoice, ReferenceSample } from '../../contract/speech.ts';
import { VoiceCard } from '../../contract/voice-card.ts';
import type { StarterPack } from '../../packs/load.ts';
import type { PhoneLookup } from '../../packs/phones.ts';
import type { SpeakerTable } from '../../packs/tables.ts';
import type { Phonemizer } from '../../phonemes/index.ts';
import { normalizeText } from '../../text/index.ts';
import { SAMPLE_RATE } from '../../vocoder/grid.ts';
import { FRAME_RATE, trackPitch } from './pitch.ts';
import { BIN_HZ, voicedSpectrum, warpSpectrum } from './spectrum.ts';

/** What the analysis of recordings needs of the engine. */
export interface CloneTools {
  readonly pack: StarterPack;
  readonly phones: PhoneLookup;
  readonly phonemizer: Phonemizer;
}

/** Statistics of one speaker's recordings. */
export interface Measured {
  /** Natural log of Hz over voiced frames. */
  readonly logF0Mean: number;
  readonly logF0Sd: number;
  /** dB per mel bin, voiced frames. */
  readonly spectrum: Float64Array;
  /** Seconds that are not silence. */
  readonly speechSeconds: number;
}

/** Offsets beyond this are no voice but a recording's fault, dB. */
const MOST_OFFSET = 12;
const TRACTS = Array.from({ length: 15 }, (_, i) => 0.82 + i * 0.03);
const KEPT = 64;
const cards = new Map<string, Promise<ClonedVoice>>();

/**
 * A card from recordings of one speaker: the base speaker that lies nearest, moved to the recordings' median F0 and F0
 * range, pace, vocal-tract length and long-term spectrum. Cached by content.
 * @throws DramatisError invalid_reference_audio
 */
export async function cloneVoice(references: readonly ReferenceSample[], tools: CloneTools): Promise<ClonedVoice> {
  // A WAV that voice design made brings its card: that is the voice, and nothing need be guessed.
  for (const { audio } of references) {
    const card = readCardChunk(audio);
    if (card) return { card, carried: true, languages: [], notices: [] };
  }
  const hash = createHash('sha256').update(tools.pack.manifest.id);
  for (const { audio, text } of references) hash.update(audio).update(text);
  const key = hash.digest('hex');
  const known = cards.get(key);
  if (known) return known;
  const made = analyse(references, tools);
  cards.set(key, made);
  made.catch(() => cards.delete(key));
  if (cards.size > KEPT) cards.delete(cards.keys().next().value!);
  return made;
}

async function analyse(references: readonly ReferenceSample[], tools: CloneTools): Promise<ClonedVoice> {
  const decoded = [];
  for (const { audio } of references) decoded.push(await decodeReference(audio));
  const parts = decoded.map(({ samples, sampleRate }) => {
    checkLevel(samples);
    return resample(samples, sampleRate, SAMPLE_RATE);
  });
  const samples = new Float32Array(parts.reduce((n, part) => n + part.length, 0));
  parts.reduce((at, part) => (samples.set(part, at), at + part.length), 0);
  if (samples.length > LIMITS.reference.maxSeconds * SAMPLE_RATE) {
    throw bad(
      `last ${Math.round(samples.length / SAMPLE_RATE)} s together; at most ${LIMITS.reference.maxSeconds} s are allowed`,
    );
  }
  const measured = await measure(samples);
  const rows: Int32Array[] = [];
  const languages = new Set<string>();
  for (const { text } of references) {
    const written = normalizeText(text, { language: null, from: 0, to: text.length, normalize: true });
    if (text.trim() !== '') languages.add(written.language);
    rows.push(await phoneRows(text, tools));
  }
  const card = estimateCard(measured, rows, tools.pack.tables.speakers, tools.pack.manifest.id);
  return { card, carried: false, languages: [...languages], notices: [] };
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
  if (level < -60) throw bad(`is silent (${level.toFixed(0)} dB); speech of at least -60 dB is needed`);
  const share = clipped / samples.length;
  if (share > 0.01)
    throw bad(`is clipped (${(share * 100).toFixed(1)} % of its samples at full scale); at most 1 % is allowed`);
}

/** F0, spectrum and amount of speech in `samples` (24 kHz). */
export async function measure(samples: Float32Array): Promise<Measured> {
  const f0 = await trackPitch(samples, SAMPLE_RATE);
  const voiced = f0.filter((hz) => hz > 0);
  if (voiced.length < 30 || voiced.length < f0.length * 0.05) {
    throw bad(
      `has only ${(voiced.length / FRAME_RATE).toFixed(2)} s of voiced speech; at least 0.3 s and 5 % are needed`,
    );
  }
  const logs = Float64Array.from(voiced, Math.log);
  const mean = logs.reduce((a, b) => a + b, 0) / logs.length;
  const sd = Math.sqrt(logs.reduce((sum, x) => sum + (x - mean) ** 2, 0) / logs.length);
  const median = voiced.sort()[voiced.length >> 1]!;
  return {
    logF0Mean: mean,
    logF0Sd: sd,
    spectrum: await voicedSpectrum(samples, f0, median),
    speechSeconds: activeFrames(samples) / FRAME_RATE,
  };
}

/** 10 ms frames within 35 dB of the loudest. */
function activeFrames(samples: Float32Array): number {
  const hop = SAMPLE_RATE / FRAME_RATE;
  const power = Array.from({ length: Math.floor(samples.length / hop) }, (_, t) =>
    samples.subarray(t * hop, (t + 1) * hop).reduce((sum, x) => sum + x * x, 0),
  );
  const floor = power.reduce((a, b) => Math.max(a, b), 0) * 10 ** -3.5;
  return power.filter((p) => p > floor).length;
}

async function phoneRows(text: string, { phonemizer, phones }: CloneTools): Promise<Int32Array> {
  const written = normalizeText(text, { language: null, from: 0, to: text.length, normalize: true });
  if (!phonemizer.supports(written.language)) return new Int32Array(0);
  const sequence = await phonemizer.phonemize(written, written.language);
  return phones.encode(sequence.phones.filter((phone) => phone.word >= 0)).rows;
}

/** The card whose base speaker, tract and offsets come nearest to what was measured. */
export function estimateCard(
  measured: Measured,
  rows: readonly Int32Array[],
  speakers: readonly SpeakerTable[],
  pack: string,
): VoiceCard {
  let best: { score: number; speaker: SpeakerTable; tract: number; gap: Float64Array } = {
    score: Infinity,
    speaker: speakers[0]!,
    tract: 1,
    gap: new Float64Array(BIN_HZ.length),
  };
  for (const speaker of speakers) {
    const semitones = (12 / Math.LN2) * (measured.logF0Mean - speaker.logF0Mean);
    for (const tract of TRACTS) {
      const gap = difference(measured.spectrum, warpSpectrum(speaker.spectrum, tract));
      const score = shape(gap) + 0.12 * Math.abs(semitones) + 6 * Math.abs(Math.log(tract));
      if (score < best.score) best = { score, speaker, tract, gap };
    }
  }
  const { speaker, tract, gap } = best;
  const expected = rows.reduce(
    (sum, sample) => sum + sample.reduce((s, row) => s + Math.exp(speaker.logDurationMean[row]!), 0),
    0,
  );
  const rate = expected > 0 ? expected / FRAME_RATE / measured.speechSeconds : 1;
  return VoiceCard.parse({
    pack,
    speaker: { mix: { [speaker.name]: 1 } },
    pitch: {
      semitones: clamp((12 / Math.LN2) * (measured.logF0Mean - speaker.logF0Mean), -24, 24),
      range: clamp(measured.logF0Sd / speaker.logF0Sd, 0.4, 2.5),
    },
    rate: clamp(rate, 0.6, 1.6),
    tract,
    envelopeOffset: Array.from(smooth(gap), (dB) => Math.round(clamp(dB, -MOST_OFFSET, MOST_OFFSET) * 100) / 100),
  });
}

/** `a - b` without the difference of level (measured from 200 Hz to 5 kHz). */
function difference(a: Float64Array, b: Float64Array): Float64Array {
  const gap = a.map((x, i) => x - b[i]!);
  const speech = gap.filter((_, i) => BIN_HZ[i]! > 200 && BIN_HZ[i]! < 5000);
  const level = speech.reduce((sum, x) => sum + x, 0) / speech.length;
  return gap.map((x, i) => (BIN_HZ[i]! < 80 ? 0 : x - level));
}

/** Mean absolute difference in dB, 100 Hz to 6 kHz. */
function shape(gap: Float64Array): number {
  const speech = gap.filter((_, i) => BIN_HZ[i]! > 100 && BIN_HZ[i]! < 6000);
  return speech.reduce((sum, x) => sum + Math.abs(x), 0) / speech.length;
}

function smooth(x: Float64Array): Float64Array {
  return x.map((_, i) => {
    const near = x.subarray(Math.max(0, i - 2), i + 3);
    return near.reduce((a, b) => a + b, 0) / near.length;
  });
}

const clamp = (x: number, low: number, high: number): number => Math.min(Math.max(x, low), high);

function bad(problem: string): DramatisError {
  return new DramatisError('invalid_reference_audio', `references: the audio ${problem}.`);
}
