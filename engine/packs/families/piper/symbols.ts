import { DramatisError } from '../../../contract/errors.ts';
import { isVowel } from '../../../phonemes/ipa.ts';
import { loadEspeak, type Espeak } from '../../../phonemes/espeak/worker.ts';
import { espeakVoice } from '../../../phonemes/espeak/voices.ts';
import type { Phonemizer } from '../../../phonemes/index.ts';
import type { Phone } from '../../../types.ts';
import type { PackToken, Utterance } from '../family.ts';
import type { Unit } from '../units.ts';
import type { PiperConfig } from './config.ts';
import { pinyinUnits } from './pinyin.ts';

/** Text to the symbols of a voice. */
export type SymbolReader = (utterance: Utterance) => Promise<Unit[]>;

/** @throws DramatisError invalid_parameter where eSpeak NG has no voice of the name that the voice asks for */
export async function symbolReader(config: PiperConfig, phonemizer: Phonemizer): Promise<SymbolReader> {
  switch (config.phoneme_type) {
    case 'text':
      return async ({ tokens }) => spell(tokens, config);
    case 'pinyin':
      return async ({ tokens }) => pinyinUnits(tokens);
    case 'espeak': {
      const espeak = await loadEspeak();
      const voice = voiceFor(espeak, config.espeak?.voice ?? '');
      return async (utterance) => merge(await readAloud(utterance, espeak, voice, phonemizer), config);
    }
  }
}

/** The name by which eSpeak NG knows a voice: its own, or that of the language. */
function voiceFor(espeak: Espeak, name: string): string {
  for (const candidate of [name, espeakVoice(name)]) {
    if (candidate === null) continue;
    try {
      espeak.phonemes('', candidate);
      return candidate;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  }
  throw new DramatisError('invalid_parameter', `The voice is read by eSpeak NG's "${name}", which it does not have.`);
}

/** Letters and marks, decomposed. A letter that the voice lacks is tried as a small one. */
function spell(tokens: readonly PackToken[], { phoneme_id_map: known }: PiperConfig): Unit[] {
  const units: Unit[] = [];
  tokens.forEach((token, i) => {
    if (i > 0) units.push({ symbol: ' ', token: -1 });
    for (const char of (token.raw ?? token.text).normalize('NFD')) {
      const small = char.toLowerCase();
      units.push({ symbol: char in known || !(small in known) ? char : small, token: i });
    }
    if (token.mark !== '') units.push({ symbol: written(token.mark), token: i });
  });
  return units;
}

/** The marks that eSpeak NG knows end a clause; the others are pauses inside a sentence. */
function written(mark: string): string {
  return mark === '-' ? ',' : mark === '…' ? '.' : mark;
}

/** Clauses as eSpeak NG reads them, as Piper's voices were trained: IPA, the clause's mark, a space. */
async function readAloud(
  { tokens, language }: Utterance,
  espeak: Espeak,
  voice: string,
  phonemizer: Phonemizer,
): Promise<Unit[]> {
  const units: Unit[] = [];
  let run: number[] = [];
  const space = (): void => void (units.length > 0 && units.push({ symbol: ' ', token: -1 }));
  const flush = (): void => {
    if (run.length === 0) return;
    const words = run.map((token) => ({ token, text: tokens[token]!.text }));
    const read = clauseUnits(espeak.phonemes(words.map(({ text }) => text).join(' '), voice), words);
    if (read.length > 0) space();
    units.push(...read);
    run = [];
  };
  for (const [i, token] of tokens.entries()) {
    const given = token.raw ?? (token.phonemes ? await ipaOf(token, language, phonemizer) : null);
    if (given === null) run.push(i);
    else {
      flush();
      space();
      units.push(...Array.from(given.normalize('NFD'), (symbol) => ({ symbol, token: i })));
    }
    if (token.mark === '') continue;
    flush();
    if (units.length > 0) units.push({ symbol: written(token.mark), token: i });
  }
  flush();
  return units;
}

/** What eSpeak NG wrote for some words. Where it wrote other words than it was given, their times are shares. */
function clauseUnits(transcription: string, words: readonly { token: number; text: string }[]): Unit[] {
  const spoken = transcription
    .replace(/\([^)]*\)/g, '')
    .replaceAll('_', '')
    .normalize('NFD')
    .split(/[\s|]+/)
    .filter((word) => word !== '');
  const owner = (i: number): number => words[Math.floor((i * words.length) / spoken.length)]!.token;
  return spoken.flatMap((word, i) => [
    ...(i > 0 ? [{ symbol: ' ', token: -1 }] : []),
    ...Array.from(word, (symbol) => ({ symbol, token: owner(i) })),
  ]);
}

/** Phonemes that the writer gave, as IPA with stress before the vowels. */
async function ipaOf(token: PackToken, language: string, phonemizer: Phonemizer): Promise<string> {
  const { phones } = await phonemizer.phonemize({ language, tokens: [token], endsSentence: false }, language);
  return stressed(phones.filter(({ word }) => word >= 0));
}

const STRESS = ['', 'ˈ', 'ˌ'] as const;

function stressed(phones: readonly Phone[]): string {
  let open = false;
  return phones
    .map(({ ipa, stress, syllableStart }) => {
      if (syllableStart) open = stress > 0;
      if (!open || !isVowel(ipa)) return ipa;
      open = false;
      return STRESS[stress] + ipa;
    })
    .join('');
}

/** Letters that the voice has as one symbol are put together, the longest first. */
function merge(units: readonly Unit[], { vowel_clusters: clusters }: PiperConfig): Unit[] {
  if (!clusters || clusters.length === 0) return [...units];
  const known = clusters.map((letters) => ({ letters: letters.length, symbol: letters.join('') }));
  known.sort((a, b) => b.letters - a.letters);
  const merged: Unit[] = [];
  for (let i = 0; i < units.length;) {
    const found = known.find(
      ({ letters, symbol }) =>
        units
          .slice(i, i + letters)
          .map((unit) => unit.symbol)
          .join('') === symbol,
    );
    merged.push(found ? { symbol: found.symbol, token: units[i]!.token } : units[i]!);
    i += found?.letters ?? 1;
  }
  return merged;
}
