/** What a voice changes in the vocoder. F0 is not here: the frames bring it. See VoiceCard for the meaning of each. */
export interface VocoderControls {
  /** Formant scale, 0.6..1.6. */
  readonly tract: number;
  /** 0 as the frames say, 1 whisper. */
  readonly breathiness: number;
  /** dB per octave around 1 kHz. */
  readonly tilt: number;
  /** Vocal effort, dB. */
  readonly energy: number;
  /** 0..1. */
  readonly roughness: number;
  /** dB per mel bin, in final frequency (after `tract`), or null. */
  readonly envelopeOffset: readonly number[] | null;
}

export const NEUTRAL: VocoderControls = {
  tract: 1,
  breathiness: 0,
  tilt: 0,
  energy: 0,
  roughness: 0,
  envelopeOffset: null,
};

/** Nepers of amplitude per dB. */
export const NEPER_PER_DB = Math.LN10 / 20;
