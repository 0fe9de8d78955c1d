import type { Likeness, Nearness, RecordingsReport } from '../../contract/recording-check.ts';
import type { ReferenceSample } from '../../contract/speech.ts';
import type { HouseVoice, VoiceCard } from '../../contract/voice-card.ts';
import { expectedSound } from '../distance.ts';
import { align, bounds } from './align.ts';
import { shapeGap } from './base.ts';
import { checkRecording } from './check.ts';
import { cepstra, envelopesOf, FEATURES, features } from './envelope.ts';
import { measureAll } from './measured.ts';
import { analyseRecording, decodeRecording, type Recording, requireSpeech } from './recording.ts';
import { pitchOf, soundRehearsal } from './rehearsal.ts';
import { logPitch, round, spreadOf } from './statistics.ts';
import { type CloneTools, STAND_IN } from './tools.ts';
import { type Compared, longTermDifference } from './transform.ts';
import { BIN_HZ } from './spectrum.ts';

const SEED = 1;
/** House voices that speak to be measured: those whose cards promise to come nearest. */
const CANDIDATES = 3;
/** Mel-cepstral coefficients that aligned frames are compared by: 1 to here. */
const ORDER = 16;

/**
 * Recordings measured one by one, and how near `card` comes to them, beside the nearest house voice.
 * @throws DramatisError invalid_reference_audio for what is no audio (and, with a card, holds no speech), cancelled
 */
export async function assessRecordings(
  references: readonly ReferenceSample[],
  card: VoiceCard | null,
  tools: CloneTools,
  signal: AbortSignal,
): Promise<RecordingsReport> {
  const recordings: Recording[] = [];
  for (const reference of references) recordings.push(await analyseRecording(await decodeRecording(reference), signal));
  const checks = recordings.map(checkRecording);
  if (!card) return { recordings: checks, likeness: null };
  requireSpeech(recordings);
  return { recordings: checks, likeness: await likeness(recordings, card, tools, signal) };
}

async function likeness(
  recordings: readonly Recording[],
  card: VoiceCard,
  tools: CloneTools,
  signal: AbortSignal,
): Promise<Likeness> {
  const clone = await nearness(recordings, card, tools, signal);
  let nearest: Likeness['nearestHouse'] | null = null;
  for (const voice of await promising(recordings, tools)) {
    const found = { ...(await nearness(recordings, voice.card, tools, signal)), id: voice.id, name: voice.name };
    if (!nearest || found.score > nearest.score) nearest = found;
  }
  return { clone, nearestHouse: nearest! };
}

async function promising(recordings: readonly Recording[], { pack }: CloneTools): Promise<HouseVoice[]> {
  const { logF0Mean, spectrum } = await measureAll(recordings);
  const scored = pack.voices.map((voice) => {
    const expected = expectedSound(voice.card, pack.tables.speakers);
    const semitones = (12 / Math.LN2) * Math.abs(expected.logF0 - logF0Mean);
    return { voice, score: shapeGap(spectrum, expected.spectrum) / 3 + semitones / 3 };
  });
  return scored
    .sort((a, b) => a.score - b.score)
    .slice(0, CANDIDATES)
    .map(({ voice }) => voice);
}

/** The card reads what the recordings say, and is compared with them frame by frame where they have transcripts. */
async function nearness(
  recordings: readonly Recording[],
  card: VoiceCard,
  tools: CloneTools,
  signal: AbortSignal,
): Promise<Nearness> {
  const limitHz = Math.min(...recordings.map((recording) => recording.limitHz));
  const pairs: Compared[] = [];
  const pitches: Float32Array[] = [];
  let sum = 0;
  let frames = 0;
  for (const recording of recordings) {
    const own = recording.text === '' ? null : await tools.rehearse(card, recording.text, SEED, signal);
    const rehearsal = own ?? (await tools.rehearse(card, STAND_IN, SEED, signal));
    if (!rehearsal) continue;
    const f0 = pitchOf(rehearsal);
    const samples = await soundRehearsal(rehearsal, card, tools.phones, undefined, signal);
    const ours = await envelopesOf(samples, f0, signal);
    pitches.push(f0);
    pairs.push({ classes: new Uint8Array(ours.frames), ours, theirs: recording.envelopes, pairs: [] });
    if (!own) continue;
    const theirs = recording.envelopes;
    const a = features(ours, f0, limitHz);
    const b = features(theirs, recording.f0, limitHz);
    const path = await align(a, b, FEATURES, bounds(ours.active), bounds(theirs.active), { signal });
    const [x, y] = [cepstra(ours, limitHz, ORDER), cepstra(theirs, limitHz, ORDER)];
    path.ours.forEach((i, n) => {
      const j = path.theirs[n]!;
      if (ours.active[i] === 0 || theirs.active[j] === 0) return;
      let squares = 0;
      for (let c = 0; c < ORDER; c++) squares += (x[i * ORDER + c]! - y[j * ORDER + c]!) ** 2;
      sum += Math.sqrt(squares);
      frames++;
    });
  }
  const medians = [pitches, recordings.map(({ f0 }) => f0)].map((tracks) => spreadOf(logPitch(tracks)).median);
  // A voice without any pitch is compared by its sound alone.
  const pitched = pitches.some((track) => track.some((hz) => hz > 0)) && card.breathiness < 1;
  const f0Semitones = pitched ? (12 / Math.LN2) * Math.abs(medians[0]! - medians[1]!) : 0;
  const apart = longTermDifference(pairs, limitHz);
  const heard = apart.filter((_, k) => BIN_HZ[k]! > 100 && BIN_HZ[k]! < Math.min(limitHz, 8000));
  const spectrumDb = heard.reduce((total, dB) => total + Math.abs(dB), 0) / heard.length;
  return told(f0Semitones, spectrumDb, frames === 0 ? null : sum / frames);
}

/**
 * 100 where all three are 0, half of it where they are what two unlike voices of one sex have: 3 semitones, 3 dB of
 * spectrum; 2 dB of cepstral distance lie between two readings by one voice, and half is at 6 dB.
 */
function told(f0Semitones: number, spectrumDb: number, cepstralDb: number | null): Nearness {
  const parts = [2 ** (-f0Semitones / 3), 2 ** (-spectrumDb / 3)];
  if (cepstralDb !== null) parts.push(2 ** (-Math.max(cepstralDb - 2, 0) / 4));
  const score = Math.round((100 * parts.reduce((a, b) => a + b, 0)) / parts.length);
  const word = score >= 75 ? 'alike' : score >= 55 ? 'similar' : score >= 35 ? 'related' : 'different';
  return {
    score,
    word,
    f0Semitones: round(f0Semitones, 2),
    spectrumDb: round(spectrumDb, 2),
    cepstralDb: cepstralDb === null ? null : round(cepstralDb, 2),
  };
}
