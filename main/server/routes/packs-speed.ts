import { randomUUID } from 'node:crypto';
import { DramatisError } from '../../../engine/contract/errors.ts';
import type { SpeechStats } from '../../../engine/contract/speech.ts';
import { TtsRequest } from '../../../engine/contract/tts-request.ts';
import type { PackSpeed } from '../../library/pack-speeds.ts';
import type { Caller, ServerContext } from '../context.ts';
import { speechProfile } from '../profiles.ts';
import { startSpeech, toSpeechRequest } from '../speech.ts';
import type { PackEntry } from './packs-service.ts';

/** The same sentence for every pack, in the first of its languages that is here; else in English. */
const SENTENCES: Readonly<Record<string, string>> = {
  en: 'The lamp in the harbour was lit at seven, and by eight the whole street had come out to see who would be on the boat.',
  de: 'Um sieben brannte die Lampe am Hafen, und um acht war die ganze Straße da, um zu sehen, wer auf dem Boot sein würde.',
  fr: 'À sept heures, on alluma la lampe du port, et à huit heures toute la rue était là pour voir qui serait sur le bateau.',
  es: 'A las siete encendieron la lámpara del puerto, y a las ocho toda la calle había salido a ver quién venía en el barco.',
  it: 'Alle sette accesero la lampada del porto, e alle otto tutta la via era uscita a vedere chi ci fosse sulla barca.',
  pt: 'Às sete acenderam a lâmpada do porto, e às oito toda a rua tinha saído para ver quem vinha no barco.',
  cmn: '七点钟，港口的灯亮了；到了八点，整条街的人都出来，想看看船上会是谁。',
  ja: '七時に港の明かりがともり、八時には、船に誰が乗っているのかを見ようと、通りの人がみな外に出ていました。',
};
const SEED = 1;
const RATE = 24_000;

/**
 * Has a pack say its sentence twice and takes the time of the second: the first opens the graphs.
 * @throws DramatisError engine_unavailable, too_many_requests, cancelled, or what the engine says
 */
export async function measureSpeed(
  context: ServerContext,
  pack: PackEntry,
  caller: Caller,
  signal: AbortSignal,
): Promise<PackSpeed> {
  const voice = pack.voices[0];
  if (!voice || !pack.loaded)
    throw new DramatisError('engine_unavailable', pack.problem ?? `The pack ${pack.name} is not loaded.`);
  const text = sentenceOf(pack.languages, voice.language);
  await say(context, voice.id, text.slice(0, 12), caller, signal);
  const { computeSeconds, audioSeconds, firstAudioMs } = await say(context, voice.id, text, caller, signal);
  if (audioSeconds <= 0 || computeSeconds <= 0)
    throw new DramatisError('engine_unavailable', `The pack ${pack.name} made no sound that could be timed.`);
  return {
    factor: Number((computeSeconds / audioSeconds).toPrecision(4)),
    firstMs: Math.round(firstAudioMs),
    at: context.clock.now().toISOString(),
  };
}

async function say(
  context: ServerContext,
  voice: string,
  text: string,
  caller: Caller,
  signal: AbortSignal,
): Promise<SpeechStats> {
  const known = context.voices.find(voice);
  if (!known) throw new DramatisError('unknown_voice', `The voice ${voice} is not there any more.`);
  const body = TtsRequest.parse({ text, seed: SEED, format: 'pcm', sample_rate: RATE, temperature: 0 });
  const request = toSpeechRequest(body, speechProfile(undefined, context.settings), [known]);
  const speech = await startSpeech(context, { id: randomUUID(), caller, request, cost: 0 }, signal);
  let stats: SpeechStats | null = null;
  for await (const event of speech.events) if (event.type === 'end') stats = event.stats;
  if (stats) return stats;
  throw new DramatisError('cancelled', 'The measurement was cancelled.');
}

/** A voice reads its own language where there is a sentence in it. */
function sentenceOf(languages: readonly string[], own: string): string {
  for (const language of [own, ...languages]) {
    const [base = ''] = language.toLowerCase().split('-');
    const sentence = SENTENCES[base === 'zh' ? 'cmn' : base];
    if (sentence !== undefined) return sentence;
  }
  return SENTENCES['en']!;
}
