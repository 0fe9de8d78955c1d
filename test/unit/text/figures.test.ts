import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeForDisplay } from '../../../engine/text/index.ts';
import { ownCases } from './accuracy.ts';

/** Figures of every kind, the signs and short words that stand beside them, and cases of the project's own sets, in any order. */
const figure = fc.oneof(
  fc.nat(99_999_999).map(String),
  fc.nat(999).map(String),
  fc.double({ noNaN: true, min: -1e6, max: 1e6 }).map((n) => n.toFixed(2)),
  fc.constantFrom('1,234', '00:00', '1/2', '٣', '२', '３', '¼', '²', 'Ⅳ', '①', '㊿', '𝟙', '⑴', '❶', '㍘', '½', '10⁻³', '₂'),
); // prettier-ignore
const sign = fc.constantFrom(
  ...'+-–—−±×÷=<>≤≥≈~%‰°$€£¥#&@*/\\|.,:;!?()[]"\'’“” \n\t的年月日号个元点分到第X', ' ', ' ', 'km', 'kg', 'am', 'PM', '万', '亿', 'st', 'th',
  'bn', 'v', 'No.', 'St.', 'x', 'C', 'e', '-¥', '°C', 'km/h', '单元', '级', 'IV', 'p', 'http://', 'www.', '.com', 'a@b.c',
); // prettier-ignore
const own = fc.constantFrom(...[...ownCases('en'), ...ownCases('zh')].map(({ written }) => written));
const glued = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: figure },
      { weight: 3, arbitrary: sign },
      { weight: 1, arbitrary: own },
      { weight: 1, arbitrary: fc.string({ maxLength: 8 }) },
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(''));
const apart = fc.array(fc.oneof(figure, sign, own), { maxLength: 14 }).map((parts) => parts.join(' '));

it('reads many digits before letters in no more time than many digits', () => {
  for (const digits of ['3892760192092589127825107631', '7'.repeat(2000)])
    for (const tail of ['Highway 101the', 'A-1b', '-AB-12cd', 'ab-ABcd'])
      for (const language of ['en', 'zh']) expect(normalizeForDisplay(digits + tail, language)).not.toMatch(/\d/);
});

it('leaves no figure in the ending of a file in Chinese text', () => {
  expect(normalizeForDisplay('song.mp3', 'zh')).toBe('song点mp三');
  expect(normalizeForDisplay('报告.7z', 'zh')).toBe('报告点七z');
});

/** What is said, whatever stands between the words: Chinese words are parted by a dictionary, in English text too. */
const bare = (said: string): string => said.replace(/[\s'-]/gu, '');

describe.each(['en', 'zh'])('figures in any text, read as %s', (language) => {
  it('become words in lower case, and none is left', () => {
    fc.assert(
      fc.property(glued, (written) => {
        const said = normalizeForDisplay(written, language);
        expect(said).not.toMatch(/\p{N}/u);
        expect(said).toBe(said.toLowerCase());
      }),
      { numRuns: 300 },
    );
  });

  it('are read once: what is said is read as it is', () => {
    fc.assert(
      fc.property(apart, (written) => {
        const said = normalizeForDisplay(written, language);
        expect(bare(normalizeForDisplay(said, language))).toBe(bare(said));
      }),
      { numRuns: 200 },
    );
  });
});
