/**
 * Whether whole sentences are understood in the accents of English, by a recogniser that knows America's alone
 * (pocketsphinx, models/training/evaluate/listen.py): word error rates of the voices, and of other synthesizers to compare.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wavHeader } from '../../../engine/audio/wav/header.ts';
import type { HouseVoice } from '../../../engine/contract/voice-card.ts';
import { RATE, speak } from '../../quality/support/speaking.ts';
import { type Errors, Listener, NO_ERRORS, percentOf, plus } from '../clone-wer.ts';

const ACCENTS = [
  { name: 'US', language: 'en-US', espeak: 'en-us', flite: ['rms', 'slt'] },
  { name: 'UK', language: 'en-GB', espeak: 'en-gb', flite: [] },
  { name: 'Scottish', language: 'en-GB-scotland', espeak: 'en-gb-scotland', flite: ['awb'] },
] as const;
type Accent = (typeof ACCENTS)[number];

/** Says a sentence; null where the synthesizer is not here or has no such accent. */
type Speaker = (text: string, accent: Accent) => Promise<Uint8Array | null> | Uint8Array | null;

/** A table of word error rates over the first `count` of the sentences that the training held out. */
export async function tellSentences(voices: readonly HouseVoice[], count: number, root: string): Promise<string> {
  const texts = heldOut(root).slice(0, count);
  const folder = mkdtempSync(join(tmpdir(), 'dramatis-sentences-'));
  const listener = new Listener(root);
  const errorsOf = async (speaker: Speaker, accent: Accent): Promise<string> => {
    let errors: Errors = NO_ERRORS;
    for (const text of texts) {
      const wav = await speaker(text, accent);
      if (!wav) return '-';
      const heard = await listener.hear(wav, text);
      if (!heard) throw new Error('--sentences: needs what models/training/evaluate/requirements.txt names.');
      errors = plus(errors, heard);
    }
    return `${percentOf(errors).toFixed(0)}%`;
  };
  const speakers: (readonly [name: string, speaker: Speaker])[] = [
    ...voices.map(
      (voice) => [voice.name, (text, accent) => ours(voice, text, accent)] as const satisfies [string, Speaker],
    ),
    ['eSpeak NG', espeak(folder)],
    ...['rms', 'slt', 'awb'].map((voice) => [`flite, ${voice}`, flite(voice, folder)] as const),
  ];
  const rows: string[] = [];
  try {
    for (const [name, speaker] of speakers) {
      const cells: string[] = [];
      for (const accent of ACCENTS) cells.push(await errorsOf(speaker, accent));
      rows.push(`| ${[name, ...cells].join(' | ')} |`);
    }
  } finally {
    listener.close();
    rmSync(folder, { recursive: true });
  }
  return [`| speaker | ${ACCENTS.map(({ name }) => name).join(' | ')} |`, '| --- | ---: | ---: | ---: |', ...rows].join(
    '\n',
  );
}

/** Sentences that no teacher said in the training (models/training/corpus/english_text.py). */
function heldOut(root: string): string[] {
  const program = 'import json; from corpus.english_text import make_english; print(json.dumps(make_english().held))';
  const printed = execFileSync('python3', ['-c', program], { cwd: join(root, 'models', 'training'), encoding: 'utf8' });
  return JSON.parse(printed) as string[];
}

async function ours({ card }: HouseVoice, text: string, { language }: Accent): Promise<Uint8Array> {
  const { samples } = await speak({ text, language, voices: [{ card }], seed: 1 });
  const pcm = Int16Array.from(samples, (x) => Math.round(32767 * x));
  const header = wavHeader(RATE, { program: 'Dramatis', voice: 'evaluation', seed: 1, samples: pcm.length });
  return Buffer.concat([header, new Uint8Array(pcm.buffer)]);
}

const espeak =
  (folder: string): Speaker =>
  (text, accent) => {
    const file = join(folder, 'sentence.wav');
    execFileSync('espeak-ng', ['-v', accent.espeak, '-w', file, text]);
    return readFileSync(file);
  };

const flite =
  (voice: string, folder: string): Speaker =>
  (text, accent) => {
    if (!(accent.flite as readonly string[]).includes(voice)) return null;
    const file = join(folder, 'sentence.wav');
    return spawnSync('flite', ['-voice', voice, '-t', text, '-o', file]).status === 0 ? readFileSync(file) : null;
  };
