import type { SpokenToken } from '../../types.ts';
import type { WordReader } from '../reader.ts';
import type { PhonedWord } from '../sequence.ts';
import { divide } from './divide.ts';
import { parseClause } from './parse.ts';
import { toSyllables } from './syllables.ts';
import { espeakVoice } from './voices.ts';
import { loadEspeak, type Espeak } from './worker.ts';

/** Languages that eSpeak NG reads by its own rules, in its own IPA symbols. */
export class EspeakReader implements WordReader {
  async read(tokens: readonly SpokenToken[], language: string): Promise<PhonedWord[]> {
    const voice = espeakVoice(language);
    if (voice === null) throw new RangeError(`No phonemizer reads the language "${language}"`);
    const espeak = await loadEspeak();
    return clauses(tokens).flatMap((clause) => readClause(espeak, clause, voice));
  }
}

/** Clauses are read on their own: eSpeak's own pauses would only be in the way. */
const LONGEST_CLAUSE = 60;

function clauses(tokens: readonly SpokenToken[]): SpokenToken[][] {
  const result: SpokenToken[][] = [[]];
  for (const token of tokens) {
    result.at(-1)?.push(token);
    if (token.mark !== '' || (result.at(-1)?.length ?? 0) >= LONGEST_CLAUSE) result.push([]);
  }
  return result.filter((clause) => clause.length > 0);
}

/** Reads a clause as a whole, for liaison and sentence stress, then gives each word its part. */
function readClause(espeak: Espeak, tokens: readonly SpokenToken[], voice: string): PhonedWord[] {
  const whole = parseClause(espeak.phonemes(tokens.map((t) => t.text).join(' '), voice), voice);
  const alone = (token: SpokenToken) => parseClause(espeak.phonemes(token.text, voice), voice).flat();
  const parts = whole.length === tokens.length ? whole : divide(whole.flat(), tokens.map(alone));
  return tokens.map((token, i) => ({
    text: token.text,
    mark: token.mark,
    from: token.from,
    to: token.to,
    syllables: toSyllables(parts[i] ?? []),
  }));
}
