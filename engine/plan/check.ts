import { DramatisError } from '../contract/errors.ts';
import type { SpeechEvent, SpeechRequest } from '../contract/speech.ts';
import type { Script } from '../expression/script.ts';
import { hasSpokenEmoji } from '../text/index.ts';
import { namedSpeakers } from './turns.ts';

/** The value of `features` that has several candidates of each chunk made, and the best one taken. */
export const QUALITY_GUARD = 'quality-guard';

/**
 * Checks what only the text can tell. Returns what the request asks for that has no effect here.
 * @throws DramatisError nothing_to_say, speaker_out_of_range, unsupported_by_model
 */
export function checkRequest(request: SpeechRequest, script: Script): Extract<SpeechEvent, { type: 'notice' }>[] {
  const { text, voices, profile, features } = request;
  const words = /[\p{L}\p{N}]/u.test(script.text) || (request.normalize && hasSpokenEmoji(script.text));
  if (!words && !script.tags.some(({ direction }) => direction.kind === 'effect')) {
    throw new DramatisError('nothing_to_say', 'text: it has no letter and no digit, so there is nothing to say.');
  }
  const speakers = namedSpeakers(text);
  const highest = Math.max(0, ...speakers);
  if (highest > 0 && !profile.multiSpeaker) {
    throw new DramatisError(
      'unsupported_by_model',
      `text: it names speaker ${highest}, but model ${profile.name} speaks with one voice (speaker 0) alone.`,
    );
  }
  if (highest >= voices.length) {
    throw new DramatisError(
      'speaker_out_of_range',
      `text: it names speaker ${highest}, but the request has voices for speakers 0 to ${voices.length - 1} alone.`,
    );
  }
  return features
    .filter((feature) => feature !== QUALITY_GUARD)
    .map((feature) => ({
      type: 'notice',
      code: 'unknown_feature',
      message: `features: "${feature}" is not known here and has no effect; "${QUALITY_GUARD}" is.`,
    }));
}
