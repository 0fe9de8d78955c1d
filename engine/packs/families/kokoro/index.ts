import { type InferenceSession, Tensor } from 'onnxruntime-node';
import type { Phonemizer } from '../../../phonemes/index.ts';
import type { PackFamily, PackModel, PackSpeech, Utterance } from '../family.ts';
import { checkGraph, type GraphRule, graphOf, looksLike, nameOf, unfit } from '../graph.ts';
import type { PackSource } from '../source.ts';
import { cutUnits, spansOf, type Unit } from '../units.ts';
import { readStyles, STYLE, type Styles, styleFor, voiceFiles } from './styles.ts';
import { readUnits } from './symbols.ts';
import { readVocabulary, type Vocabulary, vocabularyFile } from './vocabulary.ts';
import { voiceOf } from './voices.ts';

const IDS = ['tokens', 'input_ids'];
const AUDIO = ['audio', 'waveform'];
const DURATION = ['duration', 'durations', 'pred_dur'];
const RULE: GraphRule = {
  inputs: [
    { names: IDS, types: ['int64'], rank: 2 },
    { names: ['style'], types: ['float32'], rank: 2 },
    { names: ['speed'], types: ['float32', 'float64', 'int32', 'int64'], rank: 1 },
  ],
  outputs: [{ names: AUDIO, types: ['float32'] }],
};

/** Hz. All releases have it. */
const SAMPLE_RATE = 24_000;
/** Phonemes of one inference; the graph's positions end there. */
const MOST_PHONEMES = 510;

/** Kokoro-82M: StyleTTS 2 with an inverse-STFT vocoder. https://huggingface.co/hexgrad/Kokoro-82M */
export const kokoro: PackFamily = {
  id: 'kokoro',

  async recognise(source) {
    const graph = await findGraph(source);
    if (graph === null) return null;
    const { inputs, outputs } = await source.graph(graph);
    checkGraph(graph, { inputs, outputs }, RULE);
    const width = inputs.find(({ name }) => name === 'style')?.shape.at(-1);
    if (typeof width === 'number' && width > 0 && width !== STYLE)
      throw unfit(`${graph}: the input "style" has ${width} values; it must have ${STYLE}.`);
    const styles = await readStyles(source);
    const vocabulary = vocabularyFile(source);
    await readVocabulary(source);
    const voices = Array.from(styles.keys(), voiceOf);
    return {
      name: 'Kokoro',
      licence: 'Apache-2.0',
      sampleRate: SAMPLE_RATE,
      languages: [...new Set(voices.map(({ language }) => language))],
      capabilities: {
        clone: false,
        design: false,
        mix: true,
        exactTimes: nameOf(outputs, DURATION) !== undefined,
        expression: false,
      },
      files: [graph, ...voiceFiles(source), ...(vocabulary === undefined ? [] : [vocabulary])],
      voices,
    };
  },

  async open(source, { threads, phonemizer }) {
    const graph = await findGraph(source);
    if (graph === null) throw unfit('The pack has no Kokoro graph.');
    const [styles, vocabulary] = [await readStyles(source), await readVocabulary(source)];
    const session = await source.session(graph, threads);
    return new KokoroModel(session, styles, vocabulary, phonemizer);
  },
};

/** The graph among the files that has Kokoro's inputs. Of several (fp32, fp16, int8) the pack must have one alone. */
async function findGraph(source: PackSource): Promise<string | null> {
  const graphs = source.match(/\.onnx$/i);
  if (graphs.length === 0 || graphs.length > 8) return null;
  const fitting: string[] = [];
  for (const graph of graphs) if (looksLike(await source.graph(graph), RULE)) fitting.push(graph);
  if (fitting.length > 1)
    throw unfit(`There are ${fitting.length} Kokoro graphs here (${fitting.join(', ')}); keep the one to speak with.`);
  return fitting[0] ?? null;
}

class KokoroModel implements PackModel {
  readonly sampleRate = SAMPLE_RATE;
  readonly speeds: 'any' | 'whole';
  readonly variable = false;
  readonly seeded = false;
  readonly phonemes = true;
  private readonly ids: string;
  private readonly audio: string;
  private readonly duration: string | undefined;
  private readonly speedType: 'float32' | 'float64' | 'int32' | 'int64';

  constructor(
    private readonly session: InferenceSession,
    private readonly styles: Styles,
    private readonly vocabulary: Vocabulary,
    private readonly phonemizer: Phonemizer,
  ) {
    const { inputs, outputs } = graphOf(session);
    this.ids = nameOf(inputs, IDS) ?? 'tokens';
    this.audio = nameOf(outputs, AUDIO) ?? 'audio';
    this.duration = nameOf(outputs, DURATION);
    this.speedType = inputs.find(({ name }) => name === 'speed')!.type as typeof this.speedType;
    this.speeds = this.speedType.startsWith('int') ? 'whole' : 'any';
  }

  async *synthesize(utterance: Utterance, signal: AbortSignal): AsyncGenerator<PackSpeech, void, undefined> {
    const units = await readUnits(utterance, this.phonemizer);
    const known = units.filter(({ symbol }) => this.vocabulary.has(symbol));
    const pieces = cutUnits(known, MOST_PHONEMES);
    for (const [i, piece] of pieces.entries()) {
      if (signal.aborted) return;
      const ids = [0, ...piece.map(({ symbol }) => this.vocabulary.get(symbol)!), 0];
      const results = await this.session.run(this.feeds(ids, utterance));
      const samples = results[this.audio]!.data as Float32Array;
      const durations = this.duration === undefined ? null : frames(results[this.duration]!);
      const exact = durations?.length === ids.length;
      const seconds = samples.length / SAMPLE_RATE;
      const words = spansOf(utterance.tokens, owners(piece), exact ? durations : ids.map(() => 1), seconds);
      yield { samples, words, exact, last: i === pieces.length - 1, ids };
    }
  }

  async dispose(): Promise<void> {
    await this.session.release();
  }

  private feeds(ids: readonly number[], { speaker, speed }: Utterance): Record<string, Tensor> {
    return {
      [this.ids]: new Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]),
      style: new Tensor('float32', styleFor(this.styles, speaker, ids.length - 2), [1, STYLE]),
      speed: this.speed(speed),
    };
  }

  private speed(speed: number): Tensor {
    // An export that truncates fractions is given the nearest whole number instead.
    const whole = Math.max(1, Math.round(speed));
    switch (this.speedType) {
      case 'float32':
        return new Tensor('float32', Float32Array.of(speed), [1]);
      case 'float64':
        return new Tensor('float64', Float64Array.of(speed), [1]);
      case 'int32':
        return new Tensor('int32', Int32Array.of(whole), [1]);
      case 'int64':
        return new Tensor('int64', BigInt64Array.of(BigInt(whole)), [1]);
    }
  }
}

/** The token of each id: the paddings at both ends belong to none. */
function owners(piece: readonly Unit[]): number[] {
  return [-1, ...piece.map(({ token }) => token), -1];
}

/** Frames of each id, whichever number type the export has. */
function frames({ data }: Tensor): number[] {
  return Array.from(data as Iterable<number | bigint>, Number);
}
