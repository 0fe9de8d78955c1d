import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { FORMATS, type FormatName } from '../../engine/contract/formats.ts';
import type { SpeechStats } from '../../engine/contract/speech.ts';
import { TtsRequest } from '../../engine/contract/tts-request.ts';
import { defaultDataFolder } from '../library/paths.ts';
import { openLibrary } from '../library/index.ts';
import { withRecordings } from '../server/recordings.ts';
import { toSpeechRequest } from '../server/speech.ts';
import { resolveSpeakers } from '../server/speakers.ts';
import { speechProfile } from '../server/profiles.ts';
import { validate } from '../server/validation.ts';
import { Voices } from '../server/voices.ts';
import { startEngine } from '../service.ts';
import { CliError, numberOption, readArguments } from './usage.ts';

const HELP = `dramatis say TEXT -o FILE [options]

Speaks TEXT ("-": standard input) into FILE. Without -o the audio goes to standard output, for a pipe.

  -o, --output FILE      its extension gives the format, where --format does not
      --format NAME      wav, pcm, mp3 or opus
      --rate HZ          sample rate
      --bitrate N        mp3: 64, 128, 192 (kbps); opus: -1000, 24000, 32000, 48000, 64000 (bps)
  -v, --voice NAME       id or name of a voice, or pack/name where several packs have that name; once for each
                         speaker, in the order of <|speaker:N|>
      --reference FILE   recording whose voice is taken instead; needs --transcript
      --transcript TEXT  what is said in the recording
      --model NAME       s2.1-pro, s2.1-pro-free, s2-pro or s1
      --seed N           same text, same seed: same bytes
      --language TAG     as en-US; found from the text where it is not said
      --speed X          0.5 to 2
      --volume DB        -40 to 20
      --temperature X    0 to 1
      --top-p X          0 to 1
      --no-normalize     reads numbers and the like as they are written`;

/** Voices of one name that are told beside the one that speaks. */
const SHOWN_OTHERS = 5;

const OPTIONS = {
  output: { type: 'string', short: 'o' },
  format: { type: 'string' },
  rate: { type: 'string' },
  bitrate: { type: 'string' },
  voice: { type: 'string', short: 'v', multiple: true },
  reference: { type: 'string' },
  transcript: { type: 'string' },
  model: { type: 'string' },
  seed: { type: 'string' },
  language: { type: 'string' },
  speed: { type: 'string' },
  volume: { type: 'string' },
  temperature: { type: 'string' },
  'top-p': { type: 'string' },
  'no-normalize': { type: 'boolean' },
  data: { type: 'string' },
} as const;

type Values = NonNullable<ReturnType<typeof readArguments<typeof OPTIONS>>>['values'];

export async function run(args: string[]): Promise<void> {
  const parsed = readArguments(args, OPTIONS, HELP);
  if (!parsed) return;
  const { values, positionals } = parsed;
  if (positionals.length === 0) throw new CliError(`A text is needed.\n\n${HELP}`);
  if (values.output === undefined && process.stdout.isTTY)
    throw new CliError('-o FILE is needed: audio is not for the screen.');
  const written = positionals.join(' ');
  const text = written === '-' ? await readAll(process.stdin) : written;

  const data = values.data ?? defaultDataFolder();
  const engine = startEngine((line) => console.error(line), data);
  try {
    const library = await openLibrary(data);
    await engine.ready;
    const voices = new Voices(engine, library.settings, library.voices);
    const body = validate(TtsRequest, await requestBody(text, values, voices));
    const profile = speechProfile(values.model, library.settings);
    const { lexicon } = library.settings.read();
    const order = toSpeechRequest(body, profile, resolveSpeakers(body, profile, voices), lexicon);
    const request = await withRecordings(order, library.voices);
    const parts: Uint8Array[] = [];
    let stats: SpeechStats | undefined;
    for await (const event of engine.speak(request, new AbortController().signal)) {
      if (event.type === 'audio') parts.push(event.bytes);
      else if (event.type === 'notice') console.error(event.message);
      else if (event.type === 'end') stats = event.stats;
    }
    await write(values.output, withSizes(Buffer.concat(parts)));
    console.error(`${stats?.audioSeconds.toFixed(2) ?? '?'} s of speech, seed ${request.seed}`);
  } finally {
    await engine.stop();
  }
}

/** What the options say, in the shape of the contract's request, which then checks it. */
async function requestBody(text: string, values: Values, voices: Voices): Promise<Record<string, unknown>> {
  const format = values.format ?? formatOfName(values.output);
  const bitrate = numberOption('bitrate', values.bitrate);
  const speed = numberOption('speed', values.speed);
  const volume = numberOption('volume', values.volume);
  const ids = values.voice?.map((name) => idOf(name, voices));
  return present({
    text,
    format,
    sample_rate: numberOption('rate', values.rate),
    [format === 'opus' ? 'opus_bitrate' : 'mp3_bitrate']: bitrate,
    reference_id: ids?.length === 1 ? ids[0] : ids,
    references: await references(values),
    seed: numberOption('seed', values.seed),
    language: values.language,
    temperature: numberOption('temperature', values.temperature),
    top_p: numberOption('top-p', values['top-p']),
    prosody: speed === undefined && volume === undefined ? undefined : present({ speed, volume }),
    normalize: !values['no-normalize'],
  });
}

/** The voice that a name stands for. Where others are called so too, it is told who speaks and how they are named. */
function idOf(name: string, voices: Voices): string {
  const [voice, ...others] = voices.named(name);
  if (!voice) return name;
  if (others.length > 0) {
    const ways = others.slice(0, SHOWN_OTHERS).map(({ id, card }) => `-v ${card.pack}/${id}`);
    if (others.length > ways.length) ways.push(`${others.length - ways.length} more (dramatis voices)`);
    console.error(`"${name}" is ${voice.id} of the pack ${voice.card.pack}; also called so: ${ways.join(', ')}.`);
  }
  return voice.id;
}

async function references({ reference, transcript }: Values): Promise<object[] | undefined> {
  if (reference === undefined && transcript === undefined) return undefined;
  if (reference === undefined || transcript === undefined)
    throw new CliError('--reference and --transcript belong together.');
  return [{ audio: new Uint8Array(await readFile(reference)), text: transcript }];
}

function formatOfName(file: string | undefined): FormatName {
  const extension = extname(file ?? '')
    .slice(1)
    .toLowerCase();
  if (file === undefined || extension === '') return 'wav';
  const name = extension === 'ogg' ? 'opus' : extension;
  if (!Object.hasOwn(FORMATS, name))
    throw new CliError(`-o: the extension .${extension} is no format; use .wav, .pcm, .mp3 or .opus, or say --format.`);
  return name as FormatName;
}

function present(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** A streamed WAV says placeholder sizes; in a file they are known. */
export function withSizes(audio: Buffer): Buffer {
  if (audio.toString('latin1', 0, 4) !== 'RIFF') return audio;
  let at = 12;
  while (audio.toString('latin1', at, at + 4) !== 'data') {
    if (at + 8 > audio.length) return audio;
    const size = audio.readUInt32LE(at + 4);
    at += 8 + size + (size & 1);
  }
  audio.writeUInt32LE(audio.length - 8, 4);
  audio.writeUInt32LE(audio.length - at - 8, at + 4);
  return audio;
}

/** To standard output, or to a file that is either whole or not there. */
async function write(file: string | undefined, audio: Buffer): Promise<void> {
  if (file === undefined) {
    await new Promise((resolve) => process.stdout.write(audio, resolve));
    return;
  }
  const part = `${file}.part`;
  try {
    await writeFile(part, audio);
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw new CliError(`-o: ${file} could not be written: ${error instanceof Error ? error.message : String(error)}`);
  }
}
