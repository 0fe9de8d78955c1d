/**
 * Writes docs/third-party-notices.md from the packages that the product runs with (the lock file's, less those that
 * only development needs). A test compares the file with what this would write now.
 */
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { root } from './setup.mjs';

export const NOTICES_FILE = join(root, 'docs', 'third-party-notices.md');

/** Licences that may be combined with GPL-3.0-or-later. A package under another one stops `npm test`. */
const COMPATIBLE = new Set([
  '(Apache-2.0 AND BSD-3-Clause)',
  '(MIT OR CC0-1.0)',
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'GPL-3.0',
  'GPL-3.0-or-later',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'Unlicense',
]);

/** Code and data that packages carry inside, under terms of their own. */
const CARRIED: readonly { readonly package: string; readonly part: string; readonly licence: string }[] = [
  { package: '@echogarden/espeak-ng-emscripten', part: 'eSpeak NG, with its voices', licence: 'GPL-3.0-or-later' },
  { package: '@echogarden/pffft-wasm', part: 'PFFFT, after FFTPACK', licence: 'BSD-3-Clause' },
  { package: '@patdx/kuromoji', part: 'the dictionary mecab-ipadic', licence: 'NAIST-2003' },
  { package: '@wasm-audio-decoders/flac', part: 'libFLAC, libogg', licence: 'BSD-3-Clause' },
  { package: 'cmu-pronouncing-dictionary', part: 'the CMU Pronouncing Dictionary', licence: 'BSD-2-Clause' },
  { package: 'libopus-wasm', part: 'libopus', licence: 'BSD-3-Clause' },
  { package: 'mpg123-decoder', part: 'libmpg123', licence: 'LGPL-2.1' },
  { package: 'onnxruntime-node', part: 'ONNX Runtime, with parts listed in its own notices', licence: 'MIT' },
  { package: 'wasm-media-encoders', part: 'LAME', licence: 'LGPL-2.0-or-later' },
];

const LockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().default(false),
      devOptional: z.boolean().default(false),
    }),
  ),
});

const Author = z.object({
  author: z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)]).default(''),
});
const HOLDER = /^\W*Copyright:? (\([Cc]\)|©|\d{4}|[A-Z])/;

export interface Notice {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** Whose it is, as its licence file or its author says; empty where neither does. */
  readonly copyright: string;
}

/** The packages that the product runs with, by name. Throws on a licence that is missing or does not go with ours. */
export function readNotices(folder: string): Notice[] {
  const { packages } = LockFile.parse(JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')));
  const notices = Object.entries(packages)
    .filter(([path, entry]) => path !== '' && !entry.dev && !entry.devOptional)
    .map(([path, { version = '', license = '' }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      if (!COMPATIBLE.has(license))
        throw new Error(`${name} ${version} is under "${license}", which is not known to go with the GPL`);
      return { name, version, licence: license, copyright: copyrightOf(join(folder, path)) };
    });
  const unique = new Map(notices.map((notice) => [`${notice.name} ${notice.version}`, notice]));
  return [...unique.keys()].sort().flatMap((key) => unique.get(key) ?? []);
}

/** The first line of a package's licence file that names a holder, else the author whom its package.json names. */
function copyrightOf(folder: string): string {
  if (!existsSync(folder)) return '';
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)(\.|-|$)/i.test(name));
  const lines = file ? readFileSync(join(folder, file), 'utf8').split('\n') : [];
  const line = lines.find((text) => HOLDER.test(text) && !/Free Software Foundation|<year>/.test(text));
  const holder = line ?? Author.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).author;
  return holder.replace(/^[\s*#>/]+|\s+$/g, '').replaceAll('|', '\\|');
}

/** The whole document. */
export function renderNotices(folder: string): string {
  const rows = readNotices(folder).map((n) => `| ${n.name} | ${n.version} | ${n.licence} | ${n.copyright} |`);
  const carried = CARRIED.map((c) => `| ${c.package} | ${c.part} | ${c.licence} |`);
  return [
    '# Third-party notices',
    '',
    'Dramatis is free software under the GNU General Public License, version 3 or later (LICENSE). It runs with the',
    'packages below, each under its own licence, whose full text lies in its folder in `node_modules`. The free voices',
    'from which the starter voice learnt are named, with their licences, in its model card in `models/starter`.',
    '',
    '`npm run notices` writes this file.',
    '',
    '## What packages carry',
    '',
    '| Package | Part | Licence |',
    '|---|---|---|',
    ...carried,
    '',
    '## Packages',
    '',
    '| Package | Version | Licence | Copyright |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  writeFileSync(NOTICES_FILE, renderNotices(root));
