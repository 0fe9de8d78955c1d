/**
 * The Japanese dictionary (mecab-ipadic by kuromoji), loaded at the first sentence with kanji: about a second, once a
 * process. Kana alone does not need it.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

export interface Morpheme {
  readonly surface: string;
  /** Katakana as it is said, or null for what the dictionary does not know. */
  readonly pronunciation: string | null;
  /** Whether it belongs to the word before: an ending, an auxiliary, a particle. */
  readonly attached: boolean;
}

export type Analyse = (text: string) => Morpheme[];

let loading: Promise<Analyse> | null = null;

/** The shared instance. */
export function loadAnalyser(): Promise<Analyse> {
  loading ??= load().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function load(): Promise<Analyse> {
  const { TokenizerBuilder } = await import('@patdx/kuromoji');
  const folder = join(dirname(createRequire(import.meta.url).resolve('@patdx/kuromoji')), '..', 'dict');
  const unzip = promisify(gunzip);
  const loader = {
    async loadArrayBuffer(file: string): Promise<ArrayBufferLike> {
      const data = await unzip(await readFile(join(folder, file)));
      // A slice of a pool would bring its neighbours along.
      return data.byteLength === data.buffer.byteLength ? data.buffer : new Uint8Array(data).buffer;
    },
  };
  const tokenizer = await new TokenizerBuilder({ loader }).build();
  return (text) =>
    tokenizer.tokenize(text).map((token) => ({
      surface: token.surface_form,
      pronunciation: token.pronunciation ?? token.reading ?? null,
      attached: token.pos === '助詞' || token.pos === '助動詞' || /接尾|非自立/.test(token.pos_detail_1),
    }));
}
