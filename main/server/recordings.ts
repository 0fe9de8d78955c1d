import { DramatisError } from '../../engine/contract/errors.ts';
import type { SpeakerVoice, SpeechRequest } from '../../engine/contract/speech.ts';
import { recordingsOf } from '../../engine/contract/voice-card.ts';
import type { VoiceLibrary } from '../library/voices/index.ts';

/**
 * The request with the recordings that its voices' cards name: the engine knows no files. A card that is tried before it is
 * kept finds those of the voice that it was made from.
 * @throws DramatisError unknown_voice where no saved voice has them
 */
export async function withRecordings(request: SpeechRequest, library: VoiceLibrary): Promise<SpeechRequest> {
  if (!request.voices.some((voice) => 'card' in voice && recordingsOf(voice.card))) return request;
  return { ...request, voices: await Promise.all(request.voices.map((voice) => complete(voice, library))) };
}

async function complete(voice: SpeakerVoice, library: VoiceLibrary): Promise<SpeakerVoice> {
  if (!('card' in voice) || voice.recordings || !recordingsOf(voice.card)) return voice;
  const saved = library.holding(voice.card);
  if (saved) return { ...voice, recordings: await library.references(saved) };
  throw new DramatisError(
    'unknown_voice',
    'The recordings that this voice speaks with are not in the library any more.',
  );
}
