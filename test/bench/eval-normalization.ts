/**
 * `npx tsx test/bench/eval-normalization.ts [--lang en|zh] [FILE]`: how much of a set is read exactly, by class. FILE has a
 * class, a written and a spoken form in each line, parted by tabs; without it, the project's own sets are read.
 */
import { parseArgs } from 'node:util';
import { byCategory, ownCases, read, readCases } from '../unit/text/accuracy.ts';

const { values, positionals } = parseArgs({ options: { lang: { type: 'string' } }, allowPositionals: true });
const [file] = positionals;

for (const language of values.lang === undefined ? (['en', 'zh'] as const) : [values.lang]) {
  const cases = file === undefined ? ownCases(language === 'zh' ? 'zh' : 'en') : readCases(file);
  const outcomes = read(cases, language);
  console.log(`\n${language}\n\n| class | right | of | share |\n| --- | ---: | ---: | ---: |`);
  for (const [category, { right, all }] of byCategory(outcomes))
    console.log(`| ${category} | ${right} | ${all} | ${((100 * right) / all).toFixed(1)}% |`);
  for (const { category, written, spoken, got } of outcomes)
    if (spoken !== got) console.log(`\n${category}: ${written}\n  expected: ${spoken}\n  read:     ${got}`);
}
