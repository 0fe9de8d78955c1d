import { z } from 'zod';
import { unfit } from '../graph.ts';
import type { PackSource } from '../source.ts';

/** Symbols and their ids. Id 0 begins and ends every sequence. */
export type Vocabulary = ReadonlyMap<string, number>;

/** Symbols of the release's `config.json` (Kokoro-82M v1.0, Apache-2.0), by runs of ids. */
const RELEASE: readonly (readonly [number, string])[] = [
  [1, ';:,.!?'],
  [9, '—…"()“” \u0303ʣʥʦʨᵝ\uab67AI'],
  [31, 'O'],
  [33, 'Q'],
  [35, 'ST'],
  [39, 'W'],
  [41, 'Yᵊabcdef'],
  [50, 'hijklmnopqrstuvwxyzɑɐɒæ'],
  [75, 'βɔɕç'],
  [80, 'ɖðʤə'],
  [85, 'ɚɛɜ'],
  [90, 'ɟ'],
  [92, 'ɡ'],
  [99, 'ɥ'],
  [101, 'ɨɪʝ'],
  [110, 'ɯɰŋɳɲɴø'],
  [118, 'ɸθœ'],
  [123, 'ɹ'],
  [125, 'ɾɻ'],
  [128, 'ʁɽʂʃʈʧ'],
  [135, 'ʊʋ'],
  [138, 'ʌɣɤ'],
  [142, 'χʎ'],
  [147, 'ʒʔ'],
  [156, 'ˈˌː'],
  [162, 'ʰ'],
  [164, 'ʲ'],
  [169, '↓'],
  [171, '→↗↘'],
  [177, 'ᵻ'],
];

const id = z.number().int().min(0).max(100_000);
const Config = z.object({ vocab: z.record(z.string(), id) });
const Tokenizer = z.object({ model: z.object({ vocab: z.record(z.string(), id) }) });

/** The files that may hold a vocabulary, the surest first. */
export function vocabularyFile(source: PackSource): string | undefined {
  return source.match(/(?:^|\/)(?:config|tokenizer)\.json$|(?:^|\/)tokens\.txt$/).sort(byTrust)[0];
}

const TRUST = ['tokens.txt', 'tokenizer.json', 'config.json'];

function byTrust(a: string, b: string): number {
  const rank = (name: string): number => TRUST.indexOf(name.slice(name.lastIndexOf('/') + 1));
  return rank(a) - rank(b);
}

/** A pack's own vocabulary, else that of the release. @throws DramatisError invalid_parameter */
export async function readVocabulary(source: PackSource): Promise<Vocabulary> {
  const file = vocabularyFile(source);
  if (file === undefined) return releaseVocabulary();
  if (file.endsWith('.txt')) return readTokens(file, new TextDecoder().decode(await source.bytes(file)));
  const value = await source.json(file);
  const config = Config.safeParse(value);
  if (config.success) return new Map(Object.entries(config.data.vocab));
  const tokenizer = Tokenizer.safeParse(value);
  if (tokenizer.success) return new Map(Object.entries(tokenizer.data.model.vocab));
  // Some exports keep a config of another tool beside the graph.
  return releaseVocabulary();
}

function releaseVocabulary(): Vocabulary {
  return new Map(
    RELEASE.flatMap(([first, symbols]) => Array.from(symbols, (symbol, i) => [symbol, first + i] as const)),
  );
}

/** Lines of a symbol (which may be a space), a space and its id. */
function readTokens(file: string, text: string): Vocabulary {
  const vocabulary = new Map<string, number>();
  for (const line of text.split(/\r?\n/)) {
    if (line === '') continue;
    const at = line.lastIndexOf(' ');
    const number = Number(line.slice(at + 1));
    if (at < 1 || !Number.isInteger(number))
      throw unfit(`${file}: the line "${line.slice(0, 40)}" is no symbol and id.`);
    vocabulary.set(line.slice(0, at), number);
  }
  return vocabulary;
}
