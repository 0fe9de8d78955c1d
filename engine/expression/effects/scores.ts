import type { Random } from '../../random.ts';
import type { Effect } from '../sounds.ts';
import type { Key } from './compose.ts';
import type { Timbre } from './timbres.ts';

/** A sound as keys, with the irregular vibration that it has (0..1). */
export interface Score {
  readonly keys: readonly Key[];
  readonly roughness: number;
}

/** Writes keys one after another. Times, gains and pitches vary a little, as no two laughs are the same. */
class Pen {
  readonly keys: Key[] = [];
  private at = 0;
  private shift = 0;

  constructor(private readonly random: Random) {}

  /** A voiced moment, `frames` after the one before. */
  voice(frames: number, timbre: Timbre, gain: number, pitch: number, breath = 0.2): this {
    return this.key(frames, { timbre, gain, pitch: pitch + this.shift, breath, tilt: 0 });
  }

  /** A moment of breath. */
  air(frames: number, timbre: Timbre, gain: number, tilt = 3): this {
    return this.key(frames, { timbre, gain, pitch: null, breath: 1, tilt });
  }

  rest(frames: number): this {
    return this.air(1, 'h', -60).air(Math.max(frames - 1, 1), 'h', -60);
  }

  /** Lays the pitch of what follows somewhere else, by up to `semitones`. */
  wander(semitones: number): this {
    this.shift = semitones * 0.5 * this.random.gaussian();
    return this;
  }

  private key(frames: number, key: Omit<Key, 'at'>): this {
    const { random } = this;
    this.at += this.keys.length === 0 ? 0 : frames * (1 + 0.07 * random.gaussian());
    this.keys.push({ ...key, at: this.at, gain: key.gain + 0.6 * random.gaussian() });
    return this;
  }
}

/**
 * A voiced stretch whose pitch trembles 7 times a second: it swells, and as the breath runs out the mouth closes and the
 * voice goes into air.
 */
function tremble(
  pen: Pen,
  frames: number,
  timbre: Timbre,
  gain: readonly [number, number],
  pitch: readonly [number, number],
  depth: number,
): void {
  for (let i = 0; i <= frames; i += 7) {
    const u = i / frames;
    const swing = (i / 7) % 2 === 0 ? depth : -depth;
    const swell = 6 * (Math.sqrt(Math.sin(Math.PI * Math.min(u, 1))) - 1);
    pen.voice(
      i === 0 ? 3 : 7,
      u < 0.7 ? timbre : 'e',
      gain[0] + (gain[1] - gain[0]) * u + swell + swing,
      pitch[0] + (pitch[1] - pitch[0]) * u + 0.25 * swell + swing,
      0.25 + 0.5 * u * u,
    );
  }
}

const inhale = (pen: Pen, frames: number, timbre: Timbre, gain: number): Pen =>
  pen
    .air(1, timbre, -50)
    .air(frames * 0.2, timbre, gain - 8)
    .air(frames * 0.55, timbre, gain)
    .air(frames * 0.25, timbre, gain - 22);

/** What is left of the breath, through the same shape of the tract as the voice before it. */
const breatheOut = (pen: Pen, timbre: Timbre, gain: number, frames: number): Pen =>
  pen
    .air(2, timbre, gain, 0)
    .air(frames * 0.6, timbre, gain - 10, 0)
    .air(frames * 0.4, timbre, gain - 34, 0);

/**
 * Each sound: breath, glottal onsets and pitch over time. Laughter after Bachorowski, Smoski and Owren (2001), "The
 * acoustic features of human laughter": four to five aspirated vowels a second, high and falling, each of some 100 ms.
 */
const SCORES: Readonly<Record<Effect, (pen: Pen, random: Random) => void>> = {
  laugh(pen, random) {
    const count = 5 + Math.floor(random.uniform() * 3);
    pen.air(1, 'h', -40);
    for (let i = 0; i < count; i++) {
      const fade = -1.6 * i;
      const pitch = 7 - 1.1 * i;
      // The bursts come slower as the breath runs out.
      const slow = 1 + 0.06 * i;
      pen.wander(0.8).air(i === 0 ? 5 : 3 * slow, 'h', -22 + fade).air(5 * slow, 'a', -16 + fade);
      pen.voice(1, 'a', -3 + fade, pitch + 1, 0.4).voice(2, 'a', 1 + fade, pitch + 2, 0.15);
      pen.voice(4, 'a', -1 + fade, pitch + 0.5, 0.2).voice(4 * slow, 'e', -11 + fade, pitch - 2, 0.6);
    }
    pen.air(2, 'h', -26);
    inhale(pen.rest(6), 28, 'e', -20);
  },
  chuckle(pen, random) {
    const count = 3 + Math.floor(random.uniform() * 2);
    pen.air(1, 'h', -45);
    for (let i = 0; i < count; i++) {
      const fade = -1.8 * i;
      pen.wander(0.6).air(3, 'h', -22 + fade).air(4, 'e', -19 + fade);
      pen.voice(1, 'e', -9 + fade, 2.5 - 0.6 * i, 0.55).voice(2, 'e', -5 + fade, 3 - 0.6 * i, 0.35);
      pen.voice(4, 'e', -14 + fade, -0.6 * i, 0.65);
    }
    pen.air(2, 'h', -28).air(8, 'h', -50);
  },
  sob(pen) {
    for (let i = 0; i < 2; i++) {
      for (let j = 0; j < 2; j++) pen.air(1, 'e', -45).air(3, 'e', -19).air(4, 'e', -24).rest(3);
      pen.wander(0.8).air(2, 'h', -24);
      tremble(pen, 35, 'e', [-5, -15], [6 - i, 1.5 - i], 0.9);
      pen.air(3, 'h', -26).air(6, 'h', -45).rest(6);
    }
    inhale(pen, 30, 'e', -19);
  },
  cry(pen) {
    for (let i = 0; i < 3; i++) {
      pen.wander(1).air(2, 'h', -22);
      tremble(pen, 63 - 7 * i, 'a', [3, -5], [9 - i, 3 - i], 1.1);
      pen.air(5, 'h', -24).air(9, 'h', -45);
      for (let j = 0; j < 3; j++) pen.air(2, 'e', -40).air(3, 'e', -16).air(5, 'e', -24).rest(3);
    }
  },
  sigh(pen) {
    inhale(pen, 35, 'e', -24).rest(5);
    pen.air(3, 'e', -28, 1).voice(4, 'a', -12, 1.5, 0.75).voice(10, 'a', -9, 1, 0.6).voice(16, 'e', -14, -2, 0.75);
    breatheOut(pen.voice(14, 'e', -19, -4.5, 0.88).voice(8, 'e', -23, -6, 0.98), 'e', -23, 30);
  },
  gasp(pen) {
    pen.air(1, 'e', -45).air(3, 'e', -24, 4).air(14, 'a', -9, 4).air(5, 'a', -11, 4).air(2, 'a', -40, 4).rest(12);
  },
  cough(pen, random) {
    const count = 2 + Math.floor(random.uniform() * 2);
    pen.air(1, 'h', -60);
    for (let i = 0; i < count; i++) {
      const fade = -3 * i;
      // The glottis bursts open, air rushes, and the folds close on the rest of it.
      pen.wander(1).air(3, 'h', -60).air(1, 'a', 2 + fade, 3).air(2, 'a', -3 + fade, 2).air(5, 'a', -10 + fade, 1);
      pen.voice(2, 'a', -9 + fade, 4, 0.85).voice(3, 'a', -6 + fade, 3, 0.6).voice(6, 'e', -14 + fade, -1, 0.8);
      pen.air(2, 'e', -26 + fade, 1).air(4, 'h', -50).rest(9);
    }
  },
  groan(pen) {
    pen.air(1, 'h', -40).voice(4, 'm', -18, -2, 0.4).voice(20, 'e', -5, 0, 0.2).voice(30, 'a', -4, -1.5, 0.2);
    pen.voice(25, 'e', -11, -5, 0.35).voice(14, 'm', -22, -7, 0.6);
    breatheOut(pen.voice(6, 'm', -32, -8, 0.97), 'm', -33, 10);
  },
  yawn(pen) {
    pen.air(1, 'e', -50).air(20, 'e', -28).air(30, 'a', -17).air(12, 'a', -19, 1).air(3, 'a', -20, 0);
    pen.voice(4, 'a', -15, 2, 0.9).voice(16, 'a', -6, 4.5, 0.35).voice(40, 'a', -8, 1, 0.35).voice(30, 'e', -15, -4.5, 0.6);
    breatheOut(pen.voice(14, 'e', -22, -7, 0.85).voice(6, 'e', -27, -8, 0.98), 'e', -27, 24);
  },
  pant(pen) {
    for (let i = 0; i < 4; i++) {
      pen.air(2, 'e', -40).air(6, 'e', -19).air(6, 'e', -22).air(4, 'e', -42, 4);
      pen.air(4, 'h', -17, 1).air(8, 'h', -19, 1).air(8, 'h', -42, 1);
    }
  },
  snore(pen) {
    for (let i = 0; i < 2; i++) {
      pen.air(2, 'e', -45).voice(4, 'm', -22, -19, 0.7).voice(25, 'e', -8, -17, 0.55).voice(25, 'e', -9, -18, 0.6);
      pen.voice(6, 'm', -24, -20, 0.8).air(3, 'h', -45).rest(14);
      pen.air(8, 'h', -32, 1).air(20, 'h', -28, 1).air(24, 'h', -50, 1).rest(14);
    }
  },
  breath(pen) {
    inhale(pen, 50, 'e', -20).rest(6);
  },
  'lip-smack'(pen) {
    pen.air(1, 'i', -70).air(3, 'i', -70, 0).air(1, 'i', -6, 4).air(1, 'i', -16, 3).air(2, 'e', -34).air(3, 'h', -65);
    pen.air(5, 'i', -65).air(1, 'i', -17, 4).air(1, 'i', -28, 3).air(3, 'h', -65).rest(6);
  },
  'clear-throat'(pen) {
    pen.air(1, 'h', -45).air(4, 'h', -20, 1).voice(1, 'e', -10, -2, 0.6).voice(5, 'e', -6, -1, 0.5).voice(6, 'e', -10, -3, 0.6);
    pen.air(2, 'h', -26, 1).air(5, 'h', -40).voice(1, 'e', -12, -2, 0.5).voice(7, 'e', -4, -1, 0.4).voice(14, 'm', -8, -4, 0.45);
    pen.voice(8, 'm', -24, -6, 0.6).air(3, 'h', -50).rest(6);
  },
  sniff(pen) {
    for (let i = 0; i < 2; i++) pen.air(1, 'i', -45, 5).air(5, 'i', -23, 6).air(7, 'i', -18, 6).air(2, 'i', -48, 5).rest(9);
  },
  hum(pen) {
    pen.voice(0, 'm', -30, -1, 0.4).voice(6, 'm', -8, 0.5, 0.1).voice(22, 'm', -8, -1.5, 0.1).voice(14, 'm', -16, -3.5, 0.2).voice(5, 'm', -40, -4, 0.4);
  },
}; // prettier-ignore

const ROUGHNESS: Partial<Record<Effect, number>> = {
  groan: 0.35,
  snore: 0.8,
  'clear-throat': 0.8,
  cough: 0.5,
  cry: 0.2,
  sob: 0.15,
};

/** The score of a sound; the same random numbers write the same one. */
export function scoreOf(effect: Effect, random: Random): Score {
  const pen = new Pen(random);
  SCORES[effect](pen, random);
  return { keys: pen.keys, roughness: ROUGHNESS[effect] ?? 0 };
}
