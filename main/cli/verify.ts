import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TtsRequest } from '../../engine/contract/tts-request.ts';
import type { EngineHost } from '../engine-host/index.ts';
import { Exports } from '../library/exports/index.ts';
import { compareFiles, compareModels, Manifest, orderOf, type Comparison } from '../library/exports/manifest.ts';
import { openLibrary, type Library } from '../library/index.ts';
import { defaultDataFolder } from '../library/paths.ts';
import { Takes } from '../library/takes.ts';
import { speechProfile } from '../server/profiles.ts';
import { resolveSpeakers } from '../server/speakers.ts';
import { toSpeechRequest } from '../server/speech.ts';
import { validate } from '../server/validation.ts';
import { Voices } from '../server/voices.ts';
import { startEngine } from '../service.ts';
import { CliError, readArguments } from './usage.ts';

const HELP = `dramatis verify MANIFEST

Makes the audio of an exported scene again, from the seeds, voices and words in its manifest, and compares it with the
hashes of the files that were exported. Ends with 1 where something differs.`;

export async function run(args: string[]): Promise<void> {
  const parsed = readArguments(args, { data: { type: 'string' } }, HELP);
  if (!parsed) return;
  const [path, ...more] = parsed.positionals;
  if (path === undefined || more.length > 0) throw new CliError(`One manifest is needed.\n\n${HELP}`);
  const manifest = readManifest(path, await readFile(path, 'utf8').catch(() => null));
  const work = await mkdtemp(join(tmpdir(), 'dramatis-verify-'));
  const data = parsed.values.data ?? defaultDataFolder();
  const engine = startEngine((line) => console.error(line), data);
  try {
    await engine.ready;
    for (const { name, same } of compareModels(manifest, engine.packs()))
      if (!same) console.log(`differs  model file ${name}`);
    const results = await makeAgain(manifest, engine, await openLibrary(data), work);
    for (const { name, same } of results) console.log(`${same ? 'same   ' : 'differs'}  ${name}`);
    if (results.some(({ same }) => !same)) process.exitCode = 1;
  } finally {
    await engine.stop();
    await rm(work, { recursive: true, force: true });
  }
}

function readManifest(path: string, text: string | null): Manifest {
  if (text === null) throw new CliError(`${path} cannot be read.`);
  try {
    return Manifest.parse(JSON.parse(text));
  } catch {
    throw new CliError(`${path} is not a manifest of Dramatis.`);
  }
}

async function makeAgain(
  manifest: Manifest,
  engine: EngineHost,
  library: Library,
  work: string,
): Promise<readonly Comparison[]> {
  const takes = new Takes(join(work, 'takes'));
  const voices = new Voices(engine, library.settings, library.voices);
  const profile = speechProfile(undefined, library.settings);
  const made = new Set<string>();
  for (const line of manifest.lines) {
    if (made.has(line.take)) continue;
    made.add(line.take);
    const body = validate(TtsRequest, line.request);
    const parts: Uint8Array[] = [];
    const request = toSpeechRequest(body, profile, resolveSpeakers(body, profile, voices));
    for await (const event of engine.speak(request, new AbortController().signal))
      if (event.type === 'audio') parts.push(event.bytes);
    const samples = Buffer.concat(parts);
    const rate = request.output.sampleRate;
    await takes.put(line.take, { sampleRate: rate, seconds: samples.length / 2 / rate, words: [] }, samples);
  }
  const exports = new Exports(join(work, 'exports'), takes);
  const status = await exports.finished(exports.start(orderOf(manifest), manifest).id);
  if (status.state !== 'done') throw new CliError(status.message ?? 'The scene could not be made again.');
  return await compareFiles(manifest, status.folder);
}
