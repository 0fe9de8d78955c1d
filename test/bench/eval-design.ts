/**
 * `npm run eval:design [-- --limit 5 --short --judged --settings --development --models FOLDER]`: draws voices for descriptions that the
 * training never saw (heard/descriptions.txt), measures each candidate's sound (heard/) and prints how often it is as
 * described. `--limit` takes every so-manieth description, `--short` leaves out the comparison of steps and guidance,
 * `--judged` leaves out what is measured on the sound, `--settings` all but that comparison, `--development` takes those
 * that the model was developed on.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { LIMITS } from '../../engine/contract/limits.ts';
import { normalizeText } from '../../engine/text/index.ts';
import { voiceDistance } from '../../engine/voice/distance.ts';
import { BANDS, bandsOf } from './heard/bands.ts';
import {
  Booth, type Candidate, type Described, heardDistance, isAsDescribed, mean, readDescriptions, type Setting, Tally,
} from './heard/designed.ts'; // prettier-ignore

const GOALS: Readonly<Record<string, number>> = {
  sex: 98, pitch: 95, pace: 95, age: 80, breath: 90, roughness: 90, brightness: 90, level: 90, melody: 90, accent: 90,
}; // prettier-ignore
/** Voices drawn of each description to compare settings. */
const DRAWS = 16;
const SETTINGS: readonly (readonly [steps: number, guidance: number, instructGuidance: number])[] = [
  [1, 2, 0], [4, 2, 0], [32, 2, 0], [32, 0, 0], [32, 4, 0], [32, 0, 2],
]; // prettier-ignore
/** Of the descriptions, for what is measured of each setting. */
const SERVED_EVERY = 3;
const row = (...cells: readonly (string | number)[]): void => console.log(`| ${cells.join(' | ')} |`);

const { values } = parseArgs({
  options: {
    limit: { type: 'string', default: '1' },
    short: { type: 'boolean', default: false },
    development: { type: 'boolean', default: false },
    judged: { type: 'boolean', default: false },
    settings: { type: 'boolean', default: false },
    models: { type: 'string', default: join(import.meta.dirname, '..', '..', 'models') },
  },
});
const booth = await Booth.open(values.models);
const { pack, phonemizer } = booth.pipeline.stages;
const asked = readDescriptions(
  values.development ? 'descriptions-development.txt' : 'descriptions.txt',
  Number(values.limit),
);
if (!values.judged && !values.settings) {
  await distances(await figures(asked));
  await examples();
  await accents();
}
if (!values.short) await settings(asked);

interface Pair {
  readonly cards: number;
  readonly sound: number;
}
function apart(a: Candidate, b: Candidate): Pair {
  return { cards: voiceDistance(a.card, b.card, pack.tables.speakers).total, sound: heardDistance(a, b) };
}

/** How often candidates are heard as described; returns how far apart those of one call are. */
async function figures(all: readonly Described[]): Promise<Pair[]> {
  const tally = new Tally();
  const found: Pair[] = [];
  for (const [i, { text, expected }] of all.entries()) {
    const candidates = await booth.design(text, { seed: 1000 + i });
    found.push(apart(candidates[0]!, candidates[1]!));
    for (const candidate of candidates) {
      for (const [attribute, band] of expected) {
        const right = isAsDescribed(candidate, attribute, band);
        tally.add(attribute, right);
        tally.add(`${attribute}: ${band}`, right);
        if (!right) console.error(`${text} | ${attribute}: ${band} | ${account(candidate)}`);
      }
    }
  }
  const { n } = LIMITS.voiceDesign;
  console.log(`\n${all.length} descriptions, ${n.default} candidates each, measured on the sound\n`);
  row('attribute', 'as described, % (count; 95 % interval)', 'to reach, %');
  row('---', '---', '---:');
  for (const [attribute, goal] of Object.entries(GOALS)) {
    const each = attribute === 'age';
    row(attribute, tally.show(attribute), each ? `${goal} each` : goal);
    const bands = (BANDS as Readonly<Record<string, readonly string[]>>)[attribute] ?? [];
    for (const band of bands) row(`  ${band}`, tally.show(`${attribute}: ${band}`), each ? goal : '');
  }
  return found;
}

async function distances(candidates: readonly Pair[]): Promise<void> {
  const house = await houseVoices();
  const shown = (of: readonly Pair[], by: keyof Pair): string => mean(of.map((pair) => pair[by])).toFixed(2);
  console.log('\nMean distance between two candidates of one call, and between two house voices of one sex\n');
  row('', 'candidates', 'house voices');
  row('---', '---:', '---:');
  row('cards (engine/voice/distance.ts), steps', shown(candidates, 'cards'), shown(house, 'cards'));
  row('sound (the same steps, measured)', shown(candidates, 'sound'), shown(house, 'sound'));
  const all = [...candidates, ...house];
  const ranks = rankCorrelation(
    all.map(({ cards }) => cards),
    all.map(({ sound }) => sound),
  );
  console.log(`\nRank correlation of the two distances over all these pairs: ${ranks.toFixed(2)}`);
}

/** Every two house voices of one sex. */
async function houseVoices(): Promise<Pair[]> {
  const said = await booth.hear(
    pack.voices.map(({ card }) => card),
    3,
  );
  return pack.voices.flatMap((a, i) =>
    pack.voices.flatMap((b, j) => (j > i && a.sex === b.sex ? [apart(said[i]!, said[j]!)] : [])),
  );
}

async function examples(): Promise<void> {
  console.log('\nTwo that must be heard as such\n');
  for (const text of ['a deep, gravelly old pirate', 'a cheerful eight-year-old girl']) {
    for (const candidate of await booth.design(text, { seed: 7 })) console.log(`- ${text}: ${account(candidate)}`);
  }
}

function account({ heard, tract, card }: Candidate): string {
  const bands = Object.values(bandsOf(heard, tract, 0))
    .filter(Boolean)
    .join(' ');
  const figures = { f0: heard.f0, tract, pace: heard.pace, hnr: heard.hnr, rough: heard.roughness, bright: heard.brightness, level: heard.level, range: heard.range }; // prettier-ignore
  const shown = Object.entries(figures).map(([name, value]) => `${name} ${value.toFixed(name === 'rough' ? 3 : 2)}`);
  return `${bands}; ${shown.join(', ')}; ${card.accent}`;
}

/** What accents change: of the phones in one sentence, those that differ from the American ones. */
async function accents(): Promise<void> {
  console.log(
    '\nAccents: what a voice that is described with one reads, and phones of one sentence that differ from\n',
  );
  console.log('the American ones\n');
  const asked = { 'en-GB': 'a British man', 'en-GB-x-rp': 'a posh English lady', 'en-GB-scotland': 'a Scottish woman', 'en-AU': 'an Australian man', 'en-IE': 'an Irish girl', 'en-IN': 'an Indian man' }; // prettier-ignore
  for (const [accent, text] of Object.entries(asked)) {
    const [first] = await booth.design(text, { seed: 11 });
    console.log(`- ${text}: ${first!.card.accent}; ${accent}: ${await foreignPhones(accent)} %`);
  }
}

/**
 * What steps and guidance bring, as described by every so-manieth description: of the candidates that the service answers
 * with, measured on the sound, and of what diffusion draws before any choice, by the judge.
 */
async function settings(all: readonly Described[]): Promise<void> {
  const some = all.filter((_, i) => i % SERVED_EVERY === 0);
  console.log(`\nWhat steps and guidance bring. Measured: candidates as served, ${some.length} descriptions. Judged:`);
  console.log(
    `${DRAWS} draws of each of ${all.length} descriptions, of which nothing is picked: the probability, by the`,
  );
  console.log('judge, that all that a description says is heard, and the distance of two draws on their cards\n');
  row('num_step', 'guidance_scale', 'instruct_guidance_scale', 'bands as described, measured, % (count; 95 % interval)', 'apart, measured', 'draws as described, judged, % (± 95 %)', 'draws apart'); // prettier-ignore
  row('---:', '---:', '---:', '---', '---:', '---:', '---:');
  for (const [steps, guidance, instructGuidance] of SETTINGS) {
    const setting: Setting = { steps, guidance, instructGuidance };
    const measured = values.judged ? ['-', '-'] : await served(some, setting);
    row(steps, guidance, instructGuidance, ...measured, ...(await drawn(all, setting)));
  }
}

/** The share of bands that candidates are heard in as described, and how far two of one call are apart. */
async function served(some: readonly Described[], setting: Setting): Promise<string[]> {
  const tally = new Tally();
  const distance: number[] = [];
  for (const [i, { text, expected }] of some.entries()) {
    const candidates = await booth.design(text, { seed: 1000 + i, ...setting });
    distance.push(heardDistance(candidates[0]!, candidates[1]!));
    for (const candidate of candidates) {
      for (const [attribute, band] of expected) tally.add('all', isAsDescribed(candidate, attribute, band));
    }
  }
  return [tally.show('all'), mean(distance).toFixed(2)];
}

async function drawn(all: readonly Described[], setting: Setting): Promise<string[]> {
  const [judged, distance] = [[] as number[], [] as number[]];
  for (const [i, described] of all.entries()) {
    const { cards, sure } = await booth.drawMany(described, setting, DRAWS, 50 + i);
    judged.push(mean(sure));
    const others = cards.slice(1);
    distance.push(mean(others.map((card) => voiceDistance(cards[0]!, card, pack.tables.speakers).total)));
  }
  const centre = mean(judged);
  const spread = Math.sqrt(mean(judged.map((p) => (p - centre) ** 2)) / judged.length);
  return [`${(100 * centre).toFixed(1)} ± ${(196 * spread).toFixed(1)}`, mean(distance).toFixed(2)];
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
