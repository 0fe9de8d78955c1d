import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LANGUAGES, say, STRINGS, type Language, type StringKey } from '../../../renderer/ui/strings.ts';

const keys = Object.keys(STRINGS) as StringKey[];
const languages = Object.keys(LANGUAGES) as Language[];
const slots = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!).sort();
const sources = readdirSync('renderer', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('strings.ts'))
  .map((name) => ({ name, text: readFileSync(join('renderer', name), 'utf8') }));

describe('the table of strings', () => {
  it('has every string in every language, with the same places to fill in', () => {
    for (const key of keys) {
      for (const language of languages) {
        expect(STRINGS[key][language].trim(), `${key} in ${language}`).not.toBe('');
        expect(slots(STRINGS[key][language]), `${key} in ${language}`).toEqual(slots(STRINGS[key].en));
      }
    }
  });

  it('has no string that nothing shows', () => {
    const all = sources.map(({ text }) => text).join('\n');
    const prefixes = [...all.matchAll(/`([a-z]+(?:\.[a-z]+)*)\.\$\{/gi)].map((match) => `${match[1]}.`);
    const unused = keys.filter(
      (key) => !all.includes(`'${key}'`) && !key.endsWith('.one') && !prefixes.some((prefix) => key.startsWith(prefix)),
    );
    expect(unused).toEqual([]);
  });

  it('is where all words come from: no component has a text or label of its own', () => {
    const own = sources
      .filter(({ name }) => name.endsWith('.tsx'))
      .flatMap(({ name, text }) =>
        [
          ...text.matchAll(
            /(?:aria-label|title|placeholder|alt)="[^"]*\p{L}{2,}[^"]*"|>\s*\p{Lu}\p{Ll}+(?: \p{L}+)*\s*<\//gu,
          ),
        ].map((match) => `${name}: ${match[0]}`),
      );
    expect(own).toEqual([]);
  });

  it('fills in values and knows one from many', () => {
    expect(say('en', 'cast.lines', { count: 1 })).toBe('1 line');
    expect(say('en', 'cast.lines', { count: 3 })).toBe('3 lines');
    expect(say('de', 'edit.give', { name: 'Anna' })).toBe('Zeile an Anna geben');
  });
});
