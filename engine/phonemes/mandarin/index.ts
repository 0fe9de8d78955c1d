import { customPinyin, pinyin } from 'pinyin-pro';
import type { SpokenToken } from '../../types.ts';
import type { WordReader } from '../reader.ts';
import type { PhonedWord, Syllable } from '../sequence.ts';
import { neutralTones } from './neutral.ts';
import { thirdToneSandhi } from './sandhi.ts';
import { pinyinSyllable, rhotacized } from './syllables.ts';

/** Readings that the dictionary lacks or has otherwise. */
customPinyin({
  还给: 'huán gěi', 还钱: 'huán qián', 还书: 'huán shū', 还债: 'huán zhài', 还清: 'huán qīng', 还款: 'huán kuǎn', 还我: 'huán wǒ',
  还你: 'huán nǐ', 有空: 'yǒu kòng', 没空: 'méi kòng', 抽空: 'chōu kòng', 倒水: 'dào shuǐ', 倒茶: 'dào chá', 倒酒: 'dào jiǔ', 盛饭: 'chéng fàn',
  盛汤: 'chéng tāng', 和面: 'huó miàn', 部分: 'bù fèn', 大部分: 'dà bù fèn', 朝鲜: 'cháo xiǎn', 长着: 'zhǎng zhe', 数一数: 'shǔ yi shǔ', 数数: 'shǔ shù',
}); // prettier-ignore

/** Nouns in which 儿 is a syllable of its own, by the character before. */
const FULL_ER = /[女婴孤幼少胎男健小产宠育患妻弃托乳]$/u;

/** Mandarin by pinyin-pro: readings by dictionary and context, neutral tones, 一 and 不; third tones here. */
export class MandarinReader implements WordReader {
  read(tokens: readonly SpokenToken[]): PhonedWord[] {
    const words: PhonedWord[] = [];
    for (let from = 0; from < tokens.length;) {
      let to = from;
      while (to < tokens.length - 1 && tokens[to]?.mark === '') to++;
      words.push(...readPhrase(tokens.slice(from, to + 1)));
      from = to + 1;
    }
    return words;
  }
}

/** Words up to a pause: they are given to the dictionary as one string, since the neighbours decide on the reading. */
function readPhrase(written: readonly SpokenToken[]): PhonedWord[] {
  const tokens = joinSuffix(written);
  const characters = tokens.map((token) => Array.from(token.text));
  const readings = pinyin(tokens.map((token) => token.text).join(''), {
    toneType: 'num',
    type: 'array',
    toneSandhi: true,
  });
  let at = 0;
  const words = characters.map((word) => word.map(() => (readings[at++] ?? '').toLowerCase()));
  const texts = tokens.map((token) => token.text);
  const read = neutralTones(
    texts,
    words.map((word) => word.map(numbered)),
  );
  return thirdToneSandhi(read).map((syllables, w): PhonedWord => {
    const { text = '', mark = '', from = 0, to = 0 } = tokens[w] ?? {};
    return { text, mark, from, to, syllables: toSyllables(syllables, characters[w] ?? []) };
  });
}

/** A 儿 that was cut off is part of the word before it. */
function joinSuffix(tokens: readonly SpokenToken[]): SpokenToken[] {
  const result: SpokenToken[] = [];
  for (const token of tokens) {
    const before = result.at(-1);
    if (before && token.text === '儿')
      result[result.length - 1] = { ...before, text: `${before.text}儿`, mark: token.mark, to: token.to };
    else result.push(token);
  }
  return result;
}

/** pinyin-pro writes 0 for the neutral tone, and leaves what it cannot read as it is. */
function numbered(reading: string): string {
  return /^[a-zü]+0$/.test(reading) ? `${reading.slice(0, -1)}5` : reading;
}

function toSyllables(readings: readonly string[], characters: readonly string[]): Syllable[] {
  const syllables: Syllable[] = [];
  readings.forEach((reading, i) => {
    const before = syllables.at(-1);
    const suffix = characters[i] === '儿' && i === characters.length - 1 && before !== undefined;
    if (suffix && !FULL_ER.test(characters[i - 1] ?? '')) {
      syllables[syllables.length - 1] = { ...before, phones: rhotacized(before.phones) };
      return;
    }
    const syllable = pinyinSyllable(reading);
    if (syllable) syllables.push(syllable);
  });
  return syllables;
}
