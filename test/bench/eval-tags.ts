/**
 * `npm run eval:tags [-- --voices clara,theo --tags "[sad],(whispering)" --part tags|sounds|opposites]`: what each tag changes,
 * measured on the sound, as tables in Markdown: every tag of s1, every way of speaking that s2 knows and every sound, in the
 * given voices; and, in every house voice, whether opposite tags differ in what they name. Exits with 1 where they do not.
 */
import { parseArgs } from 'node:util';
import type { HouseVoice } from '../../engine/contract/voice-card.ts';
import { CONCEPTS } from '../../engine/expression/concepts.ts';
import { S1_TAGS } from '../../engine/expression/s1.ts';
import { EFFECTS, EFFECT_WORDS } from '../../engine/expression/sounds.ts';
import { type Direction, understand } from '../../engine/expression/understand.ts';
import { deliver, type Delivery, houseVoices, makeSound } from '../quality/support/expression.ts';
import { failures, OPPOSITES, type Telling } from '../quality/support/opposites.ts';

/** Short, so that a run takes a few minutes, with vowels, nasals and fricatives in it. */
const TEXT = 'Nobody in the valley remembered a longer winter.';
const GRADED = [
  '[slightly sad]',
  '[very sad]',
  '[not sad]',
  '[whispering, a little afraid]',
  '[sad but hopeful]',
  '[quiet and tense, then bitter]',
];

const { values } = parseArgs({
  options: {
    voices: { type: 'string', default: 'clara,theo' },
    tags: { type: 'string' },
    part: { type: 'string', default: 'tags,sounds,opposites' },
  },
});
const parts = new Set(values.part.split(','));
const voices = houseVoices().filter(({ id }) => values.voices.split(',').includes(id));
if (voices.length === 0) throw new Error(`--voices: the pack has none of ${values.voices}.`);

const meaning = (tag: string): Direction => understand(tag.slice(1, -1));
const ALL = [...CONCEPTS.map(({ words }) => `[${words[0]!}]`), ...GRADED, ...S1_TAGS.map((words) => `(${words})`)];
const tags = values.tags === undefined ? ALL : values.tags.split(/,(?=[[(])/u);
const styled = tags.filter((tag) => meaning(tag).kind === 'style');

const signed = (value: number, digits: number): string =>
  Number.isFinite(value) ? `${value < 0 ? '' : '+'}${value.toFixed(digits)}` : '-';
const row = (cells: readonly string[]): void => console.log(`| ${cells.join(' | ')} |`);
function head(names: readonly string[], words: number): void {
  row(names);
  row(names.map((_, i) => (i < words ? '---' : '---:')));
}

for (const voice of voices) {
  if (parts.has('tags')) await tellStyles(voice);
  if (parts.has('sounds')) await tellSounds(voice);
}
if (parts.has('tags')) tellOthers();
if (parts.has('opposites')) process.exitCode = (await tellOpposites()) ? 0 : 1;

async function tellStyles(voice: HouseVoice): Promise<void> {
  console.log(`\n## ${voice.name}: what each tag changes\n`);
  head(['tag', 'support', 'F0, Hz', 'F0, st', 'range, st', 'words/s', 'pace', 'level, dB', 'voiced', 'tilt, dB'], 2);
  const plain = await deliver('', voice, TEXT);
  row(['(none)', '', ...figures(plain, plain)]);
  for (const tag of styled) row([tag, meaning(tag).support, ...figures(await deliver(tag, voice, TEXT), plain)]);
}

function figures(said: Delivery, plain: Delivery): string[] {
  // Pitch of a whisper is the tracker's guess at noise.
  const voiced = said.voiced > 0.1;
  return [
    voiced ? said.f0.toFixed(0) : '-',
    voiced ? signed(12 * Math.log2(said.f0 / plain.f0), 1) : '-',
    voiced ? `${said.range.toFixed(1)} (${signed(said.range - plain.range, 1)})` : '-',
    said.wordsPerSecond.toFixed(2),
    `${signed(100 * (said.wordsPerSecond / plain.wordsPerSecond - 1), 0)}%`,
    signed(said.level - plain.level, 1),
    `${(100 * said.voiced).toFixed(0)}%`,
    signed(said.tilt - plain.tilt, 1),
  ];
}

async function tellSounds(voice: HouseVoice): Promise<void> {
  console.log(`\n## ${voice.name}: sounds\n`);
  head(['sound', 'seconds', 'level against the words, dB', 'voiced', 'F0, Hz', 'bursts'], 1);
  for (const effect of EFFECTS) {
    const tag = `[${EFFECT_WORDS[effect].split('|')[0]!}]`;
    const { seconds, level, voiced, f0, bursts } = await makeSound(tag, voice);
    const hz = voiced > 0.05 ? f0.toFixed(0) : '-';
    row([tag, seconds.toFixed(2), signed(level, 1), `${(100 * voiced).toFixed(0)}%`, hz, String(bursts)]);
  }
}

/** Pauses, sounds by other names, and what is not done. */
function tellOthers(): void {
  console.log('\n## Tags that change no way of speaking\n');
  head(['tag', 'support', 'what it does'], 3);
  for (const tag of tags) {
    const direction = meaning(tag);
    if (direction.kind === 'pause') row([tag, direction.support, `${direction.seconds} s of silence`]);
    else if (direction.kind === 'effect') row([tag, direction.support, `the sound "${direction.effect}"`]);
    else if (direction.kind === 'nothing') row([tag, direction.support, direction.note ?? '']);
  }
}

/** In every house voice; whether all differ as they should. */
async function tellOpposites(): Promise<boolean> {
  console.log('\n## Opposites in every house voice\n');
  const counts = OPPOSITES.map(() => 0);
  const missed: string[] = [];
  const all = houseVoices();
  for (const voice of all) {
    const { breathiness, roughness } = voice.card;
    const telling: Telling = { whispers: breathiness >= 1, range: breathiness < 0.3 && roughness < 0.3 };
    const heard = new Map<string, Delivery>();
    const say = async (tag: string): Promise<Delivery> => {
      const known = heard.get(tag) ?? (await deliver(tag, voice, TEXT));
      heard.set(tag, known);
      return known;
    };
    for (const [i, opposites] of OPPOSITES.entries()) {
      const found = failures(opposites, await say(opposites.less), await say(opposites.more), telling);
      if (found.length === 0) counts[i]!++;
      for (const [measure, by] of found)
        missed.push(`${voice.name}: ${opposites.less} and ${opposites.more}: ${measure} ${signed(by, 2)}`);
    }
  }
  head(['less', 'more', 'of', 'voices'], 3);
  OPPOSITES.forEach(({ less, more, by }, i) => row([less, more, by.join(', '), `${counts[i]} of ${all.length}`]));
  if (missed.length > 0) console.log(`\nNot so:\n\n${missed.map((line) => `- ${line}`).join('\n')}`);
  return missed.length === 0;
}
