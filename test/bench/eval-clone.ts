/**
 * `npm run eval:clone [-- --only espeak --few --wer --transcripts --cards FOLDER]`: clones of speakers that the pack was not
 * trained on, beside the house voices. Each speaker reads a text of some 15 s that the clone is made of, and sentences that
 * it has not heard; on these the clone and every house voice are compared with the speaker. `--wer` also has pocketsphinx
 * listen (Python, see models/training/evaluate/requirements.txt), `--transcripts` tries wrong transcripts, `--few` takes every
 * third speaker. Prints a row as each speaker is done; ends with 1 when a bar is missed.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createEncoder } from '../../engine/audio/encoder.ts';
import { concatBytes } from '../../engine/audio/samples.ts';
import { PRODUCT } from '../../engine/contract/product.ts';
import { SPEECH_DEFAULTS, type SpeakerVoice, type SpeechRequest } from '../../engine/contract/speech.ts';
import { Pipeline } from '../../engine/pipeline.ts';
import { rehearse } from '../../engine/rehearsal.ts';
import { analyse } from '../../engine/voice/clone/analyse.ts';
import type { CloneTools } from '../../engine/voice/clone/tools.ts';
import { apart, type Distance, hear, type Heard } from './clone-measures.ts';
import { RATE, speakers } from './clone-speakers.ts';
import { PARTLY, REFERENCE, type Verdict, verdict, WRONG } from './clone-transcripts.ts';
import { type Errors, Listener, NO_ERRORS, percentOf, plus } from './clone-wer.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    wer: { type: 'boolean', default: false },
    few: { type: 'boolean', default: false },
    transcripts: { type: 'boolean', default: false },
    cards: { type: 'string' },
  },
});

const SENTENCES = [
  'The birch canoe slid on the smooth planks.',
  'Nobody at the table had expected the letter to arrive before the end of the week.',
  'She asked him whether he had ever seen the mountains in winter, but he only shook his head.',
  'A large size in stockings is hard to sell, though the shop is good.',
];
const root = join(import.meta.dirname, '..', '..');
const pipeline = await Pipeline.load(join(root, 'models', 'starter'), 1);
const { voices } = pipeline.stages.pack;
const tools: CloneTools = {
  ...pipeline.stages,
  rehearse: (...args) => rehearse(pipeline.stages, ...args),
  timed: (stage, ms) => stages.set(stage, (stages.get(stage) ?? 0) + ms),
};

async function say(voice: SpeakerVoice, text: string): Promise<Float32Array> {
  const request: SpeechRequest = {
    text,
    voices: [voice],
    profile: {
      name: 'eval',
      pack: 'starter',
      grammar: 's2',
      multiSpeaker: true,
      loudness: false,
      priority: 0,
      price: 0,
    },
    output: { format: 'pcm', sampleRate: RATE },
    seed: 7,
    ...SPEECH_DEFAULTS,
    normalizeLoudness: false,
    language: 'en-US',
  };
  const parts: Uint8Array[] = [];
  for await (const event of pipeline.speak(request, new AbortController().signal)) {
    if (event.type === 'audio') parts.push(event.bytes);
  }
  const bytes = concatBytes(parts);
  return Float32Array.from(new Int16Array(bytes.buffer, 0, bytes.length >> 1), (x) => x / 32768);
}

async function wav(samples: Float32Array): Promise<Uint8Array> {
  const meta = { program: PRODUCT.name, voice: 'evaluation', seed: 0, samples: samples.length };
  const encoder = await createEncoder({ format: 'wav', sampleRate: RATE }, meta);
  return concatBytes([encoder.encode(samples), encoder.finish()]);
}

const listener = values.wer ? new Listener(root) : null;

/** What pocketsphinx hears wrong of the sentences; null where it is not asked, or not installed. */
async function errorsOf(takes: readonly Float32Array[]): Promise<Errors | null> {
  if (!listener) return null;
  const all = await Promise.all(takes.map(async (samples, i) => listener.hear(await wav(samples), SENTENCES[i]!)));
  return all.reduce<Errors | null>((sum, one) => (sum && one ? plus(sum, one) : null), NO_ERRORS);
}

async function read(speak: (text: string) => Promise<Float32Array | null>): Promise<Float32Array[] | null> {
  const takes: Float32Array[] = [];
  for (const text of SENTENCES) {
    const samples = await speak(text);
    if (!samples) return null;
    takes.push(samples);
  }
  return takes;
}

const listen = async (takes: readonly Float32Array[]): Promise<Heard[]> => {
  const heard: Heard[] = [];
  for (const samples of takes) heard.push(await hear(samples, RATE));
  return heard;
};

const hearing: Promise<Errors | null>[] = [];
const house: { name: string; heard: Heard[] }[] = [];
for (const { name, card } of voices) {
  const takes = (await read((text) => say({ card }, text)))!;
  hearing.push(errorsOf(takes));
  house.push({ name, heard: await listen(takes) });
}

const MEASURES = ['f0', 'spectrum', 'cepstral'] as const;
interface Result {
  readonly clone: Distance;
  /** The house voice of the least mel-cepstral distance. */
  readonly nearest: Distance & { readonly name: string };
  /** The least distance of any house voice, measure by measure. */
  readonly best: Record<(typeof MEASURES)[number], number>;
}
const results: Result[] = [];
/** What was heard wrong of all house voices, all clones, and all speakers themselves. */
const wrong = {
  house: (await Promise.all(hearing)).reduce<Errors>((sum, one) => plus(sum, one ?? NO_ERRORS), NO_ERRORS),
  clones: NO_ERRORS,
  speakers: NO_ERRORS,
};
/** Verdicts on right, wrong and partly wrong transcripts. */
const verdicts: Record<'right' | 'wrong' | 'partly', Verdict[]> = { right: [], wrong: [], partly: [] };
const stages = new Map<string, number>();
const seconds: number[] = [];
const row = (cells: readonly (string | number)[]): void =>
  console.log(`| ${cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(2) : cell)).join(' | ')} |`);
row([
  'speaker',
  'F0, st',
  'house',
  'range, st',
  'house',
  'spectrum, dB',
  'house',
  'MCD, dB',
  'house',
  'pace',
  'nearest',
  'words wrong, %',
  'speaker',
  's',
]);
row(Array.from({ length: 14 }, () => '---'));

const ownVoices = voices.map(({ name, card }) => ({ name, speak: (text: string) => say({ card }, text) }));
for (const [index, speaker] of speakers(ownVoices).entries()) {
  if (values.few && index % 3 !== 0) continue;
  if (values.only !== undefined && !values.only.split(',').some((part) => speaker.name.includes(part))) continue;
  const reference = await speaker.speak(REFERENCE);
  const takes = reference && (await read((text) => speaker.speak(text)));
  if (!reference || !takes) {
    console.error(`${speaker.name}: not installed here`);
    continue;
  }
  const audio = await wav(reference);
  const before = process.cpuUsage();
  const { card, notices } = await analyse([{ audio, text: REFERENCE }], tools, new AbortController().signal);
  const { user, system } = process.cpuUsage(before);
  seconds.push((user + system) / 1e6);
  verdicts.right.push(notices.some(({ code }) => code === 'transcript_doubtful') ? 'doubted' : 'accepted');
  for (const { message } of notices) console.error(`${speaker.name}: ${message}`);
  if (values.cards) writeFileSync(join(values.cards, `${index}.json`), JSON.stringify(card));
  const cloned = (await read((text) => say({ card }, text)))!;
  const heardWrong = Promise.all([errorsOf(cloned), errorsOf(takes)]);
  if (values.transcripts) {
    for (const text of WRONG) verdicts.wrong.push(await verdict(pipeline, audio, text));
    for (const text of PARTLY) verdicts.partly.push(await verdict(pipeline, audio, text));
  }
  const target = await listen(takes);
  const clone = apart(await listen(cloned), target);
  const others = house.map(({ name, heard }) => ({ name, ...apart(heard, target) }));
  const nearest = others.reduce((a, b) => (b.cepstral < a.cepstral ? b : a));
  const best = Object.fromEntries(
    MEASURES.map((of) => [of, Math.min(...others.map((one) => one[of]))]),
  ) as Result['best'];
  results.push({ clone, nearest, best });
  const { f0, range, spectrum, cepstral, pace } = clone;
  const [ours, theirs] = await heardWrong;
  wrong.clones = plus(wrong.clones, ours ?? NO_ERRORS);
  wrong.speakers = plus(wrong.speakers, theirs ?? NO_ERRORS);
  row([
    speaker.name,
    f0,
    nearest.f0,
    range,
    nearest.range,
    spectrum,
    nearest.spectrum,
    cepstral,
    nearest.cepstral,
    pace,
    nearest.name,
    ours ? percentOf(ours) : '-',
    theirs ? percentOf(theirs) : '-',
    seconds.at(-1)!,
  ]);
}

let missed = 0;
const bar = (holds: boolean, words: string): void => {
  if (!holds) missed++;
  console.log(`- ${holds ? 'holds ' : 'MISSED'} ${words}`);
};
const mean = (of: (one: Result) => number): number => results.reduce((sum, one) => sum + of(one), 0) / results.length;
const percent = (x: number): string => `${(100 * x).toFixed(0)} %`;
console.log(
  `\n${results.length} speakers, means: ${MEASURES.map((of) => `${of} ${mean((r) => r.clone[of]).toFixed(2)} (nearest house voice ${mean((r) => r.nearest[of]).toFixed(2)})`).join(', ')}\n`,
);
for (const of of MEASURES) {
  const closer = mean((r) => Number(r.clone[of] < r.nearest[of]));
  const strict = mean((r) => Number(r.clone[of] < r.best[of]));
  bar(
    closer >= 0.9,
    `${of}: closer than the nearest house voice for ${percent(closer)} (90 % to reach); than the best of all on this measure alone for ${percent(strict)}`,
  );
}
const ratio = mean((r) => r.clone.spectrum) / mean((r) => r.nearest.spectrum);
bar(ratio <= 0.5, `spectral distance: ${percent(ratio)} of the nearest house voice's (at most 50 %)`);
const longest = seconds.toSorted((a, b) => a - b).at(-1) ?? 0;
const usual = seconds.toSorted((a, b) => a - b)[seconds.length >> 1] ?? 0;
bar(
  longest < 2,
  `processor time: ${usual.toFixed(2)} s usually, ${longest.toFixed(2)} s at most (under 2 s for 15 s of audio)`,
);
const all = [...stages.values()].reduce((a, b) => a + b, 0);
const shares = [...stages].map(([stage, ms]) => `${stage} ${percent(ms / all)}`);
console.log(`- of its wall clock: ${shares.join(', ')}`);
if (wrong.clones.words > 0) {
  const [ours, house, theirs] = [wrong.clones, wrong.house, wrong.speakers].map(percentOf) as [number, number, number];
  bar(
    ours <= 1.25 * theirs,
    `words wrong: clones ${ours.toFixed(1)} %, the speakers themselves ${theirs.toFixed(1)} % (at most a quarter more)`,
  );
  bar(
    ours <= 1.25 * house,
    `words wrong: clones ${ours.toFixed(1)} %, house voices ${house.toFixed(1)} % (at most a quarter more)`,
  );
} else if (values.wer) console.log('- pocketsphinx is not installed: no word error rate');
const share = (of: readonly Verdict[], ...told: Verdict[]): number =>
  of.filter((one) => told.includes(one)).length / Math.max(of.length, 1);
bar(
  share(verdicts.right, 'accepted') === 1,
  `right transcripts accepted without a word: ${percent(share(verdicts.right, 'accepted'))}`,
);
if (values.transcripts) {
  const found = share(verdicts.wrong, 'refused', 'doubted');
  bar(
    found >= 0.95,
    `wrong transcripts found: ${percent(found)} (95 % to reach; refused ${percent(share(verdicts.wrong, 'refused'))})`,
  );
  console.log(
    `- transcripts of which a third or two thirds are wrong: found ${percent(share(verdicts.partly, 'refused', 'doubted'))}`,
  );
}
listener?.close();
process.exitCode = missed > 0 ? 1 : 0;
