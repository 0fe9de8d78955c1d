/**
 * `npm run layers`: the import rules of the architecture (docs/architecture.md), checked over every source file.
 * A rule says which imports a folder may have; what it does not name is refused.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, normalize, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';

/** A source file by its path from the root, with what it imports: a path from the root, or a package's name. */
export interface SourceFile {
  readonly path: string;
  readonly imports: readonly string[];
}

interface Rule {
  /** Files that begin with this path. The longest `folder` that matches a file is its rule. */
  readonly folder: string;
  /** Beginnings of paths in the repository that may be imported. */
  readonly files: readonly string[];
  /** Packages that may be imported; null: any but `electron`. Node's own modules are allowed where `node` is set. */
  readonly packages: readonly string[] | null;
  readonly node: boolean;
}

const CONTRACT = 'engine/contract/';
const PROFILES = 'models/profiles.json';
const CATALOG = 'models/catalog.json';

export const RULES: readonly Rule[] = [
  { folder: CONTRACT, files: [CONTRACT], packages: ['zod'], node: false },
  { folder: 'engine/', files: ['engine/'], packages: null, node: true },
  { folder: 'renderer/', files: ['renderer/', CONTRACT], packages: null, node: false },
  // The shells put the parts together: the headless one, the command line, Electron.
  { folder: 'main/', files: ['main/', CONTRACT], packages: null, node: true },
  // Pure functions of a text, which say how it is read, are spared the child process: "dramatis normalize" and "tags".
  {
    folder: 'main/cli/',
    files: ['main/', CONTRACT, 'engine/text/index.ts', 'engine/expression/'],
    packages: null,
    node: true,
  },
  { folder: 'main/electron/', files: ['main/', CONTRACT], packages: ['electron', 'zod'], node: true },
  // The parts do not know in which shell they run, and the engine is reached by messages alone.
  {
    folder: 'main/server/',
    // The studio asks the server what a direction in a script will do; cards are mixed and named by functions of cards alone.
    files: [
      'main/server/',
      'main/library/',
      'main/engine-host/',
      CONTRACT,
      PROFILES,
      CATALOG,
      'engine/expression/understand.ts',
      'engine/voice/cards.ts',
      'engine/voice/mix.ts',
    ],
    packages: null,
    node: true,
  },
  // Exported scenes are mixed takes: resampled and encoded with the engine's audio tools, which know no voice or model.
  {
    folder: 'main/library/exports/',
    files: ['main/library/', 'engine/audio/', CONTRACT],
    packages: null,
    node: true,
  },
  { folder: 'main/library/', files: ['main/library/', CONTRACT, PROFILES], packages: null, node: true },
  { folder: 'main/engine-host/', files: ['main/engine-host/', CONTRACT], packages: null, node: true },
];

/** Every breach of the rules, and every cycle between folders of the engine, as a sentence. Empty when all is well. */
export function findViolations(files: readonly SourceFile[]): string[] {
  return [...files.flatMap(breaches), ...cycles(files)];
}

function breaches(file: SourceFile): string[] {
  const rule = RULES.filter(({ folder }) => file.path.startsWith(folder)).sort(
    (a, b) => b.folder.length - a.folder.length,
  )[0];
  if (!rule) return [];
  return file.imports.filter((name) => !allows(rule, name)).map((name) => `${file.path} may not import ${name}`);
}

function allows(rule: Rule, name: string): boolean {
  if (isBuiltin(name)) return rule.node;
  if (/^(engine|main|renderer|scripts|test|models)\//.test(name))
    return rule.files.some((folder) => name.startsWith(folder));
  const packageName = name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
  return rule.packages?.includes(packageName) ?? packageName !== 'electron';
}

/** Folders directly under `engine/` that import one another in a circle: `text -> plan -> text`. */
function cycles(files: readonly SourceFile[]): string[] {
  const edges = new Map<string, Set<string>>();
  for (const { path, imports } of files) {
    const from = engineFolder(path);
    for (const to of from === null ? [] : imports.map(engineFolder)) {
      if (from !== null && to !== null && to !== from) edges.set(from, (edges.get(from) ?? new Set()).add(to));
    }
  }
  const found = new Set<string>();
  const visit = (trail: readonly string[], folder: string): void => {
    const start = trail.indexOf(folder);
    // Each circle is met once from every folder in it; it is told from the first by name.
    const circle = trail.slice(start);
    if (start >= 0 && circle.every((other) => folder <= other))
      found.add(`engine: ${[...circle, folder].join(' -> ')}`);
    if (start < 0) for (const next of edges.get(folder) ?? []) visit([...trail, folder], next);
  };
  for (const folder of edges.keys()) visit([], folder);
  return [...found].map((circle) => `cycle in ${circle}`);
}

function engineFolder(path: string): string | null {
  return /^engine\/([^/]+)\//.exec(path)?.[1] ?? null;
}

/** Reads every source file under `root`, and finds its imports and re-exports, dynamic ones too. */
export function readSources(root: string): SourceFile[] {
  const paths = ['engine', 'main', 'renderer'].flatMap((layer) =>
    readdirSync(join(root, layer), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/')),
  );
  return paths.map((path) => ({ path, imports: importsOf(path, readFileSync(join(root, path), 'utf8')) }));
}

export function importsOf(path: string, source: string): string[] {
  const { importedFiles } = ts.preProcessFile(source, true, true);
  return importedFiles.map(({ fileName }) =>
    fileName.startsWith('.')
      ? normalize(join(dirname(path), fileName))
          .split(sep)
          .join('/')
      : fileName,
  );
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const files = readSources(join(dirname(fileURLToPath(import.meta.url)), '..'));
  const violations = findViolations(files);
  for (const violation of violations) console.error(violation);
  console.log(`layers: ${files.length} files, ${violations.length} violations`);
  if (violations.length > 0) process.exitCode = 1;
}
