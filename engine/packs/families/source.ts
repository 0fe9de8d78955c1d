import { readdir, readFile, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, sep } from 'node:path';
import { env, type InferenceSession } from 'onnxruntime-node';
import type { PackRun } from '../../contract/pack.ts';
import { hasProvider, openSession, type SessionOptions } from '../session.ts';
import { tune } from '../tuning/index.ts';
import { type Graph, graphOf, unfit } from './graph.ts';

/** A file of a folder. */
export interface PackFile {
  /** Relative to the folder, with `/` between parts. */
  readonly name: string;
  readonly bytes: number;
}

// What the runtime cannot do is thrown, and told in our words; it need not write it to the error output as well. Set here,
// since it counts from the first graph on that any pack opens.
env.logLevel = 'fatal';

/** Files and folders that are looked at, and bytes of one side file: what has more is no voice pack. */
const MOST_FILES = 4096;
const MOST_JSON = 64 * 1024 * 1024;
const MOST_SIDE_FILE = 512 * 1024 * 1024;
/** Folders inside the folder. */
const DEEPEST = 4;

/** How the graphs of a folder run. */
export interface GraphRun extends Omit<PackRun, 'threads'> {
  /** Whether graphs are rewritten to run faster, on the processor. */
  readonly tuned: boolean;
}

/** A folder that is, or may be, a pack. Reads nothing outside it. */
export class PackSource {
  private readonly graphs = new Map<string, Promise<Graph>>();
  private whyNot: string | null = null;
  /** Graphs that run where it was asked for. */
  private elsewhere = 0;

  private constructor(
    readonly folder: string,
    readonly files: readonly PackFile[],
    private readonly run: GraphRun,
  ) {}

  /** Why graphs run on the processor though something else was asked for; null where they run as was asked. */
  get fallback(): string | null {
    return this.whyNot;
  }

  /** Whether some graphs run where it was asked for and others on the processor: those are to be opened anew. */
  get isDivided(): boolean {
    return this.whyNot !== null && this.elsewhere > 0;
  }

  /** Lists a folder, whose graphs run on the processor. Links are left out: they may lead anywhere. @throws DramatisError invalid_parameter */
  static async read(folder: string): Promise<PackSource> {
    const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch((cause: unknown) => {
      throw unfit(`${folder} cannot be read.`, cause);
    });
    if (entries.length > MOST_FILES) throw unfit(`${folder} has more than ${MOST_FILES} files; a voice pack has not.`);
    const files: PackFile[] = [];
    for (const entry of entries) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const name = path
        .slice(folder.length)
        .split(sep)
        .filter((part) => part !== '')
        .join('/');
      if (name.split('/').length > DEEPEST) continue;
      files.push({ name, bytes: (await stat(path)).size });
    }
    return new PackSource(
      folder,
      files.sort((a, b) => (a.name < b.name ? -1 : 1)),
      { provider: 'cpu', memoryMb: null, tuned: true },
    );
  }

  /** The same files, with graphs that run as it says. */
  running(run: Partial<GraphRun>): PackSource {
    return new PackSource(this.folder, this.files, { ...this.run, ...run });
  }

  has(name: string): boolean {
    return this.files.some((file) => file.name === name);
  }

  /** The names that match, in order. */
  match(pattern: RegExp): string[] {
    return this.files.map(({ name }) => name).filter((name) => pattern.test(name));
  }

  /** Absolute path of a file of the list. */
  path(name: string): string {
    if (!this.has(name)) throw unfit(`The pack has no file ${name}.`);
    return join(this.folder, ...name.split('/'));
  }

  async bytes(name: string): Promise<Uint8Array<ArrayBuffer>> {
    this.checkSize(name, MOST_SIDE_FILE);
    // A copy: the pool that small files are read into is not aligned for typed arrays.
    return new Uint8Array(await readFile(this.path(name)));
  }

  async json(name: string): Promise<unknown> {
    this.checkSize(name, MOST_JSON);
    const text = await readFile(this.path(name), 'utf8');
    try {
      return JSON.parse(text.replace(/^\uFEFF/, ''));
    } catch (cause) {
      throw unfit(`${name} is not JSON.`, cause);
    }
  }

  /** The inputs and outputs of a graph. It is opened for that, on the processor, and let go. @throws DramatisError invalid_parameter */
  graph(name: string): Promise<Graph> {
    const known = this.graphs.get(name);
    if (known) return known;
    const reading = this.plainSession(name, 1, {}).then(async (session) => {
      const graph = graphOf(session);
      await session.release();
      return graph;
    });
    this.graphs.set(name, reading);
    return reading;
  }

  /** Opens a graph; the caller owns it. @throws DramatisError invalid_parameter where it cannot be opened */
  async session(name: string, threads: number): Promise<InferenceSession> {
    const path = this.path(name);
    const { provider, memoryMb } = this.run;
    const options = { keepMemory: memoryMb === null, spin: threads > 1 && threads <= availableParallelism() };
    if (provider !== 'cpu' && this.whyNot === null) {
      if (!hasProvider(provider)) this.fallBack(`this build of the runtime has no ${provider}`);
      else
        try {
          const session = await openSession(path, threads, { ...options, provider });
          this.elsewhere++;
          return session;
        } catch (error) {
          this.fallBack(whyNot(error));
        }
    }
    const tuned = this.run.tuned ? await openTuned(path, threads, options) : null;
    return tuned ?? this.plainSession(name, threads, options);
  }

  /** On the processor, as the file is. */
  private async plainSession(name: string, threads: number, options: SessionOptions): Promise<InferenceSession> {
    try {
      return await openSession(this.path(name), threads, options);
    } catch (cause) {
      const why = cause instanceof Error ? plainly(cause.message) : '';
      throw unfit(`${name} cannot be opened as an ONNX graph${why ? `: ${why}` : ''}.`, cause);
    }
  }

  /** The other graphs are not tried: a pack runs in one place. */
  private fallBack(why: string): void {
    this.whyNot = `${this.run.provider} cannot be used, so the processor is: ${why}.`;
    process.stderr.write(`${this.folder}: ${this.whyNot}\n`);
  }

  private checkSize(name: string, most: number): void {
    const bytes = this.files.find((file) => file.name === name)?.bytes ?? 0;
    if (bytes > most) throw unfit(`${name} has ${bytes} bytes; it should not have more than ${most}.`);
  }
}

/** Null where nothing is gained by rewriting the graph, or the runtime does not take what came of it. */
async function openTuned(path: string, threads: number, options: SessionOptions): Promise<InferenceSession | null> {
  try {
    const tuned = await tune(path, threads);
    return tuned && (await openSession(tuned, threads, options));
  } catch (error) {
    process.stderr.write(`${path}: opened as it is, since it cannot be rewritten: ${whyNot(error)}\n`);
    return null;
  }
}

/** Why a graph could not be opened with a provider, for a person. */
function whyNot(error: unknown): string {
  const message = error instanceof Error ? error.message.split('\n')[0]! : 'it failed';
  if (/failed to load shared library|libonnxruntime_providers/i.test(message)) return 'its libraries are not installed';
  return message.slice(0, 200);
}

/** What ONNX Runtime says of weights beside a graph and of memory, in our words. */
const REASONS: readonly (readonly [RegExp, (found: RegExpExecArray) => string])[] = [
  [
    /External data path does not exist: ".*?([^/\\"]+)"/,
    ([, name]) => `its weights are in ${name}, which is not beside it`,
  ],
  [
    /External data path escapes|Absolute path not allowed for external data/,
    () => 'its weights lie outside of its folder',
  ],
  [/out of bounds or can ?not be read in full/, () => 'its weights are cut, or their places are wrong'],
  [/bad_alloc|Failed to allocate memory|Integer overflow/i, () => 'it asks for more memory than there is'],
];

/** Why a graph cannot be opened: in our words, else the first line of the runtime's without the paths that a person never gave. */
function plainly(message: string): string {
  for (const [pattern, words] of REASONS) {
    const found = pattern.exec(message);
    if (found) return words(found);
  }
  const [line = ''] = message.split('\n');
  return line
    .replace(/^Load model from .* failed:\s*/, '')
    .replace(/[\s.]+$/, '')
    .slice(0, 300);
}
