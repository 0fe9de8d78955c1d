import { createHash } from 'node:crypto';
import { readCardChunk } from '../../audio/wav/card.ts';
import { DramatisError } from '../../contract/errors.ts';
import type { ClonedVoice, ReferenceSample } from '../../contract/speech.ts';
import { VoiceCard } from '../../contract/voice-card.ts';
import type { StarterPack } from '../../packs/load.ts';
import type { PhoneLookup } from '../../packs/phones.ts';
import type { SpeakerTable } from '../../packs/tables.ts';
import { BIN_HZ, voicedSpectrum } from './spectrum.ts';
import { align, bounds } from './align.ts';
import { estimateCard, type Measured } from './base.ts';
import { envelopesOf, FEATURES, features } from './envelope.ts';
import { FRAME_RATE, trackVoice } from './pitch.ts';
import { readRecordings, type Recording } from './recording.ts';
import { classesOf, lengthOf, pitchOf, soundRehearsal, type Rehearsal } from './rehearsal.ts';
import { clamp, logPitch, spreadOf } from './statistics.ts';
import {
  bestTract,
  type ClassTransform,
  type Compared,
  difference,
  longTermDifference,
  noTransform,
  plus,
  transformed,
} from './transform.ts';

/** What the analysis of recordings needs of the engine. */
export interface CloneTools {
  readonly pack: StarterPack;
  readonly phones: PhoneLookup;
  /** The engine's own reading of a text, before the vocoder; null for a text that it cannot read. */
  rehearse(card: VoiceCard, text: string, seed: number): Promise<Rehearsal | null>;
}

const KEPT = 64;
const cards = new Map<string, Promise<ClonedVoice>>();

/**
 * A voice from recordings of one speaker. Cached by content. A WAV that voice design made brings its card, and is that
 * very voice.
 * @throws DramatisError invalid_reference_audio
 */
export async function cloneVoice(references: readonly ReferenceSample[], tools: CloneTools): Promise<ClonedVoice> {
  for (const { audio } of references) {
    const card = readCardChunk(audio);
    if (card) return { card, carried: true, languages: [], notices: [] };
  }
  const hash = createHash('sha256').update(tools.pack.manifest.id);
  for (const { audio, text } of references) hash.update(audio).update('\0').update(text).update('\0');
  const key = hash.digest('hex');
  const known = cards.get(key);
  if (known) return known;
  const made = analyse(references, tools);
  cards.set(key, made);
  made.catch(() => cards.delete(key));
  if (cards.size > KEPT) cards.delete(cards.keys().next().value!);
  return made;
}

/** Read where no transcript is, or none that can be read: it has every phone class. */
const STAND_IN =
  'The quick brown fox jumps over the lazy dog while a cheerful jury watches them from the garden bench.';
const SEED = 1;
/** Recordings with less speech than this are told of, seconds. */
const SHORT = 3;
/**
 * Cost of the words' alignment over that of the recording backwards, where every frame meets a stranger. Measured on other
 * synthesizers' voices: 0.39 to 0.83 for the right text, 0.90 to 0.97 for another one.
 */
const DOUBTFUL = 0.85;
const WRONG = 0.885;
/** Phones a second of speech that a person may say. */
const PACE = [3.5, 28] as const;
const ROUNDS = 1;

/** A recording beside the engine's rehearsal of its transcript. */
interface Take {
  readonly recording: Recording;
  readonly rehearsal: Rehearsal;
  /** Whether the rehearsal says what the recording says, so that frames can be compared. */
  readonly told: boolean;
}

/**
 * Analysis by synthesis: the nearest base speaker rehearses the transcripts; rehearsal and recording are aligned; what
 * still differs in pitch, pace, tract, breath and in the colour of each phone class is put into the card, sounded again,
 * and corrected.
 */
async function analyse(references: readonly ReferenceSample[], tools: CloneTools): Promise<ClonedVoice> {
  const recordings = await readRecordings(references);
  const notices: { code: string; message: string }[] = [];
  const measured = await measureAll(recordings);
  const start = estimateCard(measured, tools.pack.tables.speakers, tools.pack.manifest.id);
  const takes: Take[] = [];
  const languages = new Set<string>();
  for (const recording of recordings) {
    const rehearsal = recording.text === '' ? null : await tools.rehearse(start, recording.text, SEED);
    if (rehearsal) languages.add(rehearsal.language);
    const read = rehearsal ?? (await tools.rehearse(start, STAND_IN, SEED));
    if (!read) throw new DramatisError('internal_error', 'The engine cannot read its own test sentence.');
    takes.push({ recording, rehearsal: read, told: rehearsal !== null });
  }
  if (measured.speechSeconds < SHORT) {
    const message = `references: ${measured.speechSeconds.toFixed(1)} s of speech are little to know a voice by; 10 to 30 s serve best.`;
    notices.push({ code: 'reference_short', message });
  }
  if (takes.some(({ told }) => !told)) {
    const message =
      'references: without a transcript that can be read, pace and the sound of single phones are not taken over.';
    notices.push({ code: 'reference_without_transcript', message });
  }
  const card = await fit(takes, start, tools, notices);
  return { card, carried: false, languages: [...languages], notices };
}

async function fit(
  takes: readonly Take[],
  start: VoiceCard,
  { phones, pack }: CloneTools,
  notices: { code: string; message: string }[],
): Promise<VoiceCard> {
  const limitHz = Math.min(...takes.map(({ recording }) => recording.limitHz));
  const base = baseLogF0(start, pack.tables.speakers);
  const pitch = fitPitch(takes, start);
  const move = pitchMap(base, start, pitch);

  // The rehearsal as the first card sounds.
  let compared: Compared[] = [];
  let noise = 0;
  for (const { recording, rehearsal, told } of takes) {
    const samples = await soundRehearsal(rehearsal, start, phones, move);
    const f0 = pitchOf(rehearsal).map((hz) => (hz > 0 ? move(hz) : 0));
    const ours = await envelopesOf(samples, f0);
    const { periodicity } = await trackVoice(samples, 24000);
    noise += 1 - meanPeriodicity([periodicity]);
    const classes = classesOf(rehearsal, phones).subarray(0, ours.frames);
    compared.push({ classes, ours, theirs: recording.envelopes, pairs: [] });
    if (told) checkPace(recording, rehearsal);
  }

  // Align, find the tract, and align again with what is known by then.
  let tract = 1;
  let offsets: ClassTransform = noTransform();
  for (let round = 0; round < 2; round++) {
    const next: Compared[] = [];
    for (const [i, one] of compared.entries()) {
      const take = takes[i]!;
      next.push(take.told ? await alignTake(take, one, tract, offsets, limitHz, round === 1 ? notices : null) : one);
    }
    compared = next;
    tract = bestTract(compared, limitHz);
    offsets = difference(
      compared.map((one) => ({ ...one, ours: transformed(one, tract, noTransform()) })),
      limitHz,
    );
  }

  const told = takes.some((take) => take.told);
  const theirNoise = 1 - meanPeriodicity(takes.map(({ recording }) => recording.periodicity));
  const ownNoise = noise / takes.length;
  const breathiness = clamp((theirNoise - ownNoise - 0.02) / (1 - ownNoise), 0, 0.8);
  let card: VoiceCard = {
    ...start,
    pitch,
    rate: told ? clamp(paceOf(takes), 0.5, 2) : 1,
    tract: clamp(start.tract * tract, 0.6, 1.6),
    breathiness: breathiness < 0.03 ? 0 : round(breathiness, 3),
  };
  // What the vocoder makes of it is measured and corrected.
  for (let i = 0; i <= ROUNDS; i++) {
    card = withOffsets(card, offsets);
    const heard: Compared[] = [];
    for (const [n, one] of compared.entries()) {
      const { rehearsal } = takes[n]!;
      const samples = await soundRehearsal(rehearsal, card, phones, move);
      const f0 = pitchOf(rehearsal).map((hz) => (hz > 0 ? move(hz) : 0));
      heard.push({ ...one, ours: await envelopesOf(samples, f0) });
    }
    if (i < ROUNDS && told) offsets = plus(offsets, difference(heard, limitHz), 0.8);
    else {
      const apart = longTermDifference(heard, limitHz);
      offsets = plus(
        offsets,
        offsets.map(() => apart),
        0.9,
      );
    }
  }
  return VoiceCard.parse(separateTilt(withOffsets(card, offsets)));
}

/** Pitch that brings the rehearsals' median and range of F0 to the recordings'. */
function fitPitch(takes: readonly Take[], { pitch }: VoiceCard): VoiceCard['pitch'] {
  const theirs = spreadOf(logPitch(takes.map(({ recording }) => recording.f0)));
  const ours = spreadOf(logPitch(takes.map(({ rehearsal }) => pitchOf(rehearsal))));
  const range = clamp(pitch.range * (theirs.range / Math.max(ours.range, 0.02)), 0.2, 3);
  const semitones = pitch.semitones + (12 / Math.LN2) * (theirs.median - ours.median);
  return { semitones: round(clamp(semitones, -24, 24), 3), range: round(range, 3) };
}

function baseLogF0({ speaker }: VoiceCard, speakers: readonly SpeakerTable[]): number {
  const [name] = 'mix' in speaker ? Object.keys(speaker.mix) : [];
  return speakers.find((one) => one.name === name)!.logF0Mean;
}

/** F0 of frames that were made with one pitch, as another would have it. */
function pitchMap(base: number, from: VoiceCard, to: VoiceCard['pitch']): (hz: number) => number {
  const step = Math.LN2 / 12;
  const before = base + from.pitch.semitones * step;
  const after = base + to.semitones * step;
  const scale = to.range / from.pitch.range;
  return (hz) => Math.exp(after + (Math.log(hz) - before) * scale);
}

async function alignTake(
  take: Take,
  one: Compared,
  tract: number,
  offsets: ClassTransform,
  limitHz: number,
  notices: { code: string; message: string }[] | null,
): Promise<Compared> {
  const own = transformed(one, tract, offsets);
  const a = features(own, pitchOf(take.rehearsal), limitHz);
  const b = features(one.theirs, take.recording.f0, limitHz);
  const width = FEATURES;
  const path = await align(a, b, width, bounds(own.active), bounds(one.theirs.active));
  if (notices) {
    const strangers = await align(a, b, width, bounds(own.active), bounds(one.theirs.active), true);
    judge(path.cost / strangers.cost, notices);
  }
  const pairs: [number, number][] = [];
  path.ours.forEach((i, n) => {
    const j = path.theirs[n]!;
    if (own.active[i] === 1 && one.theirs.active[j] === 1) pairs.push([i, j]);
  });
  return { ...one, pairs };
}

/** Whether the recording says what the transcript says. @throws DramatisError invalid_reference_audio */
function judge(ratio: number, notices: { code: string; message: string }[]): void {
  if (ratio > WRONG) {
    throw new DramatisError(
      'invalid_reference_audio',
      'references: the audio does not say what its text says; the text must be the exact transcript of the recording, or left empty.',
    );
  }
  if (ratio > DOUBTFUL) {
    const message = 'references: the text fits its audio badly; an exact transcript makes a better voice.';
    notices.push({ code: 'transcript_doubtful', message });
  }
}

/** @throws DramatisError invalid_reference_audio when nobody could say so much, or would so little, in this time */
function checkPace({ envelopes }: Recording, rehearsal: Rehearsal): void {
  const seconds = activeFrames(envelopes.active) / FRAME_RATE;
  const pace = lengthOf(rehearsal).phones / Math.max(seconds, 0.01);
  if (pace >= PACE[0] && pace <= PACE[1]) return;
  throw new DramatisError(
    'invalid_reference_audio',
    `references: the text is too ${pace < PACE[0] ? 'short' : 'long'} for its audio (${pace.toFixed(1)} phones a second of speech; ` +
      `${PACE[0]} to ${PACE[1]} are possible); it must be the exact transcript of the recording.`,
  );
}

/** Rate at which the rehearsals would last as long as the recordings, pauses aside. */
function paceOf(takes: readonly Take[]): number {
  let ours = 0;
  let theirs = 0;
  for (const { recording, rehearsal, told } of takes) {
    if (!told) continue;
    ours += lengthOf(rehearsal).frames;
    theirs += activeFrames(recording.envelopes.active);
  }
  return round(ours / Math.max(theirs, 1), 3);
}

function withOffsets(card: VoiceCard, offsets: ClassTransform): VoiceCard {
  return { ...card, classOffsets: offsets.map((row) => Array.from(row, (dB) => round(dB, 2))) };
}

/** Puts the slope that all classes share into `tilt`, where a person can find and change it. The sound stays. */
function separateTilt(card: VoiceCard): VoiceCard {
  const offsets = card.classOffsets!;
  const octaves = Array.from(BIN_HZ, (hz) => Math.log2(Math.max(hz, 100) / 1000));
  const used = octaves.map((_, k) => k).filter((k) => BIN_HZ[k]! > 200 && BIN_HZ[k]! < 6000);
  const mean = (k: number): number => offsets.reduce((sum, row) => sum + row[k]! / offsets.length, 0);
  const middle = used.reduce((sum, k) => sum + octaves[k]! / used.length, 0);
  const slope =
    used.reduce((sum, k) => sum + (octaves[k]! - middle) * mean(k), 0) /
    used.reduce((sum, k) => sum + (octaves[k]! - middle) ** 2, 0);
  const tilt = round(clamp(slope, -6, 6), 2);
  const classOffsets = offsets.map((row) => row.map((dB, k) => round(dB - tilt * octaves[k]!, 2)));
  return { ...card, tilt, classOffsets };
}

async function measureAll(recordings: readonly Recording[]): Promise<Measured> {
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

function meanPeriodicity(tracks: readonly Float32Array[]): number {
  const voiced = tracks.flatMap((track) => Array.from(track).filter((x) => x > 0));
  return voiced.reduce((a, b) => a + Math.min(b, 1), 0) / Math.max(voiced.length, 1);
}

function activeFrames(active: Uint8Array): number {
  return active.reduce((sum, x) => sum + x, 0);
}

function join(parts: readonly Float32Array[]): Float32Array {
  const out = new Float32Array(parts.reduce((n, part) => n + part.length, 0));
  parts.reduce((at, part) => (out.set(part, at), at + part.length), 0);
  return out;
}

const round = (x: number, digits: number): number => Math.round(x * 10 ** digits) / 10 ** digits;
