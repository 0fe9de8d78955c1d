import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { API_FOLDER, endpointsOf, pageName, readOpenApi } from '../../../scripts/api-pages.ts';
import { root } from '../../../scripts/setup.mjs';

const ABOVE = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'];
const documents = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => join('docs', name));

/** Targets of the links and pictures in a document that lead to files of the repository. */
function fileLinks(document: string): string[] {
  const text = readFileSync(join(root, document), 'utf8');
  const found = [...text.matchAll(/\]\(([^)#\s]+)/g), ...text.matchAll(/ src(?:set)?="([^"]+)"/g)];
  return found.map(([, target]) => target ?? '').filter((target) => !/^[a-z]+:/.test(target));
}

test.each([...ABOVE, ...documents])('the links of %s lead to files that are there', (document) => {
  const broken = fileLinks(document).filter((target) => !existsSync(join(root, dirname(document), target)));
  expect(broken).toEqual([]);
});

test('every decision is in the list of decisions', () => {
  const records = readdirSync(join(root, 'docs', 'decisions')).filter((name) => /^\d{4}-/.test(name));
  expect(fileLinks(join('docs', 'decisions', 'README.md')).sort()).toEqual(records.sort());
});

const workflows = readdirSync(join(root, '.github', 'workflows')).map((name) => join('.github', 'workflows', name));

test.each([...ABOVE, ...documents, ...workflows])('the commands that %s gives are there', (document) => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
  const named = readFileSync(join(root, document), 'utf8').matchAll(/npm run (?:--silent )?([a-z][a-z:-]*[a-z])/g);
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(Array.from(named, ([, name]) => name)));
});

test('every endpoint has a page, and every page an endpoint (else: npm run api-pages)', async () => {
  const pages = endpointsOf(await readOpenApi()).map(pageName);
  expect(readdirSync(API_FOLDER).sort()).toEqual([...pages, 'README.md'].sort());
});
