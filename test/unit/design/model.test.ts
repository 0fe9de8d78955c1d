import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { heardApart, pickDiverse, toleranceUnder } from '../../../engine/design/diversity.ts';
import { LINE_LANGUAGES, lineFor } from '../../../engine/design/lines.ts';
import { DesignModel } from '../../../engine/design/model.ts';
import { readDesignPack } from '../../../engine/design/pack.ts';
import { drawPoints } from '../../../engine/design/sampler.ts';
import { Random } from '../../../engine/random.ts';

const folder = join(import.meta.dirname, '..', '..', '..', 'models', 'design');
const signal = new AbortController().signal;
const plain = { steps: 8, guidance: 2, instructGuidance: 0, language: 0, spread: false };
let model: DesignModel;
beforeAll(async () => {
  const pack = await readDesignPack(folder);
  if (!pack) throw new Error('models/design holds no design model');
  model = await DesignModel.load(pack);
});

/** The drawn points' mean of a control, in the space's own units. */
function mean(points: Float32Array, control: string): number {
  const { controls, scale } = model.space;
  const k = controls.indexOf(control);
  const rows = points.length / model.width;
  let sum = 0;
  for (let row = 0; row < rows; row++) sum += points[row * model.width + k]!;
  return scale.mean[k]! + (scale.std[k]! * sum) / rows;
}

describe('a design model on disk', () => {
  it('is what its manifest says, or is not loaded', async () => {
    const copy = await mkdtemp(join(tmpdir(), 'dramatis-design-'));
    await cp(folder, copy, { recursive: true });
    await writeFile(join(copy, 'judge.onnx'), 'no graph');
    await expect(readDesignPack(copy)).rejects.toThrow(/judge\.onnx: its size and SHA-256/);
    await writeFile(join(copy, 'design.json'), '{}');
    await expect(readDesignPack(copy)).rejects.toThrow(/design\.json/);
    await rm(copy, { recursive: true });
    expect(await readDesignPack(copy)).toBeNull();
  });
});

describe('drawing voices', () => {
  it('repeats itself for a seed, and only for that', async () => {
    const description = await model.read('a woman with a warm voice');
    const draw = (seed: number): Promise<Float32Array> =>
      drawPoints(model, description, 4, plain, new Random(seed), signal);
    expect(await draw(1)).toEqual(await draw(1));
    expect(await draw(1)).not.toEqual(await draw(2));
  });

  it('follows the description', async () => {
    const points = async (text: string): Promise<Float32Array> =>
      drawPoints(model, await model.read(text), 12, plain, new Random(3), signal);
    const [man, woman, child] = [await points('a deep man'), await points('a woman'), await points('a little child')];
    expect(mean(man, 'logF0')).toBeLessThan(mean(woman, 'logF0') - 0.3);
    expect(mean(woman, 'logF0')).toBeLessThan(mean(child, 'logF0') - 0.15);
    expect(mean(woman, 'logTract')).toBeLessThan(mean(child, 'logTract') - 0.05);
    expect(mean(await points('she talks very slowly'), 'logPace')).toBeLessThan(
      mean(await points('she talks very fast'), 'logPace') - 0.2,
    );
  });

  it('stays within what it has seen, whatever the guidance and the number of steps', async () => {
    const description = await model.read('shouting!');
    const { low, high } = model.space.scale;
    for (const [steps, guidance, instructGuidance] of [
      [1, 0, 0],
      [2, 1e308, 1e308],
      [3, 0, 50],
    ] as const) {
      const sampling = { steps, guidance, instructGuidance, language: 2, spread: true };
      const points = await drawPoints(model, description, 3, sampling, new Random(5), signal);
      points.forEach((x, i) => {
        expect(x).toBeGreaterThanOrEqual(low[i % model.width]! - 1e-3);
        expect(x).toBeLessThanOrEqual(high[i % model.width]! + 1e-3);
      });
    }
  });

  it('ends when it is told to', async () => {
    const description = await model.read('a voice');
    await expect(drawPoints(model, description, 2, plain, new Random(1), AbortSignal.abort())).rejects.toMatchObject({
      reason: 'cancelled',
    });
  });
});

describe('reading a description', () => {
  const allowed = async (text: string, attribute: string, band: string): Promise<number> => {
    const bands = Object.entries(model.space.attributes).flatMap(([a, names]) => names.map((name) => `${a}=${name}`));
    return (await model.read(text)).allowed[bands.indexOf(`${attribute}=${band}`)]!;
  };

  it('knows a negation from what it negates', async () => {
    expect(await allowed('a raspy man', 'roughness', 'regular')).toBeLessThan(0.4);
    expect(await allowed('a man, not raspy at all', 'roughness', 'regular')).toBeGreaterThan(0.6);
  });

  it('takes the correction for what is meant, and figures for ages', async () => {
    expect(await allowed('High voice? No. Deep, male.', 'pitch', 'low')).toBeGreaterThan(0.5);
    expect(await allowed('High voice? No. Deep, male.', 'pitch', 'high')).toBeLessThan(0.5);
    for (const [text, age] of [
      ['an 83-year-old man', 'elderly'],
      ['a 44-year-old woman', 'adult'],
      ['girl, 6', 'child'],
    ] as const) {
      expect(await allowed(text, 'age', age)).toBeGreaterThan(0.5);
      expect(await allowed(text, 'age', 'young')).toBeLessThan(0.5);
    }
  });

  it('reads what was meant where a finger slipped', async () => {
    expect(await allowed('Hgih-pitched man', 'pitch', 'low')).toBeLessThan(0.4);
    expect(await allowed('an eldrely laddy wiht a raspy vioce', 'age', 'young')).toBeLessThan(0.4);
    expect(await allowed('she speaks sloooowly', 'pace', 'fast')).toBeLessThan(0.4);
  });

  it('means no child by a woman or a man', async () => {
    for (const text of ['a woman with a high voice', 'a high-pitched female voice', 'a loud man'])
      expect(await allowed(text, 'age', 'child')).toBeLessThan(0.4);
    expect(await allowed('a shrill voice', 'age', 'child')).toBeGreaterThan(0.5);
  });

  it('takes any text', async () => {
    for (const text of [' ', '!!!', '\u{1f600}', 'x'.repeat(2000), '深'.repeat(2000)]) {
      const { text: vector } = await model.read(text);
      expect(vector.every(Number.isFinite)).toBe(true);
    }
  });

  it('finds a line in every language that has lines', async () => {
    const { allowed: bands } = await model.read('an old man who whispers');
    for (const language of LINE_LANGUAGES) expect(lineFor(language, bands, model.space)).toMatch(/\S{4}/u);
    expect(lineFor('en-GB', bands, model.space)).toBe(lineFor('en', bands, model.space));
    expect(lineFor('nl', bands, model.space)).toBeNull();
  });
});

describe('picking candidates', () => {
  const places = [0, 0.1, 5, 9, 4];
  const apart = (a: number, b: number): number => Math.abs(places[a]! - places[b]!);

  it('takes those that lie farthest apart among those that fit', () => {
    expect(pickDiverse([-0.1, -0.15, -0.18, -9, -0.15], apart, 2, 0.12)).toEqual([0, 2]);
    expect(pickDiverse([-0.1, -0.15, -0.18, -0.15, -0.15], apart, 3, 0.12)).toEqual([0, 3, 4]);
  });

  it('gives as many as were asked for, however badly they fit', () => {
    expect(pickDiverse([-9, -0.1, -9], apart, 3, 0.12)).toHaveLength(3);
    expect(pickDiverse([-1], apart, 4, 0.12)).toEqual([0]);
  });

  it('asks for a closer fit the stronger the guidance, and never for none', () => {
    expect(toleranceUnder(2, 0)).toBeCloseTo(0.17);
    expect(toleranceUnder(4, 0)).toBeCloseTo(toleranceUnder(2, 2));
    expect(toleranceUnder(4, 0)).toBeLessThan(toleranceUnder(2, 0));
    expect(toleranceUnder(0, 0)).toBeCloseTo(Math.log(2));
    expect(toleranceUnder(1e308, 1e308)).toBe(0);
    const fits = [-0.1, -0.15, -0.7, -9];
    expect(pickDiverse(fits, apart, 2, toleranceUnder(0, 0))).toEqual([0, 2]);
    expect(pickDiverse(fits, apart, 2, toleranceUnder(2, 0))).toEqual([0, 1]);
  });

  it('counts apart what is heard: pitch and roughness only of voices that have some, the spectrum as a mean', () => {
    const voice = (changes: Readonly<Record<number, number>>): Float32Array =>
      Float32Array.from({ length: 12 }, (_, k) => changes[k] ?? (k === 7 ? 1 : 0));
    expect(heardApart(voice({}), voice({}))).toBe(0);
    expect(heardApart(voice({ 0: 3, 1: 4 }), voice({}))).toBeCloseTo(5);
    expect(heardApart(voice({ 0: 3, 1: 4 }), voice({ 7: 0.2 }))).toBeCloseTo(4);
    expect(heardApart(voice({ 8: 2, 9: -2 }), voice({}))).toBeCloseTo(1);
  });

  it('foretells higher voices for descriptions of them', async () => {
    const foretold = async (text: string): Promise<number> => {
      const points = await drawPoints(model, await model.read(text), 8, plain, new Random(4), signal);
      const { heard } = await model.judged(points, await model.read(text));
      return heard.reduce((sum, voice) => sum + voice[0]! / 8, 0);
    };
    // Steps of two semitones: a woman lies about an octave above a deep man.
    expect(await foretold('a woman with a high voice')).toBeGreaterThan((await foretold('a deep man')) + 5);
  });
});
