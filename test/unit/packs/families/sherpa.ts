import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unpackEspeakData } from './espeak-data.ts';
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

/** Unpacks a folder `espeak-ng-data`. */
export async function espeakData(): Promise<string> {
  return unpackEspeakData(await folderOf({}));
}
