/**
 * `npm run eval:languages [-- --voices clara,theo --only fr,de --sentences 60]`: whether words are understood in each language and accent. A
 * recogniser that knows some forty words of a language from eSpeak NG's speakers alone listens to them as the starter pack's
 * voices say them, and, to compare, as eSpeak NG's other speakers and other free synthesizers do. Needs `espeak-ng`; `flite`
 * and `festival` where they are. `--sentences` has an American recogniser listen to whole sentences in the accents of English
 * instead (languages/sentences.ts).
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { pinyin } from 'pinyin-pro';
import type { HouseVoice } from '../../engine/contract/voice-card.ts';
import { houseVoices } from '../quality/support/expression.ts';
import { RATE, speak } from '../quality/support/speaking.ts';
import { adapted, type Features, featuresOf, recognise, type Recording } from './languages/recogniser.ts';
import { tellSentences } from './languages/sentences.ts';
import { LANGUAGES, type WordList } from './languages/words.ts';

/** Those who teach the recogniser, and those of the same synthesizer that it has not heard: one of them of another make. */
const TEACHERS = ['', '+f2', '+m3'];
const UNHEARD = ['+f5', '+klatt2'];

const { values } = parseArgs({
  options: {
    voices: { type: 'string', default: 'clara,theo' },
    only: { type: 'string' },
    confusions: { type: 'boolean', default: false },
    sentences: { type: 'string' },
  },
});
const voices = houseVoices().filter(({ id }) => values.voices.split(',').includes(id));
if (voices.length === 0) throw new Error(`--voices: the pack has none of ${values.voices}.`);
const chosen = LANGUAGES.filter(({ language }) => values.only?.split(',').includes(language) ?? true);
const percent = (part: number): string => `${(100 * part).toFixed(0)}%`;

if (values.sentences !== undefined) {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  console.log(await tellSentences(voices, Number(values.sentences), root));
  process.exit();
}

const folder = mkdtempSync(join(tmpdir(), 'dramatis-words-'));
try {
  const heads = ['language', 'words', 'chance', ...voices.map(({ name }) => name)];
  const names = [...heads, 'eSpeak NG, unheard', 'eSpeak NG, Klatt', 'another synthesizer'];
  console.log(`| ${names.join(' | ')} |\n| --- ${'| ---: '.repeat(names.length - 1)}|`);
  const wrong: string[] = [];
  for (const one of chosen) await tell(one, wrong);
  if (values.confusions) console.log(`\n${wrong.join('\n')}`);
} finally {
  rmSync(folder, { recursive: true });
}

async function tell(one: WordList, wrong: string[]): Promise<void> {
  const templates: Features[][] = [];
  for (const teacher of TEACHERS) templates.push(await featuresOf(one.words.map((word) => espeak(one, teacher, word))));
  const cells = [one.name, String(one.words.length), percent(1 / one.words.length)];
  for (const voice of voices) {
    const said: Recording[] = [];
    for (const word of one.words) said.push(await ours(one, voice, word));
    cells.push(await share(said, voice.name));
  }
  for (const speaker of UNHEARD)
    cells.push(
      await share(
        one.words.map((word) => espeak(one, speaker, word)),
        speaker,
      ),
    );
  const others = one.words.map((word) => other(one, word));
  cells.push(others.includes(null) ? '-' : `${await share(others as Recording[], 'other')} (${one.other!.voice})`);
  console.log(`| ${cells.join(' | ')} |`);

  async function share(said: readonly Recording[], who: string): Promise<string> {
    const found = recognise(await adapted(said, templates), templates);
    const missed = found.flatMap((best, i) => (best === i ? [] : [`${one.words[i]!} > ${one.words[best]!}`]));
    wrong.push(`${one.name}, ${who}: ${missed.join(', ')}`);
    return percent(1 - missed.length / one.words.length);
  }
}

async function ours(one: WordList, voice: HouseVoice, word: string): Promise<Recording> {
  const { samples } = await speak({
    text: `${word}.`,
    language: one.language,
    voices: [{ card: voice.card }],
    seed: 3,
  });
  return { samples, rate: RATE };
}

function espeak(one: WordList, speaker: string, word: string): Recording {
  const text = one.language === 'cmn' ? pinyin(word, { toneType: 'num' }) : word;
  const bytes = execFileSync('espeak-ng', ['-v', one.espeak + speaker, '--stdout', text], { maxBuffer: 1e8 });
  return readWav(bytes);
}

function other(one: WordList, word: string): Recording | null {
  if (one.other === null) return null;
  const file = join(folder, 'word.wav');
  const { program, voice } = one.other;
  const { status } =
    program === 'flite'
      ? spawnSync('flite', ['-voice', voice, '-t', word, '-o', file])
      : spawnSync('text2wave', ['-eval', `(${voice})`, '-o', file], { input: word });
  return status === 0 ? readWav(readFileSync(file)) : null;
}

/** 16-bit mono, the header of 44 bytes that all three write. */
function readWav(bytes: Buffer): Recording {
  const samples = new Float32Array((bytes.length - 44) >> 1);
  for (let i = 0; i < samples.length; i++) samples[i] = bytes.readInt16LE(44 + 2 * i) / 32768;
  return { samples, rate: bytes.readUInt32LE(24) };
}
