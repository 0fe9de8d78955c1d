/** Voices drawn from descriptions, and what is heard of them: what eval-design.ts counts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LIMITS } from '../../../engine/contract/limits.ts';
import type { SpeechEngine } from '../../../engine/contract/speech.ts';
import type { VoiceCard } from '../../../engine/contract/voice-card.ts';
import type { DesignedVoice, DesignOrder } from '../../../engine/contract/voice-design-request.ts';
import { Designer } from '../../../engine/design/designer.ts';
import { DesignModel } from '../../../engine/design/model.ts';
import { readDesignPack } from '../../../engine/design/pack.ts';
import { drawPoints } from '../../../engine/design/sampler.ts';
import { toCard, toPoint } from '../../../engine/design/space.ts';
import { Pipeline } from '../../../engine/pipeline.ts';
import { Random } from '../../../engine/random.ts';
import { type Attribute, bandsOf, tractOf } from './bands.ts';
import { measure, type Heard } from './measure.ts';
import { fromPcm } from './speak.ts';

const LINE = 'Come in and sit down, because there is something that I would like to tell you.';
const signal = new AbortController().signal;

export interface Described {
  readonly text: string;
  readonly expected: readonly (readonly [attribute: string, band: string])[];
}
export interface Candidate {
  readonly card: VoiceCard;
  readonly heard: Heard;
  readonly tract: number;
}
export interface Drawn {
  readonly cards: readonly VoiceCard[];
  /** The judge's probability that all that the description says is heard, one a card. */
  readonly sure: readonly number[];
}
/** How one point is drawn, as in the request. */
export interface Setting {
  readonly steps: number;
  readonly guidance: number;
  readonly instructGuidance: number;
}

/** Lines of `description | attribute=band ...`; every so-manieth. */
export function readDescriptions(file: string, every: number): Described[] {
  return readFileSync(join(import.meta.dirname, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [text, bands] = line.split(' | ') as [string, string];
      return { text, expected: bands.split(' ').map((pair) => pair.split('=') as [string, string]) };
    })
    .filter((_, i) => i % every === 0);
}

export function isAsDescribed({ card, heard, tract }: Candidate, attribute: string, band: string): boolean {
  if (attribute === 'accent') return card.accent === band;
  return bandsOf(heard, tract, 0)[attribute as Attribute] === band;
}

/** The engine, the designer and an ear. */
export class Booth {
  private phones = 0;

  private constructor(
    readonly pipeline: Pipeline,
    private readonly model: DesignModel,
    private designer: Designer | null,
  ) {}

  /** @throws Error when `models` holds no design model for its starter pack */
  static async open(models: string): Promise<Booth> {
    const pipeline = await Pipeline.load(join(models, 'starter'), 1);
    const { pack, phonemizer } = pipeline.stages;
    const found = await readDesignPack(join(models, 'design'));
    if (!found) throw new Error(`${models} holds no design model.`);
    const booth = new Booth(pipeline, await DesignModel.load(found), null);
    const engine: SpeechEngine = {
      async *speak(request, abort) {
        for await (const event of pipeline.speak(request, abort)) {
          if (event.type === 'end') booth.phones = event.stats.phones;
          yield event;
        }
      },
    };
    booth.designer = await Designer.beside({ pack, engine, reads: (language) => phonemizer.supports(language) });
    if (!booth.designer) throw new Error(`${models} holds no design model for its starter pack.`);
    return booth;
  }

  /** The candidates that the service would answer with. */
  async design(text: string, order: Partial<DesignOrder>): Promise<Candidate[]> {
    const found: Candidate[] = [];
    for await (const voice of this.designer!.design(orderOf(text, order), signal)) found.push(await this.listen(voice));
    return found;
  }

  /** The cards of those candidates. */
  async draw(text: string, order: Partial<DesignOrder>): Promise<VoiceCard[]> {
    return this.designer!.draw(orderOf(text, order), await this.model.read(text), signal);
  }

  /** Cards as diffusion draws them, which no judge has picked from others, and how surely each is heard as described. */
  async drawMany({ text, expected }: Described, setting: Setting, count: number, seed: number): Promise<Drawn> {
    const { model } = this;
    const { space } = model;
    const sampling = { ...setting, language: 0, spread: false };
    const points = await drawPoints(model, await model.read(text), count, sampling, new Random(seed), signal);
    const { mean, std } = space.scale;
    const cards = Array.from({ length: count }, (_, row) => {
      const point = mean.map((m, k) => m + std[k]! * points[row * model.width + k]!);
      return toCard(point, space, this.pipeline.stages.pack.manifest.id);
    });
    const wanted = new Map(expected);
    const allowed = Object.entries(space.attributes).flatMap(([attribute, bands]) =>
      bands.map((band) => Number(band === (wanted.get(attribute) ?? band))),
    );
    const spoken = cards.flatMap((card) => toPoint(card, space).map((x, k) => (x - mean[k]!) / std[k]!));
    const description = { text: new Float32Array(), allowed: Float32Array.from(allowed) };
    const { fits } = await model.judged(Float32Array.from(spoken), description, 1);
    return { cards, sure: fits.map((fit) => Math.exp(fit)) };
  }

  /** Cards as they read the line. */
  async hear(cards: readonly VoiceCard[], seed: number): Promise<Candidate[]> {
    const found: Candidate[] = [];
    const read = this.designer!.readAloud(cards, { text: LINE, language: 'en' }, { seed, speed: 1 }, signal);
    for await (const voice of read) found.push(await this.listen(voice));
    return found;
  }

  /** Measures what was said last. */
  private async listen({ wav, seconds, sampleRate, card }: DesignedVoice): Promise<Candidate> {
    const samples = fromPcm(Buffer.from(wav.subarray(-2 * Math.round(seconds * sampleRate))));
    const heard = await measure(samples, sampleRate, this.phones);
    return { card, heard, tract: tractOf(heard) };
  }
}

/** A request with all defaults. */
function orderOf(text: string, order: Partial<DesignOrder>): DesignOrder {
  const { voiceDesign } = LIMITS;
  return {
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
}

/** The steps by which two voices differ in what is measured (as those of engine/voice/distance.ts). */
export function heardDistance(a: Candidate, b: Candidate): number {
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

export const mean = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0) / numbers.length;

/** How often what was counted under a name was right. */
export class Tally {
  private readonly counts = new Map<string, { right: number; all: number }>();

  add(name: string, right: boolean): void {
    const count = this.counts.get(name) ?? { right: 0, all: 0 };
    this.counts.set(name, { right: count.right + Number(right), all: count.all + 1 });
  }

  /** Per cent, counts and Wilson's interval of 95 %. */
  show(name: string): string {
    const { right, all } = this.counts.get(name) ?? { right: 0, all: 0 };
    if (all === 0) return '-';
    const [p, z] = [right / all, 1.96];
    const centre = p + z ** 2 / (2 * all);
    const half = z * Math.sqrt((p * (1 - p)) / all + z ** 2 / (4 * all ** 2));
    const [low, high] = [centre - half, centre + half].map((x) => ((100 * x) / (1 + z ** 2 / all)).toFixed(1));
    return `${(100 * p).toFixed(1)} (${right} of ${all}; ${low} to ${high})`;
  }
}
