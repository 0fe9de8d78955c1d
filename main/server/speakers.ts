import { DramatisError } from '../../engine/contract/errors.ts';
import type { ReferenceAudio, TtsRequest } from '../../engine/contract/tts-request.ts';
import type { ModelProfile, SpeakerVoice } from '../../engine/contract/speech.ts';
import type { VoiceCard } from '../../engine/contract/voice-card.ts';
import { problem, validationError } from './validation.ts';

/** Finds voices by id: house voices, and those of the library. */
export interface VoiceDirectory {
  find(id: string): KnownVoice | undefined;
  /** Who speaks when a request to a model of that pack names nobody; undefined where no voice is installed. */
  fallback(pack: string): KnownVoice | undefined;
}

/** A voice with the name that files are marked with. */
export interface KnownVoice {
  readonly card: VoiceCard;
  readonly name: string;
}

const SPEAKER_TAG = /<\|speaker:([^|]*)\|>/g;

/**
 * Who speaks in a request, by speaker number. Checks that voices exist, that references and ids fit one another, that
 * the tags of the text are in range, and that the model can do it.
 * @throws DramatisError unknown_voice, speaker_out_of_range, unsupported_by_model, validation_failed
 */
export function resolveSpeakers(
  request: TtsRequest,
  profile: ModelProfile,
  voices: VoiceDirectory,
): readonly SpeakerVoice[] {
  const speakers = speakersOf(request, profile, voices);
  checkTags(request.text, speakers.length, profile);
  if (speakers.length > 1 && !profile.multiSpeaker) throw oneSpeakerOnly(profile);
  return speakers;
}

/** Every tag must be a number and name a speaker of the request. */
export function checkTags(text: string, speakers: number, profile: ModelProfile): void {
  for (const [tag, number] of text.matchAll(SPEAKER_TAG)) {
    if (!profile.multiSpeaker) throw oneSpeakerOnly(profile);
    if (!/^\d{1,9}$/.test(number ?? '')) {
      throw new DramatisError(
        'invalid_parameter',
        `text: ${tag.slice(0, 40)} is not a speaker tag; it must be <|speaker:N|> with a number from 0.`,
      );
    }
    if (Number(number) >= speakers) {
      const allowed =
        speakers === 1
          ? 'only <|speaker:0|> is allowed: give reference_id one id for each speaker'
          : `<|speaker:0|> to <|speaker:${speakers - 1}|> are allowed`;
      throw new DramatisError(
        'speaker_out_of_range',
        `text: ${tag} names a speaker that the request does not have; ${allowed}.`,
      );
    }
  }
}

function speakersOf(request: TtsRequest, profile: ModelProfile, voices: VoiceDirectory): readonly SpeakerVoice[] {
  const { reference_id: ids, references } = request;
  if (references === null || references.length === 0) {
    if (ids === null) return [fallbackVoice(profile, voices)];
    if (typeof ids === 'string') return [voiceOf(ids, ['reference_id'], voices)];
    return ids.map((id, i) => voiceOf(id, ['reference_id', i], voices));
  }
  const groups = isGrouped(references) ? references : [references];
  const names = ids === null ? null : typeof ids === 'string' ? [ids] : ids;
  // With references the ids only name the speakers, so any string will do; but there must be as many.
  if (names !== null && names.length !== groups.length) {
    const allowed = `${groups.length === 1 ? 'one id' : `an array of ${groups.length} ids`}, as many as references has speakers`;
    throw validationError([problem(['reference_id'], ids, allowed)]);
  }
  return groups.map((samples, i) => {
    if (samples.length > 0) return { references: samples };
    // A speaker without samples of its own may be a voice that exists.
    const name = names?.[i];
    if (name === undefined)
      throw validationError([problem(['references', i], samples, 'at least one sample for each speaker')]);
    return voiceOf(name, ['reference_id', i], voices);
  });
}

function isGrouped(
  references: readonly ReferenceAudio[] | readonly ReferenceAudio[][],
): references is readonly ReferenceAudio[][] {
  return Array.isArray(references[0]);
}

function voiceOf(id: string, path: readonly (string | number)[], voices: VoiceDirectory): KnownVoice {
  const voice = voices.find(id);
  if (voice) return voice;
  const field = path.length === 2 ? `reference_id[${path[1]}]` : 'reference_id';
  throw new DramatisError(
    'unknown_voice',
    `${field}: there is no voice ${JSON.stringify(id.slice(0, 60))}; GET /v1/audio/voices lists the voices that there are.`,
  );
}

function fallbackVoice({ pack }: ModelProfile, voices: VoiceDirectory): KnownVoice {
  const voice = voices.fallback(pack);
  if (!voice) throw new DramatisError('engine_unavailable', 'No voice is installed yet.', { retryAfterSeconds: 1 });
  return voice;
}

function oneSpeakerOnly(profile: ModelProfile): DramatisError {
  return new DramatisError(
    'unsupported_by_model',
    `model: ${profile.name} speaks with one voice and has no speaker tags; s2-pro, s2.1-pro and s2.1-pro-free take several speakers.`,
  );
}
