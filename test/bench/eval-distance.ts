/**
 * `npx tsx test/bench/eval-distance.ts [--cards 60 --seed 11]`: whether the distance of two cards follows what is heard.
 * Random cards, which nothing was fitted to, and the house voices read two lines; distances of the cards are compared with
 * distances that are measured on the sound. Prints the rank correlation over all pairs.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { VoiceCard } from '../../engine/contract/voice-card.ts';
import { Pipeline } from '../../engine/pipeline.ts';
import { Random } from '../../engine/random.ts';
import { voiceDistance } from '../../engine/voice/distance.ts';
import type { Heard } from './heard/measure.ts';
import { speakAndMeasure } from './heard/speak.ts';
import { rankCorrelation } from './statistics.ts';

const LINES = [
  'A cold wind from the north had closed the harbour, and nobody expected the mail before Tuesday.',
  'Could you tell me which of these four roads leads back to the village?',
];

const { values } = parseArgs({
  options: { cards: { type: 'string', default: '60' }, seed: { type: 'string', default: '11' } },
});
const engine = await Pipeline.load(join(import.meta.dirname, '..', '..', 'models', 'starter'), 1);
const { speakers } = engine.stages.pack.tables;
const random = new Random(Number(values.seed));
const house = engine.stages.pack.voices.map(({ card }) => card);
const cards = [...Array.from({ length: Number(values.cards) }, randomCard), ...house];
const heard: Heard[][] = [];
for (const card of cards) {
  const lines: Heard[] = [];
  for (const text of LINES) lines.push(await speakAndMeasure(engine, { text, card, seed: 5 }));
  heard.push(lines);
}

const pairs = cards.flatMap((a, i) =>
  cards.slice(i + 1).map((b, k) => {
    const j = i + 1 + k;
    const byLine = LINES.map((_, line) => heardDistance(heard[i]![line]!, heard[j]![line]!));
    const sound = byLine.reduce((sum, x) => sum + x, 0) / byLine.length;
    return { house: i >= Number(values.cards), cards: voiceDistance(a, b, speakers).total, sound, byLine };
  }),
);
const told = (name: string, some: typeof pairs): void => {
  const mean = (of: 'cards' | 'sound'): string =>
    (some.reduce((sum, one) => sum + one[of], 0) / some.length).toFixed(2);
  const ranks = rankCorrelation(
    some.map((one) => one.cards),
    some.map((one) => one.sound),
  );
  const lines = rankCorrelation(
    some.map((one) => one.byLine[0]!),
    some.map((one) => one.byLine[1]!),
  );
  console.log(
    `${name}: ${some.length} pairs, rank correlation ${ranks.toFixed(2)} (two lines of the same voices with one another: ` +
      `${lines.toFixed(2)}); mean ${mean('cards')} steps by the cards, ${mean('sound')} by the sound`,
  );
};
told('all', pairs);
told(
  'house voices',
  pairs.filter((pair) => pair.house),
);

function randomCard(): VoiceCard {
  const between = (low: number, high: number): number => low + random.uniform() * (high - low);
  const bell = (): number => between(-1, 1) + between(-1, 1) + between(-1, 1);
  const names = speakers.map(({ name }) => name);
  const mix = Array.from({ length: 1 + Math.floor(random.uniform() * 3) }, () => [
    names[Math.floor(random.uniform() * names.length)]!,
    between(0.2, 1),
  ]);
  return VoiceCard.parse({
    speaker: { mix: Object.fromEntries(mix) as Record<string, number> },
    pitch: { semitones: 3.5 * bell(), range: 2 ** (0.5 * bell()) },
    rate: 2 ** (0.2 * bell()),
    tract: 2 ** (0.1 * bell()),
    breathiness: Math.max(0, between(-0.5, 0.8)),
    tilt: 2 * bell(),
    energy: 4 * bell(),
    roughness: Math.max(0, between(-0.6, 0.6)),
  });
}

/** In the steps that the fit was made in; see engine/voice/distance.ts. */
function heardDistance(a: Heard, b: Heard): number {
  const pitched = Math.min(a.voiced, b.voiced) > 0.45;
  const parts = [
    pitched ? (12 * Math.log2(a.f0 / b.f0)) / 2 : 0,
    pitched ? (a.range - b.range) / 2.5 : 0,
    (100 * Math.log(a.pace / b.pace)) / 15,
    (a.hnr - b.hnr) / 3,
    pitched ? (a.roughness - b.roughness) / 0.04 : 0,
    (a.brightness - b.brightness) / 4,
    (a.level - b.level) / 4,
    a.spectrum.reduce((sum, x, i) => sum + Math.abs(x - b.spectrum[i]!), 0) / a.spectrum.length / 2.5,
  ];
  return Math.sqrt(parts.reduce((sum, part) => sum + part ** 2, 0));
}
