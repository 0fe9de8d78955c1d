import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { DramatisError } from '../../../contract/errors.ts';
import type { PackFamily, PackModel, PackSpeaker, PackSpeech, RecognisedPack, Utterance } from '../family.ts';
import { checkGraph, type GraphRule, looksLike, unfit } from '../graph.ts';
import type { PackSource } from '../source.ts';
import { cutUnits, sentencesOf, spansOf } from '../units.ts';
import { languageOf, type PiperConfig, readConfig, speakersOf } from './config.ts';
import { toIds } from './ids.ts';
import { type SymbolReader, symbolReader } from './symbols.ts';

const RULE: GraphRule = {
  inputs: [
    { names: ['input'], types: ['int64'], rank: 2 },
    { names: ['input_lengths'], types: ['int64'], rank: 1 },
    { names: ['scales'], types: ['float32'], rank: 1 },
  ],
  optional: [{ names: ['sid'], types: ['int64'], rank: 1 }],
  outputs: [{ names: ['output'], types: ['float32'] }],
};

/** Symbols of one inference. The models have no limit of their own; attention's cost grows with the square. */
const MOST_SYMBOLS = 500;

/** Piper: VITS graphs with a `<voice>.onnx.json` beside them. https://github.com/OHF-Voice/piper1-gpl */
export const piper: PackFamily = {
  id: 'piper',

  async recognise(source) {
    const found = await findVoice(source);
    if (!found) return null;
    const { graph, config: file, settings } = found;
    const { inputs, outputs } = await source.graph(graph);
    checkGraph(graph, { inputs, outputs }, RULE);
    const many = inputs.some(({ name }) => name === 'sid');
    if (settings.num_speakers > 1 && !many)
      throw unfit(`${graph} has no input "sid", though ${file} says that it has ${settings.num_speakers} speakers.`);
    const voice = voiceName(graph);
    const language = languageOf(settings);
    return {
      name: `Piper ${voice}`,
      licence: 'unknown',
      sampleRate: settings.audio.sample_rate,
      languages: [language],
      capabilities: { clone: false, design: false, mix: false, exactTimes: outputs.length > 1, expression: false },
      files: [graph, file],
      voices: Array.from(speakersOf(settings, voice).keys(), (speaker) => ({
        speaker,
        name: speaker === voice ? titleOf(voice) : `${titleOf(voice)} ${speaker}`,
        language,
        sex: 'neutral' as const,
      })),
    } satisfies RecognisedPack;
  },

  async open(source, { threads, phonemizer }) {
    const found = await findVoice(source);
    if (!found) throw unfit('The pack has no Piper voice: no graph with a .onnx.json beside it.');
    const { graph, settings } = found;
    const reader = await symbolReader(settings, phonemizer);
    return new PiperModel(await source.session(graph, threads), settings, voiceName(graph), reader);
  },
};

interface Found {
  readonly graph: string;
  readonly config: string;
  readonly settings: PiperConfig;
}

/** A graph with its own JSON beside it. @throws DramatisError invalid_parameter where there are several, or it is no Piper JSON */
async function findVoice(source: PackSource): Promise<Found | null> {
  const graphs = source.match(/\.onnx$/i).filter((name) => source.has(`${name}.json`));
  if (graphs.length === 0) {
    const [only, ...more] = source.match(/\.onnx$/i);
    // A graph of this family alone: what is missing is its JSON.
    if (only !== undefined && more.length === 0 && looksLike(await source.graph(only), RULE))
      throw unfit(`${only} is a Piper graph, but ${only}.json, which has its phonemes, is not beside it.`);
    return null;
  }
  const [graph] = graphs;
  if (graph === undefined) return null;
  if (graphs.length > 1)
    throw unfit(
      `There are ${graphs.length} Piper voices here (${graphs.join(', ')}); a pack is one voice: add each alone.`,
    );
  const config = `${graph}.json`;
  return { graph, config, settings: readConfig(config, await source.json(config)) };
}

/** `en_US-amy-medium` of `en/en_US-amy-medium.onnx`. */
function voiceName(graph: string): string {
  return graph.slice(graph.lastIndexOf('/') + 1).replace(/\.onnx$/i, '');
}

/** `amy medium` of `en_US-amy-medium`. */
function titleOf(voice: string): string {
  const words = voice.replace(/^[a-z]{2,3}[_-][A-Z]{2}-/, '').replaceAll(/[-_]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

class PiperModel implements PackModel {
  readonly speeds = 'any';
  readonly variable = true;
  readonly seeded = false;
  readonly phonemes = true;
  private readonly speakers: ReadonlyMap<string, number>;
  private readonly durations: string | undefined;

  constructor(
    private readonly session: InferenceSession,
    private readonly config: PiperConfig,
    voice: string,
    private readonly symbols: SymbolReader,
  ) {
    this.speakers = speakersOf(config, voice);
    this.durations = session.outputNames.find((name) => name !== 'output');
  }

  get sampleRate(): number {
    return this.config.audio.sample_rate;
  }

  async *synthesize(utterance: Utterance, signal: AbortSignal): AsyncGenerator<PackSpeech, void, undefined> {
    const sid = this.speakerOf(utterance.speaker);
    const units = (await this.symbols(utterance)).filter(({ symbol }) =>
      Object.hasOwn(this.config.phoneme_id_map, symbol),
    );
    const pieces = sentencesOf(units).flatMap((sentence) => cutUnits(sentence, MOST_SYMBOLS));
    for (const [i, piece] of pieces.entries()) {
      if (signal.aborted) return;
      const { ids, owners } = toIds(piece, this.config);
      const results = await this.session.run(this.feeds(ids, sid, utterance));
      const samples = results['output']!.data as Float32Array;
      const lengths = this.durations === undefined ? null : (results[this.durations]!.data as Float32Array);
      const exact = lengths?.length === ids.length;
      const words = spansOf(
        utterance.tokens,
        owners,
        exact ? lengths : ids.map(() => 1),
        samples.length / this.sampleRate,
      );
      yield { samples, words, exact, last: i === pieces.length - 1, ids };
    }
  }

  async dispose(): Promise<void> {
    await this.session.release();
  }

  private feeds(ids: readonly number[], sid: number, { speed, variation }: Utterance): Record<string, Tensor> {
    const { noise_scale, length_scale, noise_w } = this.config.inference;
    return {
      input: new Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]),
      input_lengths: new Tensor('int64', BigInt64Array.of(BigInt(ids.length)), [1]),
      scales: new Tensor(
        'float32',
        Float32Array.of(noise_scale * variation, length_scale / speed, noise_w * variation),
        [3],
      ),
      ...(this.session.inputNames.includes('sid')
        ? { sid: new Tensor('int64', BigInt64Array.of(BigInt(sid)), [1]) }
        : {}),
    };
  }

  private speakerOf(speaker: PackSpeaker): number {
    const names = 'mix' in speaker ? Object.keys(speaker.mix).filter((name) => (speaker.mix[name] ?? 0) > 0) : [];
    const [name] = names;
    if (name === undefined || names.length > 1)
      throw new DramatisError('unsupported_by_model', 'A Piper voice is one speaker; it cannot mix several.');
    const id = this.speakers.get(name);
    if (id !== undefined) return id;
    throw new DramatisError('unknown_voice', `The voice names the speaker ${name}, which the pack does not have.`);
  }
}
