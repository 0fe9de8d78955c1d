import { LIMITS } from '../../../contract/limits.ts';
import { decodeReference } from '../../../audio/decode/decode.ts';
import type { PackFamily } from '../family.ts';
import { unfit } from '../graph.ts';
import type { PackSource } from '../source.ts';
import {
  checkGraphs,
  findFiles,
  GRAPH_NAMES,
  type GraphName,
  languageOf,
  type PocketFiles,
  readBos,
  readBundle,
  readEmbedding,
  readTokenizer,
  speakerOf,
} from './files.ts';
import { type PackVoiceSource, PocketModel, SAMPLE_RATE } from './model.ts';
import { slotsOf } from './state.ts';

/**
 * Pocket TTS: a language model over the frames of a codec, with a flow to each frame; it goes on in the voice of a
 * recording. https://github.com/kyutai-labs/pocket-tts; packagings of KevinAHM/pocket-tts-onnx and of sherpa-onnx.
 */
export const pocket: PackFamily = {
  id: 'pocket',

  async recognise(source) {
    const files = await findFiles(source);
    if (files === null) return null;
    await checkGraphs(source, files);
    await readTokenizer(source, files.tokenizer);
    await readBos(source, files.bos);
    for (const recording of files.recordings) await readRecording(source, recording);
    for (const embedding of files.embeddings) await readEmbedding(source, embedding);
    const bundle = files.bundle === null ? null : await readBundle(source, files.bundle);
    const language = languageOf(bundle);
    return {
      name: language === 'en' ? 'Pocket' : `Pocket ${language}`,
      licence: 'CC-BY-4.0',
      sampleRate: SAMPLE_RATE,
      languages: [language],
      capabilities: { clone: true, design: false, mix: false, exactTimes: false, expression: false },
      files: [...Object.values(files.graphs), ...files.tokenizer, ...optional(files), ...voiceFiles(files)],
      voices: voiceFiles(files).map((file) => ({
        speaker: speakerOf(file),
        name: titleOf(speakerOf(file)),
        language,
        sex: 'neutral',
      })),
    };
  },

  async open(source, { threads }) {
    const files = await findFiles(source);
    if (files === null) throw unfit('The pack has no graphs of Pocket.');
    const bundle = files.bundle === null ? null : await readBundle(source, files.bundle);
    const tokenizer = await readTokenizer(source, files.tokenizer);
    const bos = await readBos(source, files.bos);
    const opened = await Promise.all(
      GRAPH_NAMES.map(async (name) => [name, await source.session(files.graphs[name], threads)] as const),
    );
    const sessions = Object.fromEntries(opened) as Record<GraphName, (typeof opened)[number][1]>;
    // Both packagings leave the same dimensions open; their own runtimes begin with none, and with one.
    const open = files.tokenizer.length === 2 ? 1 : 0;
    const main = { inputs: ['sequence', 'text_embeddings'], outputs: 2 };
    const decoder = { inputs: ['latent'], outputs: 1 };
    return new PocketModel({
      sessions,
      tokenizer,
      bos,
      bundle,
      mainSlots: slotsOf(files.graphs.main, sessions.main, main, bundle?.flow_lm_state_manifest ?? null, open),
      decoderSlots: slotsOf(files.graphs.decoder, sessions.decoder, decoder, bundle?.mimi_state_manifest ?? null, open),
      voices: new Map<string, PackVoiceSource>([
        ...files.recordings.map((file) => [speakerOf(file), () => readRecording(source, file)] as const),
        ...files.embeddings.map((file) => [speakerOf(file), () => readEmbedding(source, file)] as const),
      ]),
    });
  },
};

function optional({ bundle, bos }: PocketFiles): string[] {
  return [bundle, bos].filter((file) => file !== null);
}

const voiceFiles = ({ recordings, embeddings }: PocketFiles): string[] => [...recordings, ...embeddings];

/** @throws DramatisError invalid_parameter */
async function readRecording(source: PackSource, file: string): ReturnType<typeof decodeReference> {
  try {
    return await decodeReference(await source.bytes(file), { ...LIMITS.reference, minSeconds: 0.5 });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.replace(/^references: /, '') : 'it is broken';
    throw unfit(`${file} cannot be a voice: ${why}`, cause);
  }
}

function titleOf(speaker: string): string {
  const words = speaker.replaceAll(/[-_]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
