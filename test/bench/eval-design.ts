/**
 * `npm run eval:design [-- --limit 50 --short]`: draws voices for descriptions that the training never saw
 * (heard/descriptions.txt), measures each candidate's sound (heard/) and prints how often it is as described.
 * `--limit` takes every so-manieth description, `--short` leaves out the comparison of steps and guidance.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { LIMITS } from '../../engine/contract/limits.ts';
import type { SpeechEngine } from '../../engine/contract/speech.ts';
import type { DesignedVoice, DesignOrder } from '../../engine/contract/voice-design-request.ts';
import { Designer } from '../../engine/design/designer.ts';
import { Pipeline } from '../../engine/pipeline.ts';
import { normalizeText } from '../../engine/text/index.ts';
import { voiceDistance } from '../../engine/voice/distance.ts';
import { type Attribute, BANDS, bandsOf, tractOf } from './heard/bands.ts';
import { measure, type Heard } from './heard/measure.ts';
import { fromPcm } from './heard/speak.ts';

const LINE = 'Come in and sit down, because there is something that I would like to tell you.';
const GOALS: Readonly<Record<string, number>> = {
  sex: 98, pitch: 95, pace: 95, age: 80, breath: 90, roughness: 90, brightness: 90, level: 90, melody: 90, accent: 90,
}; // prettier-ignore

interface Described {
  readonly text: string;
  readonly expected: readonly (readonly [attribute: string, band: string])[];
}
interface Candidate {
  readonly voice: DesignedVoice;
  readonly heard: Heard;
  readonly tract: number;
}

const { values } = parseArgs({ options: { limit: { type: 'string' }, short: { type: 'boolean', default: false } } });
const root = join(import.meta.dirname, '..', '..');
const pipeline = await Pipeline.load(join(root, 'models', 'starter'), 1);
const { pack, phonemizer } = pipeline.stages;
let phones = 0;
/** The engine as it is, with an ear for how many phones it said. */
const engine: SpeechEngine = {
  async *speak(request, signal) {
    for await (const event of pipeline.speak(request, signal)) {
      if (event.type === 'end') phones = event.stats.phones;
      yield event;
    }
  },
};
const designer = await Designer.beside({ pack, engine, reads: (language) => phonemizer.supports(language) });
if (!designer) throw new Error('models/design holds no design model for this pack.');

function descriptions(): Described[] {
  const lines = readFileSync(join(import.meta.dirname, 'heard', 'descriptions.txt'), 'utf8').split('\n');
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [text, bands] = line.split(' | ') as [string, string];
      return { text, expected: bands.split(' ').map((pair) => pair.split('=') as [string, string]) };
    });
}

async function design(text: string, order: Partial<DesignOrder>): Promise<Candidate[]> {
  const { voiceDesign } = LIMITS;
  const whole: DesignOrder = {
    instruction: text,
    referenceText: LINE,
    language: null,
    count: voiceDesign.n.default,
    speed: voiceDesign.speed.default,
    steps: voiceDesign.numStep.default,
    guidance: voiceDesign.guidanceScale.default,
    instructGuidance: voiceDesign.instructGuidanceScale.default,
    seed: 1,
    ...order,
  };
  const found: Candidate[] = [];
  for await (const voice of designer!.design(whole, new AbortController().signal)) {
    found.push(await listen(voice));
  }
  return found;
}

/** Measures what was said last. */
async function listen(voice: DesignedVoice): Promise<Candidate> {
  const samples = fromPcm(Buffer.from(voice.wav.subarray(-2 * Math.round(voice.seconds * voice.sampleRate))));
  const heard = await measure(samples, voice.sampleRate, phones);
  return { voice, heard, tract: tractOf(heard) };
}

function isAsDescribed({ voice, heard, tract }: Candidate, attribute: string, band: string): boolean {
  if (attribute === 'accent') return voice.card.accent === band;
  return bandsOf(heard, tract, 0)[attribute as Attribute] === band;
}

class Tally {
  private readonly counts = new Map<string, { right: number; all: number }>();

  add(name: string, right: boolean): void {
    const count = this.counts.get(name) ?? { right: 0, all: 0 };
    this.counts.set(name, { right: count.right + Number(right), all: count.all + 1 });
  }

  percent(name: string): string {
    const { right, all } = this.counts.get(name) ?? { right: 0, all: 0 };
    return all === 0 ? '-' : `${((100 * right) / all).toFixed(1)} (${right} of ${all})`;
  }

  get total(): number {
    const all = [...this.counts.values()];
    return (100 * all.reduce((sum, c) => sum + c.right, 0)) / all.reduce((sum, c) => sum + c.all, 0);
  }
}

const mean = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0) / numbers.length;
const row = (...cells: readonly (string | number)[]): void => console.log(`| ${cells.join(' | ')} |`);
const every = values.limit === undefined ? 1 : Number(values.limit);
const asked = descriptions().filter((_, i) => i % every === 0);
const tally = new Tally();
const apart: number[] = [];
const heardApart: number[] = [];
for (const [i, { text, expected }] of asked.entries()) {
  const candidates = await design(text, { seed: 1000 + i });
  const [a, b] = candidates as [Candidate, Candidate];
  apart.push(voiceDistance(a.voice.card, b.voice.card, pack.tables.speakers).total);
  heardApart.push(heardDistance(a, b));
  for (const candidate of candidates) {
    for (const [attribute, band] of expected) {
      const right = isAsDescribed(candidate, attribute, band);
      tally.add(attribute, right);
      tally.add(`${attribute}: ${band}`, right);
      if (!right) console.error(`${text} | ${attribute}: ${band} | ${account(candidate)}`);
    }
  }
}

console.log(`\n${asked.length} descriptions, ${LIMITS.voiceDesign.n.default} candidates each, measured on the sound\n`);
row('attribute', 'as described, %', 'to reach, %');
row('---', '---', '---:');
for (const [attribute, goal] of Object.entries(GOALS)) {
  row(attribute, tally.percent(attribute), attribute === 'age' ? `${goal} each` : goal);
  const bands = (BANDS as Readonly<Record<string, readonly string[]>>)[attribute] ?? [];
  for (const band of bands) row(`  ${band}`, tally.percent(`${attribute}: ${band}`), attribute === 'age' ? goal : '');
}

const house = await houseVoices();
console.log('\nDistance between two candidates of one call, and between two house voices of one sex\n');
row('', 'candidates', 'house voices');
row('---', '---:', '---:');
row(
  'cards (engine/voice/distance.ts), steps',
  mean(apart).toFixed(2),
  mean(house.map(({ cards }) => cards)).toFixed(2),
);
row('sound (the same steps, measured)', mean(heardApart).toFixed(2), mean(house.map(({ sound }) => sound)).toFixed(2));

const ranks = rankCorrelation(
  [...apart, ...house.map(({ cards }) => cards)],
  [...heardApart, ...house.map(({ sound }) => sound)],
);
console.log(`\nRank correlation of the two distances over all these pairs: ${ranks.toFixed(2)}`);

console.log('\nTwo that must be heard as such\n');
for (const text of ['a deep, gravelly old pirate', 'a cheerful eight-year-old girl']) {
  for (const candidate of await design(text, { seed: 7 })) console.log(`- ${text}: ${account(candidate)}`);
}

console.log(`\nAccents: phones of one sentence that differ from the American ones\n`);
for (const accent of ['en-GB', 'en-GB-x-rp', 'en-GB-scotland', 'en-AU', 'en-IE', 'en-IN']) {
  console.log(`- ${accent}: ${await foreignPhones(accent)} %`);
}

if (!values.short) {
  console.log(
    '\nWhat steps and guidance bring: bands as described, %, one candidate each of a fifth of the descriptions\n',
  );
  row('num_step', 'guidance_scale', 'instruct_guidance_scale', 'as described, %');
  row('---:', '---:', '---:', '---:');
  const settings = [[1, 2, 0], [4, 2, 0], [32, 2, 0], [32, 0, 0], [32, 0.5, 0], [32, 0, 2], [32, 4, 0]] as const; // prettier-ignore
  for (const [steps, guidance, instructGuidance] of settings) {
    const some = new Tally();
    for (const [i, { text, expected }] of asked.filter((_, k) => k % 5 === 2).entries()) {
      for (const candidate of await design(text, { seed: 50 + i, count: 1, steps, guidance, instructGuidance })) {
        for (const [attribute, band] of expected) some.add('all', isAsDescribed(candidate, attribute, band));
      }
    }
    row(steps, guidance, instructGuidance, some.total.toFixed(1));
  }
}

function account(candidate: Candidate): string {
  const { heard, tract, voice } = candidate;
  const bands = Object.values(bandsOf(heard, tract, 0))
    .filter(Boolean)
    .join(' ');
  const figures = { f0: heard.f0, tract, pace: heard.pace, hnr: heard.hnr, rough: heard.roughness, bright: heard.brightness, level: heard.level, range: heard.range }; // prettier-ignore
  const shown = Object.entries(figures).map(([name, value]) => `${name} ${value.toFixed(name === 'rough' ? 3 : 2)}`);
  return `${bands}; ${shown.join(', ')}; ${voice.card.accent}`;
}

/** The distance of two cards, with what is measured in the place of what the cards say; the base speakers' colour apart. */
function heardDistance(a: Candidate, b: Candidate): number {
  const pitched = Math.min(a.heard.voiced, b.heard.voiced) > 0.45;
  const parts = [
    pitched ? (12 * Math.log2(a.heard.f0 / b.heard.f0)) / 2 : 0,
    (100 * (a.tract - b.tract)) / 6,
    (100 * Math.log(a.heard.pace / b.heard.pace)) / 15,
    (a.heard.hnr - b.heard.hnr) / 3,
    pitched ? (a.heard.roughness - b.heard.roughness) / 0.04 : 0,
    (a.heard.brightness - b.heard.brightness) / 4,
    (a.heard.level - b.heard.level) / 4,
    mean(a.heard.spectrum.map((x, i) => Math.abs(x - b.heard.spectrum[i]!))) / 2.5,
  ];
  return Math.sqrt(parts.reduce((sum, part) => sum + part ** 2, 0));
}

/** Every two house voices of one sex. */
async function houseVoices(): Promise<{ cards: number; sound: number }[]> {
  const said: Candidate[] = [];
  const cards = pack.voices.map(({ card }) => card);
  const read = designer!.readAloud(
    cards,
    { text: LINE, language: 'en' },
    { seed: 3, speed: 1 },
    new AbortController().signal,
  );
  for await (const voice of read) said.push(await listen(voice));
  return pack.voices.flatMap((a, i) =>
    pack.voices.flatMap((b, j) =>
      j > i && a.sex === b.sex
        ? [
            {
              cards: voiceDistance(a.card, b.card, pack.tables.speakers).total,
              sound: heardDistance(said[i]!, said[j]!),
            },
          ]
        : [],
    ),
  );
}

/** Spearman's. */
function rankCorrelation(a: readonly number[], b: readonly number[]): number {
  const ranksOf = (x: readonly number[]): number[] => {
    const order = [...x.keys()].sort((i, j) => x[i]! - x[j]!);
    const ranks = new Array<number>(x.length);
    order.forEach((i, rank) => (ranks[i] = rank - (x.length - 1) / 2));
    return ranks;
  };
  const [x, y] = [ranksOf(a), ranksOf(b)];
  return x.reduce((sum, r, i) => sum + r * y[i]!, 0) / x.reduce((sum, r) => sum + r * r, 0);
}

async function foreignPhones(accent: string): Promise<string> {
  const read = async (language: string): Promise<string[]> => {
    const text = 'I rather thought the girl had bought a better car, but nobody saw her home from the bath house.';
    const written = normalizeText(text, { language, from: 0, to: text.length, normalize: true });
    return (await phonemizer.phonemize(written, language)).phones.map(({ ipa }) => ipa);
  };
  const [theirs, ours] = [await read(accent), await read('en-US')];
  const same = common(theirs, ours);
  return (100 * (1 - same / Math.max(theirs.length, ours.length))).toFixed(0);
}

/** Length of the longest common subsequence. */
function common(a: readonly string[], b: readonly string[]): number {
  let before = new Array<number>(b.length + 1).fill(0);
  for (const x of a) {
    const now = [0];
    b.forEach((y, j) => now.push(x === y ? before[j]! + 1 : Math.max(before[j + 1]!, now[j]!)));
    before = now;
  }
  return before.at(-1)!;
}
