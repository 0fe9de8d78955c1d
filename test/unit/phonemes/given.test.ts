import { describe, expect, it } from 'vitest';
import type { Pronunciation } from '../../../engine/contract/speech.ts';
import { readAloud, UserLexicon, wordsOf } from './reading.ts';

const inline = (phonemes: string): string => `<|phoneme_start|>${phonemes}<|phoneme_end|>`;

describe('phonemes in the text', () => {
  it.each([
    ['en-US', 'EH1 N JH AH0 N IH1 R', 'ˈɛn.dʒəˈnɪɹ'],
    ['en-US', 'T AH0 M EY1 T OW2', 'təˈmeɪ.toʊ'],
    ['cmn', 'gao1', 'kɑu1'],
    ['cmn', 'ni3 hao3', 'ni3.χɑu3'],
    ['ja', 'ha0shi1', 'häˈɕi'],
    ['ja', 'to1o0kyo0o0', 'ˈto̞.o̞.kʲo̞.o̞'],
    ['en-US', 'təˈmɑːtəʊ', 'təˈmɑː.toʊ'],
  ])('%s %s', async (language, value, phones) => {
    const words = wordsOf(await readAloud(`${language === 'en-US' ? 'a ' : ''}${inline(value)}`, language));
    expect(words.at(-1)?.normalize('NFC')).toBe(phones.normalize('NFC'));
  });

  it('are left alone by normalisation, and stand where a word stands', async () => {
    for (const normalize of [true, false]) {
      const text = `I am an ${inline('EH1 N JH AH0 N IH1 R')}.`;
      const sequence = await readAloud(text, 'en-US', { normalize });
      expect(sequence.words).toHaveLength(4);
      expect(wordsOf(sequence)[3]).toBe('ˈɛn.dʒəˈnɪɹ');
    }
  });

  it('that nobody can read are read as a word, and unknown tags not at all', async () => {
    expect(wordsOf(await readAloud(`say ${inline('QQ9 ZZ')} now`, 'en-US')).length).toBeGreaterThanOrEqual(2);
    expect(wordsOf(await readAloud('say <|something|> now', 'en-US'))).toHaveLength(2);
  });
});

describe('the user’s lexicon', () => {
  const entry = (change: Partial<Pronunciation>): Pronunciation => ({
    word: 'Dramatis',
    alphabet: 'ipa',
    pronunciation: 'dɹəˈmɑtɪs',
    ...change,
  });
  const say = async (text: string, entries: Pronunciation[], language = 'en-US'): Promise<string[]> =>
    wordsOf(await readAloud(text, language, { lexicon: new UserLexicon(entries) }));

  it('takes IPA, ARPAbet and respelling', async () => {
    const plain = await say('Dramatis', []);
    for (const given of [
      entry({}),
      entry({ alphabet: 'arpabet', pronunciation: 'D R AH0 M AA1 T IH0 S' }),
      entry({ alphabet: 'respelling', pronunciation: 'druh-MAH-tihs' }),
    ]) {
      expect(await say('Dramatis', [given])).toEqual(['dɹəˈmɑ.tɪs']);
      expect(plain).not.toEqual(['dɹəˈmɑ.tɪs']);
    }
  });

  it('keeps to whole words and, where it is asked to, to case', async () => {
    const same = await say('dramatist', []);
    expect(await say('dramatist', [entry({})])).toEqual(same);
    expect(await say('DRAMATIS', [entry({})])).toEqual(['dɹəˈmɑ.tɪs']);
    expect(await say('dramatis', [entry({ caseSensitive: true })])).not.toEqual(['dɹəˈmɑ.tɪs']);
    expect(await say("Dramatis's", [entry({})])).not.toHaveLength(0);
  });

  it('keeps to its language', async () => {
    expect(await say('Dramatis', [entry({ language: 'de' })])).not.toEqual(['dɹəˈmɑ.tɪs']);
    expect(await say('Dramatis', [entry({ language: 'en' })])).toEqual(['dɹəˈmɑ.tɪs']);
  });

  it('takes several words, the longer before the shorter, and Hanzi', async () => {
    const entries = [
      entry({ word: 'New York', alphabet: 'respelling', pronunciation: 'noo-YAWK' }),
      entry({ word: 'York', alphabet: 'respelling', pronunciation: 'YARK' }),
    ];
    expect(await say('in New York', entries)).toHaveLength(2);
    expect(await say('我姓单。', [entry({ word: '单', language: 'zh', pronunciation: 'ʂan' })], 'cmn')).toContain(
      'ʂan',
    );
  });
});
