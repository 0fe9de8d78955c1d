import { createEncoder, type AudioMetadata, type Encoder } from '../audio/encoder.ts';
import { amplify, dbToGain } from '../audio/gain.ts';
import { TruePeakLimiter } from '../audio/limiter.ts';
import { StreamingNormalizer } from '../audio/normalizer.ts';
import { Resampler } from '../audio/resample.ts';
import { concatBytes, NO_BYTES } from '../audio/samples.ts';
import type { OutputFormat } from '../contract/formats.ts';

/**
 * About the gain that brings a voice to -18 LUFS, dB: where the loudness stage begins, before it has heard anything. By what
 * makes the sound: the starter's models, which leave room for effort, or an engine that gives its usual level.
 */
export const EXPECTED_GAIN_DB = { starter: 12.5, usual: 3 } as const;

export interface MasteringOptions {
  /** Hz of the samples that come in. */
  readonly sampleRate: number;
  readonly output: OutputFormat;
  /** dB. */
  readonly volume: number;
  /** Whether to bring the speech to -18 LUFS (ITU-R BS.1770) before the volume is applied. */
  readonly normalizeLoudness: boolean;
  /** Gain that the voice is expected to need for that, dB. */
  readonly expectedGainDb: number;
  readonly metadata: AudioMetadata;
}

/**
 * What happens to the vocoder's samples on their way out: loudness, volume, limiter (-1 dBTP), sample rate, encoder.
 * Owns the encoder: `dispose` in any case.
 */
export class Mastering {
  private readonly normalizer: StreamingNormalizer | null;
  private readonly gain: number;
  private readonly limiter: TruePeakLimiter;
  private readonly resampler: Resampler;

  private constructor(
    options: MasteringOptions,
    private readonly encoder: Encoder,
  ) {
    const { sampleRate } = options;
    this.normalizer = options.normalizeLoudness
      ? new StreamingNormalizer(sampleRate, { initialGainDb: options.expectedGainDb })
      : null;
    this.gain = dbToGain(options.volume);
    this.limiter = new TruePeakLimiter(sampleRate);
    this.resampler = new Resampler(sampleRate, encoder.sampleRate);
  }

  static async open(options: MasteringOptions): Promise<Mastering> {
    return new Mastering(options, await createEncoder(options.output, options.metadata));
  }

  /** Bytes that these samples complete, perhaps none. */
  push(samples: Float32Array): Uint8Array {
    const levelled = this.normalizer?.push(samples) ?? samples;
    const resampled = this.resampler.push(this.limiter.push(this.amplify(levelled)));
    // A header alone is no sound: it leaves with the first samples.
    return resampled.length === 0 ? NO_BYTES : this.encoder.encode(resampled);
  }

  /** The rest of the file. */
  finish(): Uint8Array {
    const parts: Uint8Array[] = [];
    const out = (samples: Float32Array): number => parts.push(this.encoder.encode(samples));
    if (this.normalizer) out(this.resampler.push(this.limiter.push(this.amplify(this.normalizer.flush()))));
    out(this.resampler.push(this.limiter.flush()));
    out(this.resampler.flush());
    parts.push(this.encoder.finish());
    return concatBytes(parts);
  }

  dispose(): void {
    this.encoder.dispose();
  }

  private amplify(samples: Float32Array): Float32Array {
    return this.gain === 1 ? samples : amplify(samples, this.gain);
  }
}
