import { Random } from '../random.ts';
import type { FrameBlock } from '../types.ts';
import { fastExp, polar } from './approx.ts';
import { NEUTRAL, type VocoderControls } from './controls.ts';
import { dispersion, spreadSeconds } from './dispersion.ts';
import { loadFfts, type RealFft } from './fft.ts';
import { Irregularity } from './irregularity.ts';
import { emptySpectrum, FrameExpander, type FrameSpectrum } from './frame-spectrum.ts';
import { FRAME_SAMPLES, SAMPLE_RATE } from './grid.ts';

const PULSE_SIZE = 1024;
const PULSE_BINS = PULSE_SIZE / 2 + 1;
const NOISE_SIZE = 512;
const NOISE_BINS = NOISE_SIZE / 2 + 1;
/** Noise is shaped in grains of twice this length: 5 ms steps. */
const GRAIN = 120;
/** Samples that a pulse or a grain may begin before its own time. What lies later than this is not finished. */
const LEAD = 256;
const LEAD_PULSE = 128;
/** Knots of a pulse's random phase: 700 Hz apart, since phase must be smooth over frequency. */
const PHASE_KNOTS = 18;
/** The random phase sets in at 2 kHz and is whole at 8 kHz. */
const PHASE_FROM = 85;
const PHASE_RISE = 256;
/** Depth of the noise's modulation by the glottal cycle. */
const MODULATION = 0.6;
const MODULATION_RMS = Math.sqrt(1 + MODULATION ** 2 / 2);
/** Between a voiced and an unvoiced frame the voice sets in or ends within this part of the 10 ms. */
const ONSET = [0.25, 0.75] as const;
/** Bins quieter than this (nepers of amplitude) are skipped. */
const SILENT = -14;
const DISPERSION = dispersion(PULSE_SIZE);

/**
 * Frames of envelope, aperiodicity and F0 to samples at 24 kHz: minimum-phase pulses plus noise whose level follows
 * the glottal cycle. Frame i stands for the time i * 10 ms. What comes out does not depend on how the frames were
 * divided into blocks, and is the same for the same seed. Amounts to `frames * 240` samples once flushed.
 */
export class Vocoder {
  private readonly expander: FrameExpander;
  private previous = emptySpectrum(PULSE_BINS);
  private current = emptySpectrum(PULSE_BINS);
  private started = false;
  private readonly random: Random;
  /** Position in the glottal cycle, 0..1. */
  private cycle = 0;
  private readonly irregularity: Irregularity;
  /** Vocal effort, dB. */
  private effort: number;
  private readonly knots = new Float64Array(PHASE_KNOTS);
  private readonly window = Float64Array.from(
    { length: 2 * GRAIN },
    (_, i) => 0.5 - 0.5 * Math.cos((Math.PI * i) / GRAIN),
  );
  private readonly grain = new Float64Array(2 * GRAIN);
  private readonly modulation = new Float64Array(FRAME_SAMPLES);
  /** Sum of pulses and grains: starts LEAD before the frame being made. */
  private readonly sum = new Float64Array(LEAD + FRAME_SAMPLES + PULSE_SIZE);
  private readonly highPass = new HighPass();
  /** Samples of LEAD that lie before time 0 and are dropped. */
  private skip = LEAD;

  private constructor(
    private readonly pulseFft: RealFft,
    private readonly noiseFft: RealFft,
    seed: number,
    controls: VocoderControls,
  ) {
    this.random = new Random(seed);
    this.expander = new FrameExpander(pulseFft, controls);
    this.irregularity = new Irregularity(this.random.derive('irregularity'), controls.roughness);
    this.effort = controls.energy;
  }

  static async create(seed: number, controls: VocoderControls = NEUTRAL): Promise<Vocoder> {
    const ffts = await loadFfts();
    return new Vocoder(ffts.get(PULSE_SIZE)!, ffts.get(NOISE_SIZE)!, seed, controls);
  }

  /** Holds for the frames that follow; the change takes 10 ms. */
  setControls(controls: VocoderControls): void {
    this.expander.setControls(controls);
    this.irregularity.roughness = controls.roughness;
    this.effort = controls.energy;
  }

  /** Samples that `block` completes: all but the last frame and LEAD samples. */
  push(block: FrameBlock): Float32Array {
    const out = new Float32Array(block.frames * FRAME_SAMPLES);
    let length = 0;
    for (let i = 0; i < block.frames; i++) {
      this.expander.expand(block, i, this.current);
      if (this.started) length = this.advance(out, length);
      this.started = true;
      [this.previous, this.current] = [this.current, this.previous];
    }
    return out.subarray(0, length);
  }

  /** The rest, with the last frame held for its 10 ms. The vocoder is then used up. */
  flush(): Float32Array {
    if (!this.started) return new Float32Array(0);
    const out = new Float32Array(FRAME_SAMPLES + LEAD);
    const { previous } = this;
    this.current = previous;
    const length = this.advance(out, 0);
    return out.subarray(0, this.emit(out, length, LEAD));
  }

  /** Sounds the 10 ms from the previous frame to the current one. */
  private advance(out: Float32Array, length: number): number {
    this.excite(this.previous, this.current);
    return this.emit(out, length, FRAME_SAMPLES);
  }

  private excite(from: FrameSpectrum, to: FrameSpectrum): void {
    const { modulation, grain, random } = this;
    const f0From = from.voiced ? from.f0 : to.f0;
    const f0To = to.voiced ? to.f0 : f0From;
    const anyVoice = from.voiced || to.voiced;
    for (let i = 0; i < FRAME_SAMPLES; i++) {
      const at = i / FRAME_SAMPLES;
      const share = voicedShare(from, to, at);
      if (anyVoice) {
        const f0 = f0From + (f0To - f0From) * at;
        this.cycle += f0 / (SAMPLE_RATE * this.irregularity.period);
        if (this.cycle >= 1) {
          this.cycle -= 1;
          const power = share * this.irregularity.next();
          if (share > 0) this.pulse(LEAD + i, (this.cycle * SAMPLE_RATE) / f0, f0, from, to, at, power);
        }
      }
      const wave = 1 + MODULATION * Math.cos(2 * Math.PI * this.cycle);
      modulation[i] = share > 0 ? 1 + share * (wave / MODULATION_RMS - 1) : 1;
    }
    for (let h = 0; h < FRAME_SAMPLES; h += GRAIN) {
      grain.copyWithin(0, GRAIN);
      for (let i = 0; i < GRAIN; i++) grain[GRAIN + i] = random.gaussian() * modulation[h + i]!;
      this.noise(LEAD + h - GRAIN, from, to, h / FRAME_SAMPLES);
    }
  }

  /** Adds one glottal pulse that lies `early` samples (0..1) before `position`; `power` 1 is the frames' own. */
  private pulse(
    position: number,
    early: number,
    f0: number,
    from: FrameSpectrum,
    to: FrameSpectrum,
    at: number,
    power: number,
  ): void {
    const { random, knots, sum, pulseFft } = this;
    const { spectrum, signal } = pulseFft;
    const a = from.voiced ? from : to;
    const b = to.voiced ? to : from;
    const gain = 0.5 * Math.log((power * SAMPLE_RATE) / f0) - Math.log(PULSE_SIZE);
    const advance = ((2 * Math.PI) / PULSE_SIZE) * early;
    const spread = spreadSeconds(this.effort, f0);
    for (let i = 0; i < PHASE_KNOTS; i++) knots[i] = 0.5 * random.gaussian();
    for (let k = 0; k < PULSE_BINS; k++) {
      const level = a.pulse[k]! + (b.pulse[k]! - a.pulse[k]!) * at;
      if (level < SILENT) {
        spectrum[2 * k] = 0;
        spectrum[2 * k + 1] = 0;
        continue;
      }
      let phase = a.phase[k]! + (b.phase[k]! - a.phase[k]!) * at + advance * k + spread * DISPERSION[k]!;
      if (k > PHASE_FROM) {
        const p = (k * (PHASE_KNOTS - 1)) / (PULSE_BINS - 1);
        const j = Math.min(p | 0, PHASE_KNOTS - 2);
        phase += Math.min((k - PHASE_FROM) / PHASE_RISE, 1) * (knots[j]! + (knots[j + 1]! - knots[j]!) * (p - j));
      }
      if (k < PULSE_BINS - 1) polar(fastExp(level + gain), phase, spectrum, 2 * k);
    }
    // DC stays: without it the valleys of the spectrum fill up. The high-pass at the end removes the offset.
    spectrum[1] = 0;
    pulseFft.inverse();
    for (let i = 0; i < PULSE_SIZE - LEAD_PULSE; i++) sum[position + i] = sum[position + i]! + signal[i]!;
    const start = position - PULSE_SIZE;
    for (let i = PULSE_SIZE - LEAD_PULSE; i < PULSE_SIZE; i++) sum[start + i] = sum[start + i]! + signal[i]!;
  }

  /** Adds the current grain, shaped, at `position`. */
  private noise(position: number, from: FrameSpectrum, to: FrameSpectrum, at: number): void {
    const { grain, window, sum, noiseFft } = this;
    const { spectrum, signal } = noiseFft;
    for (let i = 0; i < 2 * GRAIN; i++) signal[i] = grain[i]! * window[i]!;
    signal.fill(0, 2 * GRAIN);
    noiseFft.forward();
    const scale = Math.log(NOISE_SIZE);
    const share = voicedShare(from, to, at);
    const mixed = from.voiced !== to.voiced;
    const [a, b] = [mixed && from.voiced ? to.noise : from.noise, mixed && from.voiced ? from.noise : to.noise];
    // Between voice and no voice powers add: the mean of the logarithms would leave a hole there.
    const level = mixed
      ? (k: number): number =>
          Math.sqrt((1 - share) * fastExp(2 * (a[k]! - scale)) + share * fastExp(2 * (b[k]! - scale)))
      : (k: number): number => fastExp(a[k]! + (b[k]! - a[k]!) * at - scale);
    spectrum[0] = spectrum[0]! * level(0);
    spectrum[1] = 0;
    for (let k = 1; k < NOISE_BINS - 1; k++) {
      const gain = level(k);
      spectrum[2 * k] = spectrum[2 * k]! * gain;
      spectrum[2 * k + 1] = spectrum[2 * k + 1]! * gain;
    }
    noiseFft.inverse();
    const lead = LEAD - GRAIN;
    for (let i = 0; i < NOISE_SIZE - lead; i++) sum[position + i] = sum[position + i]! + signal[i]!;
    const start = position - NOISE_SIZE;
    for (let i = NOISE_SIZE - lead; i < NOISE_SIZE; i++) sum[start + i] = sum[start + i]! + signal[i]!;
  }

  /** Moves `count` finished samples to `out` and shifts the sum. */
  private emit(out: Float32Array, length: number, count: number): number {
    const { sum, highPass } = this;
    for (let i = 0; i < count; i++) {
      const sample = highPass.next(sum[i]!);
      if (this.skip > 0) this.skip--;
      else out[length++] = sample;
    }
    sum.copyWithin(0, count);
    sum.fill(0, sum.length - count);
    return length;
  }
}

/** Share of the power that follows the voiced frame, `at` 0..1 between two frames. */
function voicedShare(from: FrameSpectrum, to: FrameSpectrum, at: number): number {
  if (from.voiced === to.voiced) return from.voiced ? 1 : 0;
  const toVoice = to.voiced ? at : 1 - at;
  return Math.min(Math.max((toVoice - ONSET[0]) / (ONSET[1] - ONSET[0]), 0), 1);
}

/** Second-order Butterworth high-pass at 45 Hz. */
class HighPass {
  private x1 = 0;
  private x2 = 0;
  private y1 = 0;
  private y2 = 0;

  next(x: number): number {
    const y = 0.9917041956 * (x - 2 * this.x1 + this.x2) + 1.9833395696 * this.y1 - 0.9834772127 * this.y2;
    this.x2 = this.x1;
    this.x1 = x;
    this.y2 = this.y1;
    this.y1 = y;
    return y;
  }
}
