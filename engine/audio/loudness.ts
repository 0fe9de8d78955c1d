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
    for (const x of samples) {
      const y = this.weighting.next(x);
      this.sum += y * y;
      if (++this.filled === this.hop) this.endSubBlock();
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
  private readonly shelf: Biquad;
  private readonly highPass: Biquad;

  constructor(rate: number) {
    const q = 0.7071752369554196;
    const k = Math.tan((Math.PI * 1681.974450955533) / rate);
    const high = 10 ** (3.999843853973347 / 20);
    const band = high ** 0.4996667741545416;
    const a0 = 1 + k / q + k * k;
    this.shelf = new Biquad(
      [(high + (band * k) / q + k * k) / a0, (2 * (k * k - high)) / a0, (high - (band * k) / q + k * k) / a0],
      [(2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0],
    );
    const hq = 0.5003270373238773;
    const hk = Math.tan((Math.PI * 38.13547087602444) / rate);
    const h0 = 1 + hk / hq + hk * hk;
    this.highPass = new Biquad([1, -2, 1], [(2 * (hk * hk - 1)) / h0, (1 - hk / hq + hk * hk) / h0]);
  }

  next(x: number): number {
    return this.highPass.next(this.shelf.next(x));
  }
}

/** Second-order section, transposed direct form II. */
class Biquad {
  private s1 = 0;
  private s2 = 0;

  constructor(
    private readonly b: readonly [number, number, number],
    private readonly a: readonly [number, number],
  ) {}

  next(x: number): number {
    const y = this.b[0] * x + this.s1;
    this.s1 = this.b[1] * x - this.a[0] * y + this.s2;
    this.s2 = this.b[2] * x - this.a[1] * y;
    // Denormal numbers are slow and inaudible.
    if (Math.abs(this.s1) < 1e-30) this.s1 = 0;
    if (Math.abs(this.s2) < 1e-30) this.s2 = 0;
    return y;
  }
}
