import { describe, expect, it } from 'vitest';
import { normalizeForDisplay, normalizeText } from '../../../engine/text/index.ts';
import { ownCases, read } from './accuracy.ts';

describe.each(['en', 'zh'] as const)('the project’s own set of %s', (language) => {
  const outcomes = read(ownCases(language), language);

  it('has at least 400 cases, each once', () => {
    expect(outcomes.length).toBeGreaterThanOrEqual(400);
    expect(new Set(outcomes.map(({ written }) => written)).size).toBe(outcomes.length);
  });

  it('is read as a reader reads it', () => {
    expect(outcomes.filter(({ spoken, got }) => spoken !== got)).toEqual([]);
  });

  it('leaves no figure', () => {
    expect(outcomes.filter(({ got }) => /\p{Nd}/u.test(got))).toEqual([]);
  });
});

describe('where a text is read', () => {
  it('American by default, British dates and numbers where the locale says so', () => {
    expect(normalizeForDisplay('03/04/2021', 'en-US')).toBe('march fourth twenty twenty one');
    expect(normalizeForDisplay('03/04/2021', 'en-GB')).toBe('the third of april twenty twenty one');
    expect(normalizeForDisplay('123', 'en-US')).toBe('one hundred twenty three');
    expect(normalizeForDisplay('123', 'en-GB')).toBe('one hundred and twenty three');
  });

  it('emoji are named, each once however often it is there, and kept silent where no name is known', () => {
    expect(normalizeForDisplay('Nice 👍🏽👍🏽', 'en')).toBe('nice thumbs up');
    expect(normalizeForDisplay('真好👍', 'zh')).toBe('真好赞');
    expect(normalizeForDisplay('a 🪠 b', 'en')).toBe('a b');
  });

  it('without normalisation only figures become words', () => {
    const words = (text: string): string =>
      normalizeText(text, { language: 'en-US', normalize: false })
        .tokens.map((token) => token.text)
        .join(' ');
    expect(words('Dr. Lee, 5 km')).toBe('Dr Lee five km');
  });
});
