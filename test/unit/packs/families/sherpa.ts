import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { FIXTURES, folderOf } from './support.ts';

const run = promisify(execFile);
const require = createRequire(import.meta.url);

/** Whether sherpa-onnx has a build for this platform; why not, where it has none. */
export const SHERPA: string | null = (() => {
  try {
    require.resolve('sherpa-onnx-node');
    const platform = process.platform === 'win32' ? 'win' : process.platform;
    require.resolve(`sherpa-onnx-${platform}-${process.arch}`);
    return null;
  } catch {
    return `sherpa-onnx-node has no build for ${process.platform} ${process.arch} here`;
  }
})();

export interface SherpaRequest {
  readonly text: string;
  readonly options?: object;
  /** A WAV whose voice is to be spoken in. */
  readonly reference?: string;
}

/** What sherpa-onnx says with a model. */
export async function sherpaSays(model: object, requests: readonly SherpaRequest[]): Promise<Float32Array[]> {
  const folder = await folderOf({});
  const job = join(folder, 'job.json');
  const settings = { numThreads: 1, provider: 'cpu', debug: false, ...model };
  await writeFile(job, JSON.stringify({ model: settings, requests }));
  await run(process.execPath, [join(FIXTURES, 'sherpa.mjs'), job]);
  return Promise.all(
    requests.map(async (_, i) => {
      const bytes = await readFile(`${job}.${i}.f32`);
      return new Float32Array(new Uint8Array(bytes).buffer);
    }),
  );
}

/** What eSpeak NG needs for English, out of the data that the engine's own build of it brings. */
const WANTED = /espeak-ng-data\/(?:phon|intonations|en_dict|lang\/gmw\/en)/;

/** Unpacks a folder `espeak-ng-data`. */
export async function espeakData(): Promise<string> {
  const folder = await folderOf({});
  const script = require.resolve('@echogarden/espeak-ng-emscripten');
  const [, list] = /loadPackage\(\{files:(\[.*?\])/.exec(await readFile(script, 'utf8')) ?? [];
  const data = await readFile(join(dirname(script), 'espeak-ng.data'));
  const files = (list ?? '').matchAll(/filename:"([^"]+)",start:(\d+),end:(\d+)/g);
  for (const [, name, start, end] of files) {
    if (!WANTED.test(name!)) continue;
    const path = join(folder, name!.slice(name!.indexOf('espeak-ng-data')));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, data.subarray(Number(start), Number(end)));
  }
  return join(folder, 'espeak-ng-data');
}
