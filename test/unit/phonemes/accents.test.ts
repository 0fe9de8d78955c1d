import { describe, expect, it } from 'vitest';
import { pair } from '../../../engine/phonemes/english/accents/align.ts';
import { parseArpabet } from '../../../engine/phonemes/english/arpabet.ts';
import { parseClause } from '../../../engine/phonemes/espeak/parse.ts';
import { createPhonemizer } from '../../../engine/phonemes/index.ts';
import { normalizeText } from '../../../engine/text/index.ts';
import { readAloud, unknownPhones, wordsOf, written } from './reading.ts';

const inIpa = createPhonemizer();

/** The words of a text in an accent's own IPA. */
async function accent(text: string, language: string): Promise<string> {
  const sequence = await (await inIpa).phonemize(normalizeText(text, { language }), language);
  return sequence.words.map((_, i) => written(sequence.phones.filter(({ word }) => word === i))).join(' ');
}

/** Wells's lexical sets and what tells the accents apart: American, British, Scottish. */
const SETS: readonly (readonly [text: string, us: string, uk: string, scottish: string])[] = [
  ['lot', 'ˈlɑt', 'ˈlɒt', 'ˈlɔt'],
  ['thought', 'ˈθɔt', 'ˈθɔːt', 'ˈθɔt'],
  ['cloth', 'ˈklɔθ', 'ˈklɒθ', 'ˈklɔθ'],
  ['father', 'ˈfɑ.ðɝ', 'ˈfɑː.ðə', 'ˈfa.ðəɹ'],
  ['bath', 'ˈbæθ', 'ˈbɑːθ', 'ˈbaθ'],
  ['trap', 'ˈtɹæp', 'ˈtɹæp', 'ˈtɹap'],
  ['start', 'ˈstɑɹt', 'ˈstɑːt', 'ˈstaɹt'],
  ['force', 'ˈfɔɹs', 'ˈfɔːs', 'ˈfɔɹs'],
  ['square', 'ˈskwɛɹ', 'ˈskwɛː', 'ˈskweɹ'],
  ['near', 'ˈnɪɹ', 'ˈnɪə', 'ˈniɹ'],
  ['nurse', 'ˈnɝs', 'ˈnɜːs', 'ˈnʌɹs'],
  ['fern', 'ˈfɝn', 'ˈfɜːn', 'ˈfɛɹn'],
  ['goat', 'ˈɡoʊt', 'ˈɡəʊt', 'ˈɡot'],
  ['face', 'ˈfeɪs', 'ˈfeɪs', 'ˈfes'],
  ['foot', 'ˈfʊt', 'ˈfʊt', 'ˈfʉt'],
  ['goose', 'ˈɡus', 'ˈɡuːs', 'ˈɡʉs'],
  ['mouth', 'ˈmaʊθ', 'ˈmaʊθ', 'ˈmʌʉθ'],
  ['which', 'ˈwɪtʃ', 'ˈwɪtʃ', 'ˈʍɪtʃ'],
  ['witch', 'ˈwɪtʃ', 'ˈwɪtʃ', 'ˈwɪtʃ'],
  ['loch', 'ˈlɑk', 'ˈlɒk', 'ˈlɔx'],
  ['new', 'ˈnu', 'ˈnjuː', 'ˈnjʉ'],
  ['hurry', 'ˈhɝ.i', 'ˈhʌ.ɹi', 'ˈhʌ.ɾi'],
  ['sorry', 'ˈsɑ.ɹi', 'ˈsɒ.ɹi', 'ˈsɔ.ɾi'],
  ['three', 'ˈθɹi', 'ˈθɹiː', 'ˈθɾi'],
  ['very', 'ˈvɛ.ɹi', 'ˈvɛ.ɹi', 'ˈvɛ.ɾi'],
  ['area', 'ˈɛ.ɹi.ə', 'ˈɛː.ɹi.ə', 'ˈe.ɾi.ə'],
  ['hero', 'ˈhɪ.ɹoʊ', 'ˈhɪə.ɹəʊ', 'ˈhi.ɾo'],
  ['fragile', 'ˈfɹæ.dʒəl', 'ˈfɹæ.dʒaɪl', 'ˈfɹa.dʒaɪl'],
  ['tomato', 'təˈmeɪ.toʊ', 'təˈmɑː.təʊ', 'təˈma.to'],
];

describe('the accents of English', () => {
  it.each(SETS)('%s', async (text, us, uk, scottish) => {
    expect(await accent(text, 'en-US')).toBe(us);
    expect(await accent(text, 'en-GB')).toBe(uk);
    expect(await accent(text, 'en-GB-scotland')).toBe(scottish);
  });

  it('say an r at the end of a word before a vowel; Scotland says it everywhere', async () => {
    expect(await accent('far away', 'en-GB')).toBe('ˈfɑːɹ əˈweɪ');
    expect(await accent('far, away', 'en-GB')).toBe('ˈfɑː əˈweɪ');
    expect(await accent('far from', 'en-GB')).toBe('ˈfɑː ˈfɹɒm');
    expect(await accent('better off', 'en-GB')).toBe('ˈbɛ.təɹ ˈɒf');
    expect(await accent('far away', 'en-GB-scotland')).toBe('ˈfaɾ əˈwe');
    expect(await accent('far from', 'en-GB-scotland')).toBe('ˈfaɹ ˈfɹʌm');
  });

  it('find homographs, names and letters as American does', async () => {
    expect(await accent('I will read it. I read it yesterday.', 'en-GB')).toMatch(/ˈɹiːd.*ˈɹɛd/);
    expect(await accent('They record a record.', 'en-GB')).toBe('ˈðeɪ ɹɪˈkɔːd ə ˈɹɛ.kəd');
    expect(await accent('Siobhan', 'en-GB')).toBe('ʃɪˈvɔːn');
    expect(await accent('XYZ', 'en-GB')).toContain('ˈzɛd');
    expect(await accent('XYZ', 'en-US')).not.toContain('ˈzɛd');
  });

  it('are spelt for the starter voice with phones that its English speakers were taught', async () => {
    const words = async (text: string, language: string): Promise<string> =>
      wordsOf(await readAloud(text, language)).join(' ');
    expect(await words('bees bloom near fern', 'en-GB')).toBe('ˈbiz ˈblum ˈnɪə ˈfɜːn');
    expect(await words('which sorry nurse fern actor house', 'en-GB-scotland')).toBe(
      'ˈhwɪtʃ ˈsɔ.ri ˈnɝs ˈfɛɹn ˈæk.tɝ ˈhʌus',
    );
    const all = `${SETS.map(([word]) => word).join(' ')} fire pure boy judge measure thing yes with hall sing.`;
    for (const language of ['en-GB', 'en-GB-scotland'])
      expect(unknownPhones(await readAloud(all, language))).toEqual([]);
  });
});

describe('pairing', () => {
  const paired = (arpabet: string, ipa: string): string =>
    pair(parseArpabet(arpabet)!, parseClause(ipa).flat())
      .map(({ ipa: own, other, inserted }) => `${inserted.map((i) => `+${i} `).join('')}${own}:${other ?? '-'}`)
      .join(' ');

  it('puts vowels beside vowels and tells what either lacks', () => {
    expect(paired('K AA1 R', 'k_ˈɑː')).toBe('k:k ɑ:ɑː ɹ:-');
    expect(paired('N UW1', 'n_j_ˈuː')).toBe('n:n +j u:uː');
    expect(paired('HH ER1 IY0', 'h_ˈʌ_ɹ_i')).toBe('h:h ɝ:ʌ +ɹ i:i');
    expect(paired('ER1 B', 'h_ˈɜː_b')).toBe('+h ɝ:ɜː b:b');
    expect(paired('AA1', '')).toBe('ɑ:-');
  });
});
