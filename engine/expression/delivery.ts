import { PAUSE } from '../phonemes/sequence.ts';
import type { Phone, PhoneSequence } from '../types.ts';
import { type Script, styleAt, tagsBetween } from './script.ts';
import type { Style } from './style.ts';
import type { Direction } from './understand.ts';

/** What happens between two words: silence of so many seconds, and sounds, in order. */
export type GapItem = Extract<Direction, { kind: 'pause' | 'effect' }>;

export interface Gap {
  /** The pause phone of the sequence in which it lies. */
  readonly phone: number;
  readonly items: readonly GapItem[];
}

/** How a chunk's words are said. */
export interface Delivery {
  /** The chunk's phones, with a pause wherever something happens between two words. */
  readonly sequence: PhoneSequence;
  /** Style of each word; null: the voice's own. */
  readonly styles: readonly (Style | null)[];
  /** Emphasis on each word: 0 none, 1 usual. */
  readonly emphasis: readonly number[];
  readonly gaps: readonly Gap[];
}

/**
 * What the script directs between `from` and `to` of the text, laid on the phones of that stretch. `after` is where the
 * last word before it begins: emphasis that stands behind that word falls on the first one here.
 */
export function direct(script: Script, whole: PhoneSequence, from: number, to: number, after: number): Delivery {
  const { words } = whole;
  const styles = words.map((word) => styleAt(script.spans, word.from));
  const emphasis = words.map(() => 0);
  const items = new Map<number, GapItem[]>();
  for (const { from: at, direction } of tagsBetween(script.tags, after, to)) {
    const next = words.findIndex((word) => word.from >= at);
    if (direction.kind === 'emphasis' && next >= 0) {
      words.forEach((word, i) => {
        if (word.from === words[next]!.from) emphasis[i] = direction.strength;
      });
    }
    if (at < from || (direction.kind !== 'pause' && direction.kind !== 'effect')) continue;
    const before = next < 0 ? words.length : next;
    items.set(before, [...(items.get(before) ?? []), direction]);
  }
  const { sequence, pauses } = withPauses(whole, new Set(items.keys()));
  const gaps = Array.from(items, ([before, list]) => ({ phone: pauses.get(before)!, items: list }));
  return { sequence, styles, emphasis, gaps: gaps.sort((a, b) => a.phone - b.phone) };
}

/** Pauses before the given words (the number of words: at the end) where there are none; gives the place of each. */
function withPauses(
  whole: PhoneSequence,
  before: ReadonlySet<number>,
): { readonly sequence: PhoneSequence; readonly pauses: ReadonlyMap<number, number> } {
  const pauses = new Map<number, number>();
  const phones: Phone[] = [];
  for (const phone of whole.phones) {
    const last = phones.at(-1);
    const begins = phone.word >= 0 && phone.word !== last?.word;
    if (begins && before.has(phone.word)) {
      if (last && last.word >= 0) {
        endPhrase(phones);
        phones.push({
          ipa: PAUSE,
          stress: 0,
          tone: 0,
          word: -1,
          wordStart: false,
          syllableStart: false,
          breakAfter: 3,
        });
      }
      pauses.set(phone.word, phones.length - 1);
    }
    phones.push(phone);
  }
  pauses.set(whole.words.length, phones.length - 1);
  return { sequence: { ...whole, phones }, pauses };
}

/** The last syllable so far ends a phrase. */
function endPhrase(phones: Phone[]): void {
  for (let i = phones.length - 1; i >= 0; i--) {
    const phone = phones[i]!;
    if (phone.word < 0) return;
    if (phone.breakAfter < 3) phones[i] = { ...phone, breakAfter: 3 };
    if (phone.syllableStart) return;
  }
}
