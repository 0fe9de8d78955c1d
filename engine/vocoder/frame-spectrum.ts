import { ENVELOPE_BINS } from '../contract/voice-card.ts';
import type { FrameBlock } from '../types.ts';
import { NEPER_PER_DB, type VocoderControls } from './controls.ts';
import type { RealFft } from './fft.ts';
import { BANDS, bandsToLinear, type Interpolation, melToLinear } from './grid.ts';

/** One frame, ready to be sounded: natural logs of amplitude on linear frequency bins. */
export interface FrameSpectrum {
  f0: number;
  voiced: boolean;
  /** Voiced part (voiced frames only), `bins` values, and its minimum phase in radians. */
  readonly pulse: Float64Array;
  readonly phase: Float64Array;
  /** Unvoiced part, every second bin. */
  readonly noise: Float64Array;
}

export function emptySpectrum(bins: number): FrameSpectrum {
  const half = (bins - 1) / 2 + 1;
  return {
    f0: 0,
    voiced: false,
    pulse: new Float64Array(bins),
    phase: new Float64Array(bins),
    noise: new Float64Array(half),
  };
}

/** Below this share of power a part is inaudible, and its logarithm is held. */
const LEAST_SHARE = 1e-5;
/** dB by which vocal effort tilts the spectrum, per dB of effort and octave. */
export const EFFORT_TILT = 0.08;

/** Turns frames of acoustic parameters into spectra under one set of controls. */
export class FrameExpander {
  private readonly bins: number;
  private readonly bands: Interpolation;
  private readonly plain: Interpolation;
  private mel: Interpolation;
  private breathiness = 0;
  /** Nepers added to every frame, and on top of it to the breath of voiced frames. */
  private readonly shape: Float64Array;
  private readonly breathShape: Float64Array;
  /** Share of the voicing that is left, 0..1. */
  private readonly voicing: Float64Array;

  constructor(
    private readonly fft: RealFft,
    controls: VocoderControls,
  ) {
    this.bins = fft.size / 2 + 1;
    this.bands = bandsToLinear(this.bins);
    this.plain = melToLinear(this.bins, 1);
    this.mel = this.plain;
    this.shape = new Float64Array(this.bins);
    this.breathShape = new Float64Array(this.bins);
    this.voicing = new Float64Array(this.bins);
    this.setControls(controls);
  }

  /** A whisper has no pulses at all. */
  get whispers(): boolean {
    return this.breathiness >= 1;
  }

  setControls(controls: VocoderControls): void {
    const { bins, plain } = this;
    this.mel = melToLinear(bins, controls.tract);
    this.breathiness = controls.breathiness;
    const tilt = controls.tilt + EFFORT_TILT * controls.energy;
    for (let k = 0; k < bins; k++) {
      const hz = (k * 12000) / (bins - 1);
      const octaves = Math.log2(Math.max(hz, 100) / 1000);
      let decibel = tilt * octaves + controls.energy;
      const offset = controls.envelopeOffset;
      if (offset) {
        const j = plain.index[k]!;
        decibel += offset[j]! + plain.weight[k]! * (offset[j + 1]! - offset[j]!);
      }
      this.shape[k] = decibel * NEPER_PER_DB;
      this.breathShape[k] = whisperDecibel(hz) * controls.breathiness * NEPER_PER_DB;
      // Breath fills the upper spectrum first: 1 below 1 kHz, 2.5 from 4 kHz on.
      const steepness = 1 + 1.5 * Math.min(Math.max(Math.log2(Math.max(hz, 1) / 1000) / 2, 0), 1);
      this.voicing[k] = (1 - controls.breathiness) ** steepness;
    }
  }

  /** Frame `i` of `block` into `out`. */
  expand(block: FrameBlock, i: number, out: FrameSpectrum): void {
    const f0 = block.f0[i]!;
    const inVoicedSpeech = f0 > 0;
    out.f0 = f0;
    out.voiced = inVoicedSpeech && !this.whispers;
    const { envelope, aperiodicity, offset } = block;
    const { mel, plain, bands, bins, shape, breathShape, voicing } = this;
    const e = i * ENVELOPE_BINS;
    const a = i * BANDS;
    for (let k = 0; k < bins; k++) {
      const m = e + mel.index[k]!;
      let level = 0.5 * (envelope[m]! + mel.weight[k]! * (envelope[m + 1]! - envelope[m]!)) + shape[k]!;
      if (offset) {
        const o = e + plain.index[k]!;
        level += NEPER_PER_DB * (offset[o]! + plain.weight[k]! * (offset[o + 1]! - offset[o]!));
      }
      if (!inVoicedSpeech) {
        if ((k & 1) === 0) out.noise[k >> 1] = level;
        continue;
      }
      const b = a + bands.index[k]!;
      const share = aperiodicity[b]! + bands.weight[k]! * (aperiodicity[b + 1]! - aperiodicity[b]!);
      const voiced = (1 - share) * voicing[k]!;
      out.pulse[k] = level + 0.5 * Math.log(Math.max(voiced, LEAST_SHARE));
      if ((k & 1) === 0) {
        out.noise[k >> 1] = level + breathShape[k]! + 0.5 * Math.log(Math.max(1 - voiced, LEAST_SHARE));
      }
    }
    if (out.voiced) this.minimumPhase(out);
  }

  /** Phase of the minimum-phase system with this amplitude, by the folded real cepstrum (Oppenheim and Schafer). */
  private minimumPhase({ pulse, phase }: FrameSpectrum): void {
    const { fft, bins } = this;
    const { signal, spectrum, size } = fft;
    // A real, even spectrum is transformed to a real, even cepstrum; its causal half carries the phase.
    spectrum[0] = pulse[0]!;
    spectrum[1] = pulse[bins - 1]!;
    for (let k = 1; k < bins - 1; k++) {
      spectrum[2 * k] = pulse[k]!;
      spectrum[2 * k + 1] = 0;
    }
    fft.inverse();
    const scale = 1 / size;
    signal[0] = 0;
    for (let n = 1; n < size / 2; n++) signal[n] = signal[n]! * 2 * scale;
    signal.fill(0, size / 2);
    fft.forward();
    for (let k = 1; k < bins - 1; k++) phase[k] = spectrum[2 * k + 1]!;
    phase[0] = 0;
    phase[bins - 1] = 0;
  }
}

/**
 * How a whispered vowel's spectrum differs from the voiced one's, dB: the source is flat instead of falling, the lowest
 * formants lose their support (Jovicic 1998; Ito et al. 2005 measured 10 to 20 dB less below 1 kHz).
 */
function whisperDecibel(hz: number): number {
  const octaves = Math.log2(Math.max(hz, 80) / 1000);
  return -8 + (octaves < 0 ? Math.max(4.5 * octaves, -16) : Math.min(3 * octaves, 7));
}
