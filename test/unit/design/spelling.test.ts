import { describe, expect, it } from 'vitest';
import { Spelling } from '../../../engine/design/spelling.ts';

const VOCABULARY = ['voice', 'with', 'high', 'slow', 'loud', 'young', 'woman', 'female', 'elderly', 'deep', 'slowly', 'approximately', 'old', 'noise', 'women', 'schnell', 'männlich']; // prettier-ignore
const ENGLISH = new Set(['wife', 'vice', 'height', 'steep', 'slop', 'laud']);
const spelling = new Spelling(VOCABULARY, (word) => ENGLISH.has(word));

describe('slips of the finger in a description', () => {
  it.each([
    ['vioce', 'voice'],
    ['wiht', 'with'],
    ['hgih', 'high'],
    ['yuong', 'young'],
    ['yung', 'young'],
    ['lowd', 'loud'],
    ['womn', 'woman'],
    ['femle', 'female'],
    ['eldrely', 'elderly'],
    ['slwoly', 'slowly'],
    ['aproximatly', 'approximately'],
    ['oldd', 'old'],
    ['sloooow', 'slow'],
    ['deeeeply', 'deeeeply'],
    ['deeeeep', 'deep'],
    ['shnell', 'schnell'],
    ['mänlich', 'männlich'],
  ])('%s means %s', (word, meant) => {
    expect(spelling.mended(word)).toBe(meant);
  });

  it('leaves what is a word, what is short, what is far from all words, and what is none', () => {
    for (const word of ['wife', 'vice', 'voice', 'teh', 'ole', 'xylophone', 'bruce', '83', '-', ',', '低', 'oud', '😀'])
      expect(spelling.mended(word)).toBe(word);
    expect(spelling.mended('x'.repeat(5000))).toHaveLength(5000);
  });

  it('takes the more frequent of two words that are as near', () => {
    expect(new Spelling(['women', 'woman'], () => false).mended('womn')).toBe('women');
    expect(new Spelling(['woman', 'women'], () => false).mended('womn')).toBe('woman');
  });

  it('takes two slips only in long words', () => {
    expect(spelling.mended('fmlae')).toBe('fmlae');
    expect(spelling.mended('aproximatley')).toBe('approximately');
  });
});
