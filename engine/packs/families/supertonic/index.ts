import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { Random } from '../../../random.ts';
import type { PackFamily, PackModel, PackSpeech, Utterance } from '../family.ts';
import { unfit } from '../graph.ts';
import { cutUnits, spansOf } from '../units.ts';
import {
  checkGraphs,
  findFiles,
  GRAPH_NAMES,
  type GraphName,
  mixStyles,
  nameOf,
  readConfig,
  readIndexer,
  readStyles,
  type SupertonicConfig,
  type VoiceStyle,
} from './files.ts';
import { characters, framed, type Indexer, languagesOf } from './text.ts';

/** Steps of the flow from noise to speech: the release's own number. */
const STEPS = 8;
/** Characters of one inference, as the release has them; Korean ones are whole syllables taken apart. */
const MOST = { ko: 120, others: 300 };
/** Seconds of a piece, at most: what a broken duration predictor may ask for. */
const LONGEST = 120;

/** Supertonic v1, v2 and v3: flow matching over characters, no phonemizer. https://github.com/supertone-inc/supertonic */
export const supertonic: PackFamily = {
  id: 'supertonic',

  async recognise(source) {
    const files = findFiles(source);
    if (files === null) return null;
    await checkGraphs(source, files);
    const { sampleRate } = await readConfig(source, files.config);
    const languages = languagesOf(await readIndexer(source, files.indexer));
    await readStyles(source, files.styles);
    return {
      name: 'Supertonic',
      licence: 'OpenRAIL-M',
      sampleRate,
      languages: [...languages],
      capabilities: { clone: false, design: false, mix: true, exactTimes: false, expression: false },
      files: [...Object.values(files.graphs), files.config, files.indexer, ...files.styles],
      voices: files.styles.map(nameOf).map((speaker) => ({
        speaker,
        name: speaker,
        language: 'en',
        sex: /^F\d/.test(speaker) ? 'female' : /^M\d/.test(speaker) ? 'male' : 'neutral',
      })),
    };
  },

  async open(source, { threads }) {
    const files = findFiles(source);
    if (files === null) throw unfit('The pack has no Supertonic graphs.');
    const [config, indexer, styles] = [
      await readConfig(source, files.config),
      await readIndexer(source, files.indexer),
      await readStyles(source, files.styles),
    ];
    const sessions: Partial<Record<GraphName, InferenceSession>> = {};
    for (const name of GRAPH_NAMES) sessions[name] = await source.session(files.graphs[name], threads);
    return new SupertonicModel(config, indexer, styles, sessions as Record<GraphName, InferenceSession>);
  },
};

class SupertonicModel implements PackModel {
  readonly speeds = 'any';
  readonly variable = true;
  readonly seeded = true;
  readonly phonemes = false;
  private readonly languages: readonly string[];

  constructor(
    private readonly config: SupertonicConfig,
    private readonly indexer: Indexer,
    private readonly styles: ReadonlyMap<string, VoiceStyle>,
    private readonly sessions: Readonly<Record<GraphName, InferenceSession>>,
  ) {
    this.languages = languagesOf(indexer);
  }

  get sampleRate(): number {
    return this.config.sampleRate;
  }

  async *synthesize(utterance: Utterance, signal: AbortSignal): AsyncGenerator<PackSpeech, void, undefined> {
    const style = mixStyles(this.styles, utterance.speaker);
    const [language = 'en'] = utterance.language.toLowerCase().split('-');
    const most = language === 'ko' ? MOST.ko : MOST.others;
    const pieces = cutUnits(characters(utterance.tokens, this.indexer), most);
    const random = new Random(utterance.seed);
    for (const [i, piece] of pieces.entries()) {
      if (signal.aborted) return;
      const units = framed(piece, this.languages.length > 1 ? language : null);
      const ids = units.map(({ symbol }) => this.indexer[symbol.charCodeAt(0)] ?? -1).filter((id) => id >= 0);
      const samples = await this.speak(ids, style, utterance, random.derive('piece', i), signal);
      if (samples === null) return;
      const owners = units.map(({ token }) => token);
      const seconds = samples.length / this.sampleRate;
      const words = spansOf(
        utterance.tokens,
        owners,
        owners.map(() => 1),
        seconds,
      );
      yield { samples, words, exact: false, last: i === pieces.length - 1, ids };
    }
  }

  async dispose(): Promise<void> {
    for (const name of GRAPH_NAMES) await this.sessions[name].release();
  }

  /** Null when the signal aborts. */
  private async speak(
    ids: readonly number[],
    style: VoiceStyle,
    { speed, variation }: Utterance,
    random: Random,
    signal: AbortSignal,
  ): Promise<Float32Array | null> {
    const { sampleRate, chunk, channels } = this.config;
    const text_ids = new Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]);
    const text_mask = ones(ids.length);
    const style_dp = new Tensor('float32', style.dp.data, style.dp.dims);
    const style_ttl = new Tensor('float32', style.ttl.data, style.ttl.dims);
    const duration = await this.run('duration_predictor', { text_ids, style_dp, text_mask });
    const samples = Math.min(LONGEST, Math.fround((duration.data as Float32Array)[0]! / speed)) * sampleRate;
    const length = Math.floor((samples + chunk - 1) / chunk);
    if (length < 1) return new Float32Array(0);
    const text_emb = await this.run('text_encoder', { text_ids, style_ttl, text_mask });
    const latent_mask = ones(length);
    const noise = Float32Array.from({ length: channels * length }, () => variation * random.normal());
    let noisy_latent: Tensor = new Tensor('float32', noise, [1, channels, length]);
    const total_step = new Tensor('float32', Float32Array.of(STEPS), [1]);
    for (let step = 0; step < STEPS; step++) {
      if (signal.aborted) return null;
      const current_step = new Tensor('float32', Float32Array.of(step), [1]);
      noisy_latent = await this.run('vector_estimator', {
        noisy_latent,
        text_emb,
        style_ttl,
        text_mask,
        latent_mask,
        total_step,
        current_step,
      });
    }
    const audio = await this.run('vocoder', { latent: noisy_latent });
    return (audio.data as Float32Array).subarray(0, Math.floor(samples));
  }

  /** The first output of a graph. */
  private async run(name: GraphName, feeds: Record<string, Tensor>): Promise<Tensor> {
    const session = this.sessions[name];
    const results = await session.run(feeds);
    return results[session.outputNames[0]!]!;
  }
}

function ones(length: number): Tensor {
  return new Tensor('float32', new Float32Array(length).fill(1), [1, 1, length]);
}
