import { Tensor, type InferenceSession } from 'onnxruntime-node';
import { ENVELOPE_BINS } from '../contract/voice-card.ts';
import type { StarterPack } from '../packs/load.ts';
import { PhoneLookup } from '../packs/phones.ts';
import type { AcousticTable } from '../packs/tables.ts';
import { ACOUSTIC_CONTEXT, writeFlags } from '../prosody/context.ts';
import type { FrameBlock, ProsodyPlan } from '../types.ts';
import { meanLogF0, type ResolvedVoice } from '../voice/resolve.ts';
import { FRAME_FEATURES, frameInputs, type FrameInputs } from './frames.ts';

const BANDS = 5;

/** Frames of the first window and of all that follow. */
export interface Windows {
  readonly first: number;
  readonly rest: number;
}

/**
 * Turns a plan into frames, window by window. Each window is computed with the context that the decoder sees and no
 * more, so any cutting gives the same frames. Graphs: acoustic-encoder, acoustic-decoder.
 */
export class AcousticModel {
  private constructor(
    private readonly encoder: InferenceSession,
    private readonly decoder: InferenceSession,
    private readonly phones: PhoneLookup,
    private readonly table: AcousticTable,
  ) {}

  static async load(pack: StarterPack): Promise<AcousticModel> {
    const [encoder, decoder] = await Promise.all([
      pack.createSession('acoustic-encoder.onnx'),
      pack.createSession('acoustic-decoder.onnx'),
    ]);
    return new AcousticModel(encoder, decoder, new PhoneLookup(pack.tables.phones), pack.tables.acoustic);
  }

  /** Yields the plan's frames in order. Stops before the next window when `signal` aborts. */
  async *render(
    plan: ProsodyPlan,
    voice: ResolvedVoice,
    windows: Windows,
    signal: AbortSignal,
  ): AsyncGenerator<FrameBlock, void, void> {
    const inputs = frameInputs(plan);
    const encoded = await this.encode(plan);
    const speaker = new Tensor('float32', voice.speakerEmbedding, [1, voice.speakerEmbedding.length]);
    for (let start = 0; start < inputs.frames && !signal.aborted;) {
      const end = Math.min(start + (start === 0 ? windows.first : windows.rest), inputs.frames);
      yield await this.window(start, end, inputs, encoded, speaker, voice);
      start = end;
    }
  }

  private async encode(plan: ProsodyPlan): Promise<Float32Array> {
    const { phones } = plan.sequence;
    const n = phones.length;
    const { features, ids } = this.phones.encode(phones);
    const context = new Float32Array(n * ACOUSTIC_CONTEXT);
    writeFlags(plan.sequence, context, ACOUSTIC_CONTEXT);
    for (let i = 0; i < n; i++) {
      context[i * ACOUSTIC_CONTEXT + 5] = Math.log(plan.durations[i]!) / 3;
      context[i * ACOUSTIC_CONTEXT + 6] = plan.energy[i]! * 0.5;
    }
    const result = await this.encoder.run({
      features: new Tensor('float32', features, [1, n, this.phones.width]),
      phone: new Tensor('int64', ids, [1, n]),
      context: new Tensor('float32', context, [1, n, ACOUSTIC_CONTEXT]),
    });
    return result['encoded']!.data as Float32Array;
  }

  /** Frames start..end: the decoder gets its context on both sides, and the frames of the context are thrown away. */
  private async window(
    start: number,
    end: number,
    inputs: FrameInputs,
    encoded: Float32Array,
    speaker: Tensor,
    voice: ResolvedVoice,
  ): Promise<FrameBlock> {
    const from = Math.max(0, start - this.table.context);
    const to = Math.min(inputs.frames, end + this.table.context);
    const width = this.table.encoded;
    const spread = new Float32Array((to - from) * width);
    for (let q = from; q < to; q++) {
      const phone = inputs.index[q]!;
      spread.set(encoded.subarray(phone * width, (phone + 1) * width), (q - from) * width);
    }
    const result = await this.decoder.run({
      encoded: new Tensor('float32', spread, [1, to - from, width]),
      frames: new Tensor('float32', inputs.features.subarray(from * FRAME_FEATURES, to * FRAME_FEATURES), [
        1,
        to - from,
        FRAME_FEATURES,
      ]),
      speaker,
    });
    const skip = start - from;
    const frames = end - start;
    const part = (name: string, size: number): Float32Array =>
      (result[name]!.data as Float32Array).subarray(skip * size, (skip + frames) * size);
    const voicing = part('voicing', 1);
    const aperiodicity = part('aperiodicity', BANDS);
    const { pitch } = voice.card;
    const base = meanLogF0(voice);
    const f0 = new Float32Array(frames);
    for (let i = 0; i < frames; i++) {
      if (voicing[i]! <= 0.5) continue;
      f0[i] = Math.exp(inputs.line[start + i]! * pitch.range + base);
      for (let k = i * BANDS; k < (i + 1) * BANDS; k++) {
        aperiodicity[k] = Math.min(1, aperiodicity[k]! * this.table.aperiodicityScale);
      }
    }
    return { frames, f0, envelope: part('envelope', ENVELOPE_BINS), aperiodicity };
  }
}
