import { Tensor, type InferenceSession } from 'onnxruntime-node';
import { openSession } from '../packs/session.ts';
import { EnglishLexicon } from '../phonemes/english/lexicon.ts';
import type { DesignPack } from './pack.ts';
import type { DesignSpace } from './space.ts';
import { Spelling } from './spelling.ts';
import { buckets, words } from './tokens.ts';

/** A description as the model has read it. */
export interface Description {
  /** The vector that conditions the denoiser. */
  readonly text: Float32Array;
  /** For each band of each attribute, in the order of the space: the probability that the description allows it. */
  readonly allowed: Float32Array;
}

/** What judge and ear say of points. */
export interface Judged {
  /**
   * Of each point the natural log of the probability that all of it is heard as the description allows. What is seldom
   * meant when nobody speaks of it counts less, sex more.
   */
  readonly fits: number[];
  /** What is to be measured on the sound of each point, in steps that are plainly heard (`heardApart`). */
  readonly heard: readonly Float32Array[];
}

/** What conditions one row of a step. */
export interface Condition {
  /** Whether the description counts. */
  readonly text: boolean;
  /** Index into the languages of the space; 0: none. */
  readonly language: number;
}

/** The three graphs of a design model: encoder (words), denoiser (one step of diffusion), judge (how a point is heard). */
export class DesignModel {
  /** Made when a description is first read: an engine that only speaks starts without it. */
  private spelling: Spelling | undefined;

  private constructor(
    readonly space: DesignSpace,
    private readonly vocabulary: readonly string[],
    private readonly encoder: InferenceSession,
    private readonly denoiser: InferenceSession,
    private readonly judge: InferenceSession,
  ) {}

  static async load(pack: DesignPack): Promise<DesignModel> {
    const open = (file: 'encoder.onnx' | 'denoiser.onnx' | 'judge.onnx'): Promise<InferenceSession> =>
      openSession(pack.path(file), 1);
    const [encoder, denoiser, judge] = await Promise.all([
      open('encoder.onnx'),
      open('denoiser.onnx'),
      open('judge.onnx'),
    ]);
    return new DesignModel(pack.space, pack.words, encoder, denoiser, judge);
  }

  /** Numbers of a point. */
  get width(): number {
    return this.space.scale.mean.length;
  }

  async read(instruction: string): Promise<Description> {
    const { buckets: count, bucketsOfWord } = this.space;
    const spelling = (this.spelling ??= spellingOf(this.vocabulary));
    const said = words(instruction).map((word) => spelling.mended(word));
    const rows = said.length > 0 ? said : ['.'];
    const ids = BigInt64Array.from(rows.flatMap((word) => buckets(word, count, bucketsOfWord)).map(BigInt));
    const result = await this.encoder.run({ ids: new Tensor('int64', ids, [1, rows.length, bucketsOfWord]) });
    const logits = result['allowed']!.data as Float32Array;
    return { text: result['text']!.data as Float32Array, allowed: logits.map((x) => 1 / (1 + Math.exp(-x))) };
  }

  /** What each noisy point (rows of `x`) most likely was, once under each condition; one array a condition. */
  async denoise(
    x: Float32Array,
    sigma: number,
    { text }: Description,
    conditions: readonly Condition[],
  ): Promise<Float32Array[]> {
    const draws = x.length / this.width;
    const rows = draws * conditions.length;
    const points = new Float32Array(rows * this.width);
    const texts = new Float32Array(rows * text.length);
    const withText = new Float32Array(rows);
    const language = new BigInt64Array(rows);
    conditions.forEach((condition, c) => {
      points.set(x, c * x.length);
      withText.fill(condition.text ? 1 : 0, c * draws, (c + 1) * draws);
      language.fill(BigInt(condition.language), c * draws, (c + 1) * draws);
    });
    for (let row = 0; row < rows; row++) texts.set(text, row * text.length);
    const result = await this.denoiser.run({
      x: new Tensor('float32', points, [rows, this.width]),
      sigma: new Tensor('float32', new Float32Array(rows).fill(sigma), [rows, 1]),
      text: new Tensor('float32', texts, [rows, text.length]),
      withText: new Tensor('float32', withText, [rows, 1]),
      language: new Tensor('int64', language, [rows]),
    });
    const clean = result['clean']!.data as Float32Array;
    return conditions.map((_, c) => clean.slice(c * x.length, (c + 1) * x.length));
  }

  /**
   * What is to be heard of points (rows of `x`), and how well that fits the description: a voice of the wrong sex is the
   * plainest of all mistakes, so that counts as often as `sexCounts` says.
   */
  async judged(x: Float32Array, description: Description, sexCounts = SEX_COUNTS): Promise<Judged> {
    const draws = x.length / this.width;
    const result = await this.judge.run({ x: new Tensor('float32', x, [draws, this.width]) });
    const heard = result['heard']!.data as Float32Array;
    const foretold = heard.length / draws;
    return {
      fits: this.fits(result['bands']!.data as Float32Array, description, sexCounts),
      heard: Array.from({ length: draws }, (_, row) => heard.subarray(row * foretold, (row + 1) * foretold)),
    };
  }

  private fits(logits: Float32Array, { allowed }: Description, sexCounts: number): number[] {
    return Array.from({ length: logits.length / allowed.length }, (_, row) => {
      let total = 0;
      let at = 0;
      for (const [attribute, bands] of Object.entries(this.space.attributes)) {
        const { length } = bands;
        const own = logits.subarray(row * allowed.length + at, row * allowed.length + at + length);
        const most = Math.max(...own);
        const heard = Array.from(own, (logit) => Math.exp(logit - most));
        const sum = heard.reduce((a, b) => a + b, 0);
        const shares = heard.map((p, band) => (p / sum) * allowed[at + band]! * meant(attribute, bands[band]!));
        // What sex a voice has may be left open, but not to the ear: high for a man is low for a woman.
        const right = attribute === 'sex' ? Math.max(...shares) : shares.reduce((a, b) => a + b, 0);
        total += (attribute === 'sex' ? sexCounts : 1) * Math.log(Math.max(right, 1e-4));
        at += length;
      }
      return total;
    });
  }
}

function spellingOf(vocabulary: readonly string[]): Spelling {
  const english = new EnglishLexicon();
  return new Spelling(vocabulary, (word) => english.find(word) !== null);
}

const SEX_COUNTS = 3;
/** How readily a band is meant by a description that says nothing of its attribute. */
const SELDOM_MEANT: Readonly<Record<string, number>> = {
  'roughness=rough': 0.75,
  'breath=breathy': 0.9,
  'breath=whisper': 0.6,
  'age=child': 0.5,
};
const meant = (attribute: string, band: string): number => SELDOM_MEANT[`${attribute}=${band}`] ?? 1;
