import { VoiceCard } from '../../contract/voice-card.ts';
import type { SpeakerTable } from '../../packs/tables.ts';
import { align, bounds, coarser } from './align.ts';
import { envelopesOf, FEATURES, features } from './envelope.ts';
import { activeFrames } from './measured.ts';
import { trackVoice } from './pitch.ts';
import type { Recording } from './recording.ts';
import { classesOf, pitchOf, soundRehearsal, type Rehearsal } from './rehearsal.ts';
import { EFFORT_TILT } from '../../vocoder/frame-spectrum.ts';
import { SAMPLE_RATE } from '../../vocoder/grid.ts';
import { BIN_HZ } from './spectrum.ts';
import { clamp, logPitch, round, spreadOf } from './statistics.ts';
import { type CloneTools, laps } from './tools.ts';
import { checkPace, judge, type Notice } from './transcript.ts';
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

/** Seconds of its own voice that the engine listens to, to know its breath. */
const OWN_NOISE = 6;

/** A recording beside the engine's rehearsal of its transcript. */
export interface Take {
  readonly recording: Recording;
  readonly rehearsal: Rehearsal;
  /** Whether the rehearsal says what the recording says, so that frames can be compared. */
  readonly told: boolean;
}

/** The first card with everything that can be told from the takes. @throws DramatisError invalid_reference_audio, cancelled */
export async function fit(
  takes: readonly Take[],
  start: VoiceCard,
  tools: CloneTools,
  notices: Notice[],
  signal: AbortSignal,
): Promise<VoiceCard> {
  const { phones, pack } = tools;
  const lap = laps(tools);
  const limitHz = Math.min(...takes.map(({ recording }) => recording.limitHz));
  const base = baseLogF0(start, pack.tables.speakers);
  const pitch = fitPitch(takes, start);
  const move = pitchMap(base, start, pitch);
  const sound = async (rehearsal: Rehearsal, card: VoiceCard) => {
    const samples = await soundRehearsal(rehearsal, card, phones, move, signal);
    const f0 = pitchOf(rehearsal).map((hz) => (hz > 0 ? move(hz) : 0));
    return { samples, envelopes: await envelopesOf(samples, f0, signal) };
  };

  // The rehearsal as the first card sounds.
  let compared: Compared[] = [];
  let noise = 0;
  for (const { recording, rehearsal, told } of takes) {
    const { samples, envelopes: ours } = await sound(rehearsal, start);
    // How much breath the engine's own voice has is known after some seconds.
    const { periodicity } = await trackVoice(samples.subarray(0, OWN_NOISE * SAMPLE_RATE), SAMPLE_RATE, signal);
    noise += 1 - meanPeriodicity([periodicity]);
    const classes = classesOf(rehearsal, phones).subarray(0, ours.frames);
    compared.push({ classes, ours, theirs: recording.envelopes, pairs: [] });
    if (told) checkPace(recording, rehearsal);
  }

  lap('sound');
  // Align, find the tract, and align again with what is known by then.
  let tract = 1;
  let offsets: ClassTransform = noTransform();
  for (let round = 0; round < 2; round++) {
    const next: Compared[] = [];
    for (const [i, one] of compared.entries()) {
      const take = takes[i]!;
      next.push(
        take.told ? await alignTake(take, one, { tract, offsets, limitHz, signal }, round === 1 ? notices : null) : one,
      );
    }
    compared = next;
    lap('align');
    tract = bestTract(compared, limitHz);

    offsets = difference(
      compared.map((one) => ({ ...one, ours: transformed(one, tract, noTransform()) })),
      limitHz,
    );
    lap('tract');
  }

  const told = takes.some((take) => take.told);
  const theirNoise = 1 - meanPeriodicity(takes.map(({ recording }) => recording.periodicity));
  const ownNoise = noise / takes.length;
  const breathiness = clamp((theirNoise - ownNoise - 0.02) / (1 - ownNoise), 0, 0.8);
  let card: VoiceCard = {
    ...start,
    pitch,
    rate: 1,
    tract: clamp(start.tract * tract, 0.6, 1.6),
    breathiness: breathiness < 0.03 ? 0 : round(breathiness, 3),
  };
  // What the vocoder makes of it is measured and corrected.
  card = withOffsets(card, offsets);
  let heard: Compared[] = [];
  for (const [n, one] of compared.entries()) {
    heard.push({ ...one, ours: (await sound(takes[n]!.rehearsal, card)).envelopes });
  }
  if (told) {
    // With the voice's own colour, which makes sounds audible or not.
    card = { ...card, rate: clamp(paceOf(takes, heard), 0.5, 2) };
    const before = offsets;
    offsets = plus(offsets, difference(heard, limitHz), 0.8);
    // What a little more of a colour does to the sound is known without sounding it.
    const change = plus(offsets, before, -1);
    heard = heard.map((one) => ({ ...one, ours: transformed(one, 1, change) }));
  }
  const apart = longTermDifference(heard, limitHz);
  offsets = plus(
    offsets,
    offsets.map(() => apart),
    0.9,
  );
  lap('sound');
  return VoiceCard.parse(separateSlope(withOffsets(card, offsets)));
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
  { tract, offsets, limitHz, signal }: { tract: number; offsets: ClassTransform; limitHz: number; signal: AbortSignal },
  notices: Notice[] | null,
): Promise<Compared> {
  const own = transformed(one, tract, offsets);
  const a = features(own, pitchOf(take.rehearsal), limitHz);
  const b = features(one.theirs, take.recording.f0, limitHz);
  const width = FEATURES;
  const [c, d] = [coarser(a, width), coarser(b, width)];
  const spans = [bounds(own.active), bounds(one.theirs.active)] as const;
  const halves = spans.map(([from, to], i) => [from >> 1, Math.min((to + 1) >> 1, [c, d][i]!.length / width)] as const);
  const rough = await align(c, d, width, halves[0]!, halves[1]!, { signal });
  const pairsOf = (ours: Int32Array, theirs: Int32Array, step: number): [number, number][] => {
    const pairs: [number, number][] = [];
    ours.forEach((i, n) => {
      const j = theirs[n]!;
      if (own.active[step * i] === 1 && one.theirs.active[step * j] === 1) pairs.push([step * i, step * j]);
    });
    return pairs;
  };
  // The first look decides the tract and the colour roughly; every second frame is enough for it.
  if (!notices) return { ...one, pairs: pairsOf(rough.ours, rough.theirs, 2) };
  const strangers = await align(c, d, width, halves[0]!, halves[1]!, { backwards: true, signal });
  judge(rough, strangers, notices);
  const path = await align(a, b, width, ...spans, { near: rough, signal });
  return { ...one, pairs: pairsOf(path.ours, path.theirs, 1) };
}

/**
 * Rate at which the rehearsals would last as long as the recordings: by the frames that sound in both, so that neither
 * pauses nor the silence within stops counts on one side alone.
 */
function paceOf(takes: readonly Take[], compared: readonly Compared[]): number {
  let ours = 0;
  let theirs = 0;
  compared.forEach((one, i) => {
    if (!takes[i]!.told) return;
    ours += activeFrames(one.ours.active);
    theirs += activeFrames(one.theirs.active);
  });
  return round(ours / Math.max(theirs, 1), 3);
}

function withOffsets(card: VoiceCard, offsets: ClassTransform): VoiceCard {
  return { ...card, classOffsets: offsets.map((row) => Array.from(row, (dB) => round(dB, 2))) };
}

/** Share of a flatter or steeper spectrum that is put down to vocal effort; the rest may be the microphone's. */
const EFFORT_SHARE = 0.16;
/** dB. */
const MOST_EFFORT = 4;

/**
 * Puts the slope that all classes share into `tilt` and `energy`, where a person can find and change it. Effort raises the
 * level and flattens the spectrum (Traunmüller and Eriksson 2000); the level of a recording tells of its microphone, so the
 * slope alone is taken as a sign of it, and a sixth of it. The spectrum stays; the level moves by the effort.
 */
function separateSlope(card: VoiceCard): VoiceCard {
  const offsets = card.classOffsets!;
  const octaves = Array.from(BIN_HZ, (hz) => Math.log2(Math.max(hz, 100) / 1000));
  const used = octaves.map((_, k) => k).filter((k) => BIN_HZ[k]! > 200 && BIN_HZ[k]! < 6000);
  const mean = (k: number): number => offsets.reduce((sum, row) => sum + row[k]! / offsets.length, 0);
  const middle = used.reduce((sum, k) => sum + octaves[k]! / used.length, 0);
  const slope =
    used.reduce((sum, k) => sum + (octaves[k]! - middle) * mean(k), 0) /
    used.reduce((sum, k) => sum + (octaves[k]! - middle) ** 2, 0);
  const total = round(clamp(slope, -6, 6), 2);
  const energy = round(clamp((EFFORT_SHARE * total) / EFFORT_TILT, -MOST_EFFORT, MOST_EFFORT), 1);
  const tilt = round(total - EFFORT_TILT * energy, 2);
  const classOffsets = offsets.map((row) => row.map((dB, k) => round(dB - total * octaves[k]!, 2)));
  return { ...card, tilt, energy, classOffsets };
}

function meanPeriodicity(tracks: readonly Float32Array[]): number {
  const voiced = tracks.flatMap((track) => Array.from(track).filter((x) => x > 0));
  return voiced.reduce((a, b) => a + Math.min(b, 1), 0) / Math.max(voiced.length, 1);
}
