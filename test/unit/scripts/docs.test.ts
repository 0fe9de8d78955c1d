import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../scripts/setup.mjs';

const documents = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => join('docs', name));

/** Targets of the links in a document that lead to files of the repository. */
function fileLinks(document: string): string[] {
  const text = readFileSync(join(root, document), 'utf8');
  return Array.from(text.matchAll(/\]\(([^)#\s]+)/g), ([, target]) => target ?? '').filter((t) => !/^[a-z]+:/.test(t));
}

test.each(['README.md', ...documents])('the links of %s lead to files that are there', (document) => {
  const broken = fileLinks(document).filter((target) => !existsSync(join(root, dirname(document), target)));
  expect(broken).toEqual([]);
});

test('every decision is in the list of decisions', () => {
  const records = readdirSync(join(root, 'docs', 'decisions')).filter((name) => /^\d{4}-/.test(name));
  expect(fileLinks(join('docs', 'decisions', 'README.md')).sort()).toEqual(records.sort());
});

test('the commands that the README gives are there', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
  const named = readFileSync(join(root, 'README.md'), 'utf8').matchAll(/npm run (?:--silent )?([a-z:]+)/g);
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(Array.from(named, ([, name]) => name)));
});
