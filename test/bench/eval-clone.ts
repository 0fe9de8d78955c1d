/**
 * `npm run eval:clone [-- --only espeak --wer --keep FOLDER]`: clones of speakers that the pack was not trained on, beside the
 * house voices. Each speaker reads a text of some 15 s that the clone is made of, and sentences that it has not heard; on
 * these the clone and every house voice are compared with the speaker. `--wer` also has pocketsphinx listen (Python, see
 * models/training/evaluate/requirements.txt). Prints a table; ends with 1 when a bar is missed.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createEncoder } from '../../engine/audio/encoder.ts';
import { concatBytes } from '../../engine/audio/samples.ts';
import { PRODUCT } from '../../engine/contract/product.ts';
import type { SpeakerVoice, SpeechRequest } from '../../engine/contract/speech.ts';
import { Pipeline } from '../../engine/pipeline.ts';
import { apart, type Distance, hear, type Heard } from './clone-measures.ts';
import { RATE, speakers } from './clone-speakers.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    wer: { type: 'boolean', default: false },
    keep: { type: 'string' },
    cards: { type: 'string' },
  },
});

const REFERENCE =
  'When the sunlight strikes raindrops in the air, they act as a prism and form a rainbow. The old captain asked his crew to bring ' +
  'the boat about before the storm arrived. Please put five thick slices of cheese in my bag, and do not forget the jam.';
const SENTENCES = [
  'The birch canoe slid on the smooth planks.',
  'Nobody at the table had expected the letter to arrive before the end of the week.',
  'She asked him whether he had ever seen the mountains in winter, but he only shook his head.',
  'A large size in stockings is hard to sell, though the shop is good.',
];
const root = join(import.meta.dirname, '..', '..');
const pipeline = await Pipeline.load(join(root, 'models', 'starter'), 1);
const { voices } = pipeline.stages.pack;

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
    temperature: 0.7,
    topP: 0.7,
    repetitionPenalty: 1.2,
    maxNewTokens: 1024,
    chunkLength: 300,
    minChunkLength: 50,
    conditionOnPreviousChunks: true,
    earlyStopThreshold: 1,
    latency: 'normal',
    normalize: true,
    speed: 1,
    volume: 0,
    normalizeLoudness: false,
    features: [],
    language: 'en-US',
    lexicon: [],
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

/** Texts and files of one side of the comparison, for the recogniser. */
class Corpus {
  readonly folder: string;
  private readonly lines: string[] = [];

  constructor(name: string) {
    this.folder = join(values.keep ?? mkdtempSync(join(tmpdir(), 'dramatis-clone-')), name);
    mkdirSync(this.folder, { recursive: true });
  }

  async add(id: string, text: string, samples: Float32Array): Promise<void> {
    if (!values.wer && values.keep === undefined) return;
    writeFileSync(join(this.folder, `${id}.wav`), await wav(samples));
    this.lines.push(`${id}\t${text}`);
  }

  /** Word error rate in percent; null where the recogniser is not installed. */
  errorRate(): number | null {
    const texts = join(this.folder, 'texts.tsv');
    const json = join(this.folder, 'wer.json');
    writeFileSync(texts, `${this.lines.join('\n')}\n`);
    const args = ['-m', 'evaluate.wer', '--wavs', this.folder, '--texts', texts, '--json', json];
    const { status } = spawnSync('python3', args, {
      cwd: join(root, 'models', 'training'),
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (status !== 0) return null;
    const scores = (JSON.parse(readFileSync(json, 'utf8')) as { scores: { words: number; word_errors: number }[] })
      .scores;
    const sum = (of: 'words' | 'word_errors'): number => scores.reduce((n, score) => n + score[of], 0);
    return (100 * sum('word_errors')) / sum('words');
  }
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

const corpora = { house: new Corpus('house'), clones: new Corpus('clones'), speakers: new Corpus('speakers') };
const house: { name: string; heard: Heard[] }[] = [];
for (const { id, name, card } of voices) {
  const takes = (await read((text) => say({ card }, text)))!;
  for (const [i, samples] of takes.entries()) await corpora.house.add(`${id}-${i}`, SENTENCES[i]!, samples);
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
  's',
]);
row(Array.from({ length: 12 }, () => '---'));

const ownVoices = voices.map(({ name, card }) => ({ name, speak: (text: string) => say({ card }, text) }));
for (const [index, speaker] of speakers(ownVoices).entries()) {
  if (values.only !== undefined && !values.only.split(',').some((part) => speaker.name.includes(part))) continue;
  const reference = await speaker.speak(REFERENCE);
  const takes = reference && (await read((text) => speaker.speak(text)));
  if (!reference || !takes) {
    console.error(`${speaker.name}: not installed here`);
    continue;
  }
  const audio = await wav(reference);
  const before = process.cpuUsage();
  const { card, notices } = await pipeline.clone([{ audio, text: REFERENCE }]);
  const { user, system } = process.cpuUsage(before);
  for (const { message } of notices) console.error(`${speaker.name}: ${message}`);
  if (values.cards) writeFileSync(join(values.cards, `${index}.json`), JSON.stringify(card));
  const cloned = (await read((text) => say({ card }, text)))!;
  for (const [i, text] of SENTENCES.entries()) {
    await corpora.clones.add(`${index}-${i}`, text, cloned[i]!);
    await corpora.speakers.add(`${index}-${i}`, text, takes[i]!);
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
  const seconds = (user + system) / 1e6;
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
    seconds,
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
if (values.wer) {
  const [ours, theirs, speakersRate] = [
    corpora.clones.errorRate(),
    corpora.house.errorRate(),
    corpora.speakers.errorRate(),
  ];
  if (ours === null || theirs === null) console.log('- pocketsphinx is not installed: no word error rate');
  else
    bar(
      ours <= 1.25 * theirs,
      `word error rate: clones ${ours.toFixed(1)} %, house voices ${theirs.toFixed(1)} % (at most a quarter more); the speakers themselves ${speakersRate?.toFixed(1) ?? '?'} %`,
    );
}
process.exitCode = missed > 0 ? 1 : 0;
