import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** What eSpeak NG needs for English, out of the data that the engine's own build of it brings. */
const WANTED = /espeak-ng-data\/(?:phon|intonations|en_dict|lang\/gmw\/en)/;

/** Unpacks a folder `espeak-ng-data` into `folder`, and gives its path. */
export async function unpackEspeakData(folder: string): Promise<string> {
  const script = createRequire(import.meta.url).resolve('@echogarden/espeak-ng-emscripten');
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
