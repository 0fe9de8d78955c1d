import { LIMITS } from './contract/limits.ts';
import { CARD_CONTROLS, controlsOf, type PackManifest } from './contract/pack.ts';
import type { SpeechEvent, SpeechRequest } from './contract/speech.ts';
import { VoiceCard } from './contract/voice-card.ts';
import type { Script } from './expression/script.ts';
import type { PackModel } from './packs/families/family.ts';

type Notice = Extract<SpeechEvent, { type: 'notice' }>;

/**
 * What a request asks for that a pack of another family than the starter's has no means to do: each a sentence. What has
 * its default value was not asked for.
 */
export function packNotices({ id: pack, family }: PackManifest, request: SpeechRequest, model: PackModel): Notice[] {
  const told = (field: string, why: string): Notice => ({
    type: 'notice',
    code: 'unsupported_by_pack',
    message: `${field}: the pack ${pack} ${why}.`,
  });
  const { tts } = LIMITS;
  const notices: Notice[] = [];
  const changed: [string, number, number][] = [
    ['top_p', request.topP, tts.topP.default],
    ['repetition_penalty', request.repetitionPenalty, tts.repetitionPenalty.default],
    ['max_new_tokens', request.maxNewTokens, tts.maxNewTokens.default],
    ['early_stop_threshold', request.earlyStopThreshold, tts.earlyStopThreshold.default],
  ];
  for (const [field, value, usual] of changed)
    if (value !== usual) notices.push(told(field, 'draws no tokens, so it has no effect'));
  if (!model.variable && request.temperature !== tts.temperature.default)
    notices.push(told('temperature', 'has its noise inside the graph, so it has no effect'));
  if (request.given?.includes('seed') && !model.seeded && (!model.variable || request.temperature > 0))
    notices.push({
      ...told('seed', 'draws its noise inside the graph, so the same seed need not give the same sound'),
      code: 'seed_unsupported',
    });
  for (const feature of request.features) notices.push(told('features', `does not know "${feature}"`));
  for (const voice of request.voices) {
    if (!('card' in voice)) continue;
    const controls = changedControls(voice.card, family);
    if (controls.length > 0) notices.push(told('voice', `cannot change ${controls.join(', ')} of a voice`));
  }
  return once(notices);
}

/** Directions that are not pauses: the voices of these packs have one way of speaking. */
export function directionNotices(pack: string, { tags }: Script): Notice[] {
  return once(
    tags
      .filter(({ direction }) => direction.kind !== 'pause')
      .map(({ text }) => ({
        type: 'notice' as const,
        code: 'expression_unsupported',
        message: `${text} is not performed: the pack ${pack} has no directions.`,
      })),
  ).slice(0, 32);
}

/** Several chunks, each of which is spoken without the others. */
export function separateNotice(pack: string): Notice {
  return {
    type: 'notice',
    code: 'unsupported_by_pack',
    message: `condition_on_previous_chunks: the pack ${pack} speaks every chunk by itself.`,
  };
}

/** Phonemes that were given for a word that the model reads as it is spelt. */
export function lettersNotice(pack: string): Notice {
  return {
    type: 'notice',
    code: 'unsupported_by_pack',
    message: `phonemes: the pack ${pack} reads letters, so pronunciations that were given have no effect.`,
  };
}

/** What a card changes that no pack of these families can change. */
function changedControls(card: VoiceCard, family: PackManifest['family']): string[] {
  const neutral = VoiceCard.parse({ speaker: card.speaker });
  const counting = controlsOf(family);
  const others = CARD_CONTROLS.filter((control) => !counting.includes(control));
  return others.filter((control) => JSON.stringify(card[control]) !== JSON.stringify(neutral[control]));
}

function once(notices: readonly Notice[]): Notice[] {
  return [...new Map(notices.map((notice) => [notice.message, notice])).values()];
}
