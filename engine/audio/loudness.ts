const BLOCKS_PER_SECOND = 10;
/** Sub-blocks of 100 ms in a gating block of 400 ms, which overlap by 75 %. */
const SUBBLOCKS = 4;
const ABSOLUTE_GATE = -70;
const RELATIVE_GATE = -10;

/** Loudness in LUFS of a mean square of K-weighted mono samples, and back. */
export const energyToLufs = (energy: number): number => -0.691 + 10 * Math.log10(energy);
export const lufsToEnergy = (lufs: number): number => 10 ** ((lufs + 0.691) / 10);

/**
 * Loudness meter for mono audio of any rate (ITU-R BS.1770-4): K-weighting, 400 ms blocks with 75 % overlap, absolute
 * gate at -70 LUFS and relative gate at -10 LU. `momentary` is the loudness of the last 400 ms (EBU Tech 3341).
 */
export class LoudnessMeter {
  private readonly weighting: KWeighting;
  private readonly hop: number;
  /** Sum of squares of the sub-block that fills, and how many samples it has. */
  private sum = 0;
  private filled = 0;
  /** Mean squares of the last sub-blocks, oldest first, and of every gating block. */
  private recent: number[] = [];
  private readonly blocks: number[] = [];

  /** `sampleRate` in Hz. */
  constructor(readonly sampleRate: number) {
    this.weighting = new KWeighting(sampleRate);
    this.hop = Math.round(sampleRate / BLOCKS_PER_SECOND);
  }

  push(samples: Float32Array): void {
    let from = 0;
    while (from < samples.length) {
      const to = Math.min(samples.length, from + this.hop - this.filled);
      this.sum += this.weighting.energy(samples, from, to);
      this.filled += to - from;
      if (this.filled === this.hop) this.endSubBlock();
      from = to;
    }
  }

  /** LUFS of the last 400 ms; -Infinity before that and in silence. */
  momentary(): number {
    return energyToLufs(this.blocks.at(-1) ?? 0);
  }

  /** Gated loudness in LUFS of everything, or of the last `seconds`; -Infinity when no block passes the gates. */
  integrated(seconds = Infinity): number {
    return energyToLufs(this.gated(seconds).energy);
  }

  /** Mean square over the blocks that pass both gates, and how many they are. */
  gated(seconds = Infinity): { readonly energy: number; readonly blocks: number } {
    const first = Math.max(0, this.blocks.length - seconds * BLOCKS_PER_SECOND);
    const audible = meanAbove(this.blocks, first, lufsToEnergy(ABSOLUTE_GATE));
    return meanAbove(
      this.blocks,
      first,
      Math.max(lufsToEnergy(ABSOLUTE_GATE), audible.energy * 10 ** (RELATIVE_GATE / 10)),
    );
  }

  private endSubBlock(): void {
    this.recent.push(this.sum / this.hop);
    this.sum = this.filled = 0;
    if (this.recent.length > SUBBLOCKS) this.recent.shift();
    if (this.recent.length === SUBBLOCKS) this.blocks.push(this.recent.reduce((a, b) => a + b, 0) / SUBBLOCKS);
  }
}

/** Integrated loudness in LUFS of a whole mono signal. */
export function integratedLoudness(samples: Float32Array, sampleRate: number): number {
  const meter = new LoudnessMeter(sampleRate);
  meter.push(samples);
  return meter.integrated();
}

function meanAbove(blocks: readonly number[], first: number, gate: number): { energy: number; blocks: number } {
  let sum = 0;
  let count = 0;
  for (let i = first; i < blocks.length; i++) {
    if (blocks[i]! > gate) {
      sum += blocks[i]!;
      count++;
    }
  }
  return { energy: count > 0 ? sum / count : 0, blocks: count };
}

/**
 * The K-weighting filter: a shelf of +4 dB and a high-pass. BS.1770 gives coefficients for 48 kHz; other rates use the
 * analogue prototypes behind them (B. De Man, "Evaluation of implementations of the EBU R128 loudness measurement",
 * AES 145, 2018), which reproduce the table at 48 kHz.
 */
class KWeighting {
  private readonly shelf: Section;
  /** Its numerator is 1, -2, 1. */
  private readonly highPass: Pick<Section, 'a1' | 'a2'>;
  /** What the two sections (transposed direct form II) remember. */
  private s1 = 0;
  private s2 = 0;
  private h1 = 0;
  private h2 = 0;

  constructor(rate: number) {
    const q = 0.7071752369554196;
    const k = Math.tan((Math.PI * 1681.974450955533) / rate);
    const high = 10 ** (3.999843853973347 / 20);
    const band = high ** 0.4996667741545416;
    const a0 = 1 + k / q + k * k;
    this.shelf = {
      b0: (high + (band * k) / q + k * k) / a0,
      b1: (2 * (k * k - high)) / a0,
      b2: (high - (band * k) / q + k * k) / a0,
      a1: (2 * (k * k - 1)) / a0,
      a2: (1 - k / q + k * k) / a0,
    };
    const hq = 0.5003270373238773;
    const hk = Math.tan((Math.PI * 38.13547087602444) / rate);
    const h0 = 1 + hk / hq + hk * hk;
    this.highPass = { a1: (2 * (hk * hk - 1)) / h0, a2: (1 - hk / hq + hk * hk) / h0 };
  }

  /** Sum of the squares of the weighted samples. Everything is in local variables: three times as fast as in fields. */
  energy(samples: Float32Array, from: number, to: number): number {
    const { b0, b1, b2, a1, a2 } = this.shelf;
    const { a1: c1, a2: c2 } = this.highPass;
    let { s1, s2, h1, h2 } = this;
    let sum = 0;
    for (let i = from; i < to; i++) {
      const x = samples[i]!;
      const y = b0 * x + s1;
      s1 = b1 * x - a1 * y + s2;
      s2 = b2 * x - a2 * y;
      const z = y + h1;
      h1 = -2 * y - c1 * z + h2;
      h2 = y - c2 * z;
      sum += z * z;
    }
    this.s1 = settled(s1);
    this.s2 = settled(s2);
    this.h1 = settled(h1);
    this.h2 = settled(h2);
    return sum;
  }
}

/** A second-order section: b over 1 + a. */
interface Section {
  readonly b0: number;
  readonly b1: number;
  readonly b2: number;
  readonly a1: number;
  readonly a2: number;
}

/** Denormal numbers are slow and inaudible: silence that goes on shall not be computed with them. */
const settled = (memory: number): number => (Math.abs(memory) < 1e-30 ? 0 : memory);
