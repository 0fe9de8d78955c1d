/**
 * Speakers that the starter pack was not trained on. Of espeak-ng no voice is among its base speakers, so all of those are
 * unseen; flite's, festival's and the house voices are warped (pitch, formants and pace at once), so that no base speaker
 * sounds like them, but their manner of speaking was seen.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeWav } from '../../engine/audio/decode/wav.ts';
import { resample } from '../../engine/audio/resample.ts';

export interface Spoken {
  /** 24 kHz. */
  readonly samples: Float32Array;
}

export interface Speaker {
  readonly name: string;
  /** Null where the synthesizer is not installed. */
  speak(text: string): Promise<Float32Array | null>;
}

export const RATE = 24000;
/** Factor on every frequency and on the pace, as a tape that runs faster. */
const WARPS: readonly (readonly [string, number])[] = [
  ['slt', 0.86],
  ['slt', 1.16],
  ['rms', 0.88],
  ['rms', 1.14],
  ['awb', 0.9],
  ['awb', 1.12],
  ['kal16', 1.1],
];
const HOUSE_WARPS: readonly (readonly [number, number])[] = [
  [0, 0.87],
  [2, 1.12],
  [4, 0.9],
  [6, 1.13],
  [8, 0.88],
];
const VARIANTS = [
  'f1',
  'f2',
  'f3',
  'f4',
  'f5',
  'm1',
  'm2',
  'm3',
  'm4',
  'm5',
  'm6',
  'm7',
  'klatt',
  'klatt2',
  'klatt3',
  'Alex',
  'Andrea',
  'belinda',
  'edward',
  'iven',
  'linda',
  'steph',
  'travis',
];

export function speakers(
  house: readonly { readonly name: string; speak(text: string): Promise<Float32Array> }[],
): readonly Speaker[] {
  const espeak = VARIANTS.map((variant) => ({
    name: `espeak-ng ${variant}`,
    speak: async (text: string) => run('espeak-ng', (wav) => ['-v', `en-us+${variant}`, '-w', wav, text]),
  }));
  const flite = WARPS.map(([voice, factor]) => ({
    name: `flite ${voice} x${factor}`,
    speak: async (text: string) =>
      warp(
        run('flite', (wav) => ['-voice', voice, '-t', text, '-o', wav]),
        factor,
      ),
  }));
  const festival = [['ked_diphone', 1.12] as const].map(([voice, factor]) => ({
    name: `festival ${voice} x${factor}`,
    speak: async (text: string) =>
      warp(
        run('text2wave', (wav, txt) => ['-eval', `(voice_${voice})`, '-o', wav, txt(text)]),
        factor,
      ),
  }));
  const own = HOUSE_WARPS.flatMap(([index, factor]) => {
    const voice = house[index];
    if (!voice) return [];
    return [{ name: `${voice.name} x${factor}`, speak: async (text: string) => warp(await voice.speak(text), factor) }];
  });
  return [...espeak, ...flite, ...festival, ...own];
}

function warp(samples: Float32Array | null, factor: number): Float32Array | null {
  return samples && resample(samples, Math.round(RATE * factor), RATE);
}

function run(program: string, args: (wav: string, txt: (text: string) => string) => string[]): Float32Array | null {
  const folder = mkdtempSync(join(tmpdir(), 'dramatis-clone-'));
  try {
    const wav = join(folder, 'out.wav');
    const txt = (text: string): string => {
      const path = join(folder, 'in.txt');
      writeFileSync(path, text);
      return path;
    };
    const { error, status } = spawnSync(program, args(wav, txt), { stdio: 'ignore' });
    if (error || status !== 0) return null;
    const { samples, sampleRate } = decodeWav(new Uint8Array(readFileSync(wav)), 300);
    return resample(samples, sampleRate, RATE);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
