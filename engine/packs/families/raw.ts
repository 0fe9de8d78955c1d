import type { NormalizedText } from '../../types.ts';
import type { PackToken } from './family.ts';

/** Symbols of the model itself, written in the text as `[[həlˈoʊ]]`. */
export interface RawBlock {
  /** Range in the text, brackets included. */
  readonly from: number;
  readonly to: number;
  readonly symbols: string;
}

const BLOCK = /\[\[([^[\]\n]{1,400})\]\]/gu;

/** A text in which each `[[...]]` is one word of the same length, so that all places stay and nothing reads it as a tag. */
export function maskRaw(text: string): { readonly text: string; readonly blocks: readonly RawBlock[] } {
  const blocks: RawBlock[] = [];
  const masked = text.replace(BLOCK, (block: string, symbols: string, from: number) => {
    blocks.push({ from, to: from + block.length, symbols: symbols.trim() });
    return 'x'.repeat(block.length);
  });
  return { text: masked, blocks };
}

/** The words of a masked text, with the symbols of each block in place of its word. */
export function withRaw({ tokens }: NormalizedText, blocks: readonly RawBlock[]): PackToken[] {
  if (blocks.length === 0) return [...tokens];
  const result: PackToken[] = [];
  let begun: RawBlock | undefined;
  for (const token of tokens) {
    const block = blocks.find(({ from, to }) => token.from < to && token.to > from);
    if (!block) result.push(token);
    else if (block !== begun) {
      // What a cut made of one block stays with its beginning.
      if (token.from <= block.from) result.push({ ...token, text: block.symbols, raw: block.symbols });
    } else if (token.mark !== '') result[result.length - 1] = { ...result.at(-1)!, mark: token.mark };
    begun = block;
  }
  return result;
}
