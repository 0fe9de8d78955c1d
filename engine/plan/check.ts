import { DramatisError } from '../contract/errors.ts';
import type { SpeechEvent, SpeechRequest } from '../contract/speech.ts';
import type { Script } from '../expression/script.ts';
import { hasSpokenEmoji } from '../text/index.ts';
import { namedSpeakers } from './turns.ts';

/** The value of `features` that has several candidates of each chunk made, and the best one taken. */
export const QUALITY_GUARD = 'quality-guard';

/** What the request asks for that has no effect here. */
export function checkFeatures({ features }: SpeechRequest): Extract<SpeechEvent, { type: 'notice' }>[] {
  return features
    .filter((feature) => feature !== QUALITY_GUARD)
    .map((feature) => ({
      type: 'notice',
      code: 'unknown_feature',
      message: `features: "${feature}" is not known here and has no effect; "${QUALITY_GUARD}" is.`,
    }));
}

/** @throws DramatisError nothing_to_say */
export function checkWords({ text, tags }: Script, normalize: boolean): void {
  if (/[\p{L}\p{N}]/u.test(text) || (normalize && hasSpokenEmoji(text))) return;
  if (tags.some(({ direction }) => direction.kind === 'effect')) return;
  throw new DramatisError('nothing_to_say', 'text: it has no letter and no digit, so there is nothing to say.');
}

/** @throws DramatisError speaker_out_of_range, unsupported_by_model */
export function checkSpeakers(text: string, { voices, profile }: SpeechRequest): void {
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
}
