import { readFileSync } from 'node:fs';
import { normalizeForDisplay } from '../../../engine/text/index.ts';

/** A line of a set: its class, the text as written, and what a reader says. */
export interface Case {
  readonly category: string;
  readonly written: string;
  readonly spoken: string;
}

export interface Outcome extends Case {
  readonly got: string;
}

/** The cases of a file with a class, a written and a spoken form in each line, parted by tabs. */
export function readCases(path: string | URL): Case[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [category = '', written = '', spoken = ''] = line.split('\t');
      return { category, written, spoken };
    });
}

/** The project's own set of a language. */
export const ownCases = (language: 'en' | 'zh'): Case[] =>
  readCases(new URL(`../../fixtures/normalization/${language}.tsv`, import.meta.url));

export const read = (cases: readonly Case[], language: string): Outcome[] =>
  cases.map((one) => ({ ...one, got: normalizeForDisplay(one.written, language) }));

/** Right and all, by class and (last) together. */
export function byCategory(outcomes: readonly Outcome[]): Map<string, { right: number; all: number }> {
  const result = new Map<string, { right: number; all: number }>();
  const count = (category: string, right: boolean): void => {
    const known = result.get(category) ?? { right: 0, all: 0 };
    result.set(category, { right: known.right + (right ? 1 : 0), all: known.all + 1 });
  };
  for (const { category, spoken, got } of outcomes) count(category, spoken === got);
  for (const { spoken, got } of outcomes) count('all', spoken === got);
  return result;
}
