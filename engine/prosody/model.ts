import { Tensor, type InferenceSession } from 'onnxruntime-node';
import { DramatisError } from '../contract/errors.ts';
import type { StarterPack } from '../packs/load.ts';
import { PhoneLookup } from '../packs/phones.ts';
import type { ProsodyTable } from '../packs/tables.ts';
import type { Random } from '../random.ts';
import type { PhoneSequence, ProsodyPlan } from '../types.ts';
import type { ResolvedVoice } from '../voice/resolve.ts';
import { PROSODY_CONTEXT, prosodyContext } from './context.ts';
import { sampleToken, type Sampling } from './sample.ts';

export interface ProsodySampling extends Sampling {
  /** Most tokens (phones) drawn; the chunk ends cleanly there. */
  readonly maxNewTokens: number;
  /** Speaking-rate factor on top of the card's. */
  readonly speed: number;
  readonly random: Random;
}

/** What the next chunk needs to go on where this one ended. */
export interface ProsodyState {
  readonly hidden: Float32Array;
  readonly previous: number;
}

/** How often a running plan lets other work of the process in, in tokens. */
const YIELD_EVERY = 64;

/** Draws duration, F0 movement and energy of each phone, one token a phone. Graphs: prosody-encoder, prosody-step. */
export class ProsodyModel {
  private constructor(
    private readonly encoder: InferenceSession,
    private readonly step: InferenceSession,
    private readonly phones: PhoneLookup,
    private readonly table: ProsodyTable,
  ) {}

  static async load(pack: StarterPack): Promise<ProsodyModel> {
    const [encoder, step] = await Promise.all([
      pack.createSession('prosody-encoder.onnx'),
      pack.createSession('prosody-step.onnx'),
    ]);
    return new ProsodyModel(encoder, step, new PhoneLookup(pack.tables.phones), pack.tables.prosody);
  }

  /**
   * Plans a chunk. With `state` of the chunk before, the voice goes on in the same breath; without, it begins anew.
   * A sequence longer than `maxNewTokens` is cut, and a pause closes it.
   */
  async plan(
    whole: PhoneSequence,
    voice: ResolvedVoice,
    sampling: ProsodySampling,
    state: ProsodyState | null,
    signal: AbortSignal,
  ): Promise<{ plan: ProsodyPlan; state: ProsodyState }> {
    const sequence = cut(whole, sampling.maxNewTokens);
    const n = sequence.phones.length;
    const encoded = this.phones.encode(sequence.phones);
    const { enc } = await this.encode(sequence, encoded.features, encoded.ids, voice);
    const { codebook, state: width } = this.table;
    const rate = voice.card.rate * sampling.speed;
    const durations = new Int32Array(n);
    const f0 = new Float32Array(n * 3);
    const energy = new Float32Array(n);
    const scratch = new Float64Array(codebook.length);
    const history: number[] = [];
    const feeds = stepFeeds(this.table.encoded, width);
    const hidden = feeds.state.data;
    if (state) hidden.set(state.hidden);
    let previous = state?.previous ?? codebook.length;
    let owed = 0;
    for (let i = 0; i < n; i++) {
      if (i % YIELD_EVERY === YIELD_EVERY - 1) await new Promise<void>((resolve) => setImmediate(resolve));
      if (signal.aborted) throw new DramatisError('cancelled', 'The request was cancelled.');
      feeds.encoded.data.set(enc.subarray(i * this.table.encoded, (i + 1) * this.table.encoded));
      feeds.previous.data[0] = BigInt(previous);
      const result = await this.step.run(feeds);
      hidden.set(result['next']!.data as Float32Array);
      previous = sampleToken(result['logits']!.data as Float32Array, history, sampling, sampling.random, scratch);
      history.push(previous);
      const token = codebook[previous]!;
      const exact = Math.exp(token[0]! + voice.logDurationMean[encoded.rows[i]!]!) / rate;
      durations[i] = Math.max(1, Math.round(exact + owed));
      // What rounding took from this phone is given to the next, so that the pace stays true at any speed.
      owed = Math.min(Math.max(owed + exact - durations[i]!, -1), 1);
      for (let k = 0; k < 3; k++) f0[i * 3 + k] = token[k + 1]! * voice.f0Scale;
      energy[i] = token[4]! * voice.energyScale;
    }
    return {
      plan: { sequence, durations, f0, energy },
      state: { hidden, previous },
    };
  }

  private async encode(
    sequence: PhoneSequence,
    features: Float32Array,
    ids: BigInt64Array,
    voice: ResolvedVoice,
  ): Promise<{ enc: Float32Array }> {
    const n = ids.length;
    const { languages } = this.table;
    const found = languages.indexOf(sequence.language.toLowerCase().split('-')[0]!);
    const result = await this.encoder.run({
      features: new Tensor('float32', features, [1, n, this.phones.width]),
      phone: new Tensor('int64', ids, [1, n]),
      context: new Tensor('float32', prosodyContext(sequence), [1, n, PROSODY_CONTEXT]),
      language: new Tensor('int64', BigInt64Array.of(BigInt(found < 0 ? languages.length - 1 : found)), [1]),
      speaker: new Tensor('float32', voice.speakerEmbedding, [1, voice.speakerEmbedding.length]),
    });
    return { enc: result['encoded']!.data as Float32Array };
  }
}

/** Inputs of the step graph, written anew for each token: making tensors would cost a sixth of the step. */
function stepFeeds(encoded: number, width: number) {
  return {
    encoded: new Tensor('float32', new Float32Array(encoded), [1, 1, encoded]),
    previous: new Tensor('int64', new BigInt64Array(1), [1, 1]),
    state: new Tensor('float32', new Float32Array(width), [1, 1, width]),
  };
}

/** The first `most` phones, ended by a pause. */
function cut(sequence: PhoneSequence, most: number): PhoneSequence {
  if (sequence.phones.length <= most) return sequence;
  const phones = sequence.phones.slice(0, most);
  const last = phones[most - 1]!;
  if (last.word >= 0) phones[most - 1] = { ...last, ipa: '_', word: -1, stress: 0, tone: 0, wordStart: false };
  return { ...sequence, phones };
}
