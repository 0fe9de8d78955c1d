import { join } from 'node:path';
import { concatBytes } from '../audio/samples.ts';
import { writeCardChunk } from '../audio/wav/card.ts';
import { wavHeader } from '../audio/wav/header.ts';
import { DramatisError } from '../contract/errors.ts';
import { LIMITS } from '../contract/limits.ts';
import { PRODUCT } from '../contract/product.ts';
import { SPEECH_DEFAULTS, type SpeechEngine, type SpeechRequest } from '../contract/speech.ts';
import type { VoiceCard } from '../contract/voice-card.ts';
import type { DesignedVoice, DesignOrder } from '../contract/voice-design-request.ts';
import type { StarterPack } from '../packs/load.ts';
import { Random } from '../random.ts';
import { detectLanguage } from '../text/index.ts';
import { heardApart, pickDiverse, toleranceUnder } from './diversity.ts';
import { LINE_LANGUAGES, lineFor } from './lines.ts';
import { type Description, DesignModel } from './model.ts';
import { readDesignPack } from './pack.ts';
import { drawPoints } from './sampler.ts';
import { toCard, toPoint } from './space.ts';

/** What the designer needs of a voice pack and its engine. */
export interface DesignTools {
  readonly pack: StarterPack;
  readonly engine: SpeechEngine;
  /** Whether a phonemizer reads a BCP 47 language. */
  reads(language: string): boolean;
}

/** What a preview says. */
export interface Line {
  readonly text: string;
  /** BCP 47. */
  readonly language: string;
}

/** Points drawn for a description: the candidates are the best and most different of them. */
const DRAWS = 256;
/** The previews' Hz: the vocoder's own, so that nothing is lost and nothing is padded. */
const SAMPLE_RATE = 24000;

/**
 * Voices from descriptions: the model reads the description, draws points by diffusion, those that fit and differ most
 * become cards, and each card reads a line.
 */
export class Designer {
  private constructor(
    private readonly model: DesignModel,
    private readonly tools: DesignTools,
  ) {}

  /**
   * The designer of the model that lies in `design` beside the folder of the voice pack; null where there is none or
   * where it was made for another pack. @throws DramatisError engine_unavailable for a broken model
   */
  static async beside(tools: DesignTools): Promise<Designer | null> {
    const { pack } = tools;
    const found = await readDesignPack(join(pack.folder, '..', 'design'));
    if (found?.manifest.pack !== pack.manifest.id) return null;
    return new Designer(await DesignModel.load(found), tools);
  }

  /** @throws DramatisError unsupported_by_model, nothing_to_say, cancelled */
  async *design(order: DesignOrder, signal: AbortSignal): AsyncGenerator<DesignedVoice, void, undefined> {
    const description = await this.model.read(order.instruction);
    const line = this.preview(order, description);
    const cards = await this.draw(order, description, signal);
    yield* this.readAloud(cards, line, order, signal);
  }

  /** The candidates' cards, in the order of how well they fit. */
  async draw(order: DesignOrder, description: Description, signal: AbortSignal): Promise<VoiceCard[]> {
    const { model } = this;
    const random = new Random(order.seed).derive('voice-design');
    const sampling = { ...order, language: this.languageIndex(order.language), spread: true };
    const points = await drawPoints(model, description, DRAWS, sampling, random, signal);
    const { mean, std } = model.space.scale;
    const cards = Array.from({ length: DRAWS }, (_, row) => {
      const point = mean.map((m, k) => m + std[k]! * points[row * model.width + k]!);
      return this.inLanguage(toCard(point, model.space, this.tools.pack.manifest.id), order.language);
    });
    // What is judged is the voice as it will speak, with its controls held to their bounds.
    const spoken = cards.flatMap((card) => toPoint(card, model.space).map((x, k) => (x - mean[k]!) / std[k]!));
    const { fits, heard } = await model.judged(Float32Array.from(spoken), description);
    const apart = (a: number, b: number): number => heardApart(heard[a]!, heard[b]!);
    const tolerance = toleranceUnder(order.guidance, order.instructGuidance);
    return pickDiverse(fits, apart, order.count, tolerance).map((i) => cards[i]!);
  }

  /** Each card as it reads a line. */
  async *readAloud(
    cards: readonly VoiceCard[],
    { text, language }: Line,
    order: Pick<DesignOrder, 'seed' | 'speed'>,
    signal: AbortSignal,
  ): AsyncGenerator<DesignedVoice, void, undefined> {
    for (const [index, card] of cards.entries()) {
      const request = this.speech(order, card, text, language, index);
      const { wav, seconds } = await record(this.tools.engine, card, request, signal);
      yield { card, wav, sampleRate: SAMPLE_RATE, seconds, text, language: request.language ?? language };
    }
  }

  private languageIndex(language: string | null): number {
    const { languages } = this.model.space;
    if (language === null) return 0;
    const found = languages.findIndex((known) => known.toLowerCase() === language.toLowerCase());
    return found < 0 ? languages.length - 1 : found;
  }

  /** A hint with a region, as `en-GB`, is an accent, which no drawn voice may miss. */
  private inLanguage(card: VoiceCard, language: string | null): VoiceCard {
    if (language === null || !language.includes('-') || primary(language) !== primary(card.accent)) return card;
    const same = card.accent.toLowerCase().startsWith(language.toLowerCase());
    return same || !this.tools.reads(language) ? card : { ...card, accent: language };
  }

  private preview(order: DesignOrder, { allowed }: Description): Line {
    const { language, referenceText, instruction } = order;
    if (language !== null && !this.tools.reads(language)) {
      throw new DramatisError('unsupported_by_model', `language: "${language}" is none that a phonemizer here reads.`);
    }
    if (referenceText !== null && referenceText.trim() !== '') {
      return { text: referenceText, language: language ?? detectLanguage(referenceText, 'en') };
    }
    const of = language ?? describedIn(instruction);
    const text = lineFor(of, allowed, this.model.space);
    if (text !== null) return { text, language: of };
    throw new DramatisError(
      'unsupported_by_model',
      `language: there is a preview line in ${LINE_LANGUAGES.join(', ')}, but none in "${of}"; give a reference_text.`,
    );
  }

  private speech(
    order: Pick<DesignOrder, 'seed' | 'speed'>,
    card: VoiceCard,
    text: string,
    language: string,
    index: number,
  ): SpeechRequest {
    return {
      text,
      voices: [{ card, name: 'designed voice' }],
      profile: {
        name: 'voice-design-1',
        pack: this.tools.pack.manifest.id,
        grammar: 's2',
        multiSpeaker: false,
        loudness: false,
        priority: 0,
        price: 0,
      },
      output: { format: 'pcm', sampleRate: SAMPLE_RATE },
      seed: new Random(order.seed).derive('preview', index).int32() >>> 0,
      ...SPEECH_DEFAULTS,
      speed: Math.max(order.speed, LIMITS.voiceDesign.leastRate / card.rate),
      normalizeLoudness: false,
      // In its own language a voice reads in its own accent.
      language: primary(language) === primary(card.accent) ? card.accent : language,
    };
  }
}

const primary = (language: string): string => language.toLowerCase().split('-')[0]!;

/** The language that a description is written in, where voices have lines in it; else English. */
function describedIn(instruction: string): string {
  const found = primary(detectLanguage(instruction, 'en'));
  const known = found === 'cmn' ? 'zh' : found;
  return LINE_LANGUAGES.includes(known) ? known : 'en';
}

/** The WAV of a card that reads a line: marked as synthetic, of known length, with the card inside. */
async function record(
  engine: SpeechEngine,
  card: VoiceCard,
  request: SpeechRequest,
  signal: AbortSignal,
): Promise<{ readonly wav: Uint8Array; readonly seconds: number }> {
  const blocks: Uint8Array[] = [];
  for await (const event of engine.speak(request, signal)) if (event.type === 'audio') blocks.push(event.bytes);
  if (signal.aborted) throw new DramatisError('cancelled', 'The request was cancelled.');
  const pcm = concatBytes(blocks);
  const samples = pcm.length / 2;
  const program = `${PRODUCT.name} ${PRODUCT.version}`;
  const header = wavHeader(SAMPLE_RATE, { program, voice: 'designed voice', seed: request.seed, samples });
  return { wav: writeCardChunk(concatBytes([header, pcm]), card), seconds: samples / SAMPLE_RATE };
}
