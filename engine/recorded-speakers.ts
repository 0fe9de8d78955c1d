import { createHash } from 'node:crypto';
import { DramatisError } from './contract/errors.ts';
import type { PackManifest } from './contract/pack.ts';
import type { ClonedVoice, ReferenceSample } from './contract/speech.ts';
import { VoiceCard } from './contract/voice-card.ts';
import { SharedWork } from './voice/clone/shared-work.ts';
import type { ClonedSpeaker, PackModel } from './packs/families/family.ts';

/** Speakers of one model that are kept: some megabytes each. */
const KEPT = 8;

/**
 * Speakers that a pack's model made of recordings, for as long as the model is open: by what the recordings hold, so that
 * every line of a voice but the first finds its speaker there. Who asks for one that is being made waits with the others.
 */
export class RecordedSpeakers {
  private readonly made = new WeakMap<PackModel, SharedWork<ClonedSpeaker>>();

  /** @throws DramatisError invalid_reference_audio, unsupported_by_model, cancelled when `signal` aborts */
  async of(model: PackModel, references: readonly ReferenceSample[], signal: AbortSignal): Promise<ClonedSpeaker> {
    if (!model.clone)
      throw new DramatisError('unsupported_by_model', 'references: this pack cannot make a voice of recordings.');
    const speakers = this.made.get(model) ?? new SharedWork<ClonedSpeaker>(KEPT);
    this.made.set(model, speakers);
    const hash = createHash('sha256');
    for (const { audio, text } of references) hash.update(sha256(audio)).update(text).update('\0');
    return speakers.get(hash.digest('hex'), signal, () => model.clone!(references));
  }
}

/** A voice that names recordings as its speaker: the pack makes that speaker of them whenever it speaks. */
export function voiceOfRecordings(
  { id, languages }: PackManifest,
  references: readonly ReferenceSample[],
  { notices }: ClonedSpeaker,
): ClonedVoice {
  const [accent = 'en'] = languages;
  const recordings = references.map(({ audio }) => sha256(audio));
  const card = VoiceCard.parse({ pack: id, speaker: { recordings }, accent });
  return { card, carried: false, languages: [accent], notices };
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
