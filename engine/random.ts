/**
 * Seeded random numbers (xoshiro128++, Blackman and Vigna 2019; seeds spread by SplitMix32). The same seed and label
 * give the same numbers on every machine. Not for secrets.
 */
export class Random {
  private a = 0;
  private b = 0;
  private c = 0;
  private d = 0;

  constructor(private readonly seed: number) {
    let state = seed >>> 0;
    const next = (): number => {
      state = (state + 0x9e3779b9) | 0;
      let z = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
      z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
      return (z ^ (z >>> 15)) | 0;
    };
    this.a = next();
    this.b = next();
    this.c = next();
    this.d = next() | 1;
  }

  /** A stream of its own for a part of the work (`'prosody'`, chunk 3): independent of how much others have drawn. */
  derive(label: string, index = 0): Random {
    // FNV-1a over the label, the index and this stream's seed.
    let hash = 0x811c9dc5 ^ this.seed;
    for (let i = 0; i < label.length; i++) hash = Math.imul(hash ^ label.charCodeAt(i), 0x01000193);
    for (let value = index >>> 0, i = 0; i < 4; i++, value >>>= 8) hash = Math.imul(hash ^ (value & 255), 0x01000193);
    return new Random(hash >>> 0);
  }

  /** Uniform signed 32-bit integer. */
  int32(): number {
    const sum = (this.a + this.d) | 0;
    const result = (((sum << 7) | (sum >>> 25)) + this.a) | 0;
    const t = this.b << 9;
    this.c ^= this.a;
    this.d ^= this.b;
    this.b ^= this.c;
    this.a ^= this.d;
    this.c ^= t;
    this.d = (this.d << 11) | (this.d >>> 21);
    return result;
  }

  /** Uniform in [0, 1). */
  uniform(): number {
    return (this.int32() >>> 0) / 4294967296;
  }

  /** Mean 0, variance 1, nearly normal (sum of four uniforms, within ±3.47): enough for excitation and jitter. */
  gaussian(): number {
    const x = this.int32();
    const y = this.int32();
    const sum = (x >> 16) + ((x << 16) >> 16) + (y >> 16) + ((y << 16) >> 16);
    return (sum + 2) * GAUSSIAN_SCALE;
  }

  /** Mean 0, variance 1, with the tails of a normal distribution, as models that begin with noise expect it (Box and Muller 1958). */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.uniform())) * Math.cos(2 * Math.PI * this.uniform());
  }
}

/** Four uniforms on 2^16 steps have the variance 4 * 2^32 / 12. */
const GAUSSIAN_SCALE = Math.sqrt(3) / 65536;
