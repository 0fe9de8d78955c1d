import { DramatisError } from '../contract/errors.ts';
import type { SpeakerVoice } from '../contract/speech.ts';
import type { VoiceCard } from '../contract/voice-card.ts';
import type { StarterPack } from '../packs/load.ts';
import type { SpeakerTable } from '../packs/tables.ts';

/** A voice card together with what the models need to know of its base speaker. Statistics are before the card's controls. */
export interface ResolvedVoice {
  readonly card: VoiceCard;
  readonly speakerEmbedding: Float32Array;
  /** Natural log of Hz. The card's pitch comes on top. */
  readonly logF0Mean: number;
  readonly logF0Sd: number;
  readonly energyScale: number;
  readonly f0Scale: number;
  /** Mean natural log of frames per phone of the inventory. The card's rate comes on top. */
  readonly logDurationMean: Float32Array;
}

/**
 * The base speaker that a card names: the weighted mean of its speakers, in embedding and in statistics.
 * Throws `unknown_voice` when the pack lacks a speaker of the mix, `unsupported_by_model` for what this pack cannot do.
 */
export function resolveVoice(pack: StarterPack, voice: SpeakerVoice): ResolvedVoice {
  if (!('card' in voice)) {
    throw new DramatisError(
      'unsupported_by_model',
      `Pack ${pack.manifest.id} cannot speak with a voice from references.`,
    );
  }
  const { card } = voice;
  if (card.pack !== pack.manifest.id) {
    throw new DramatisError(
      'unknown_voice',
      `The voice belongs to pack ${card.pack}, but pack ${pack.manifest.id} speaks.`,
    );
  }
  const weights = weightsOf(card.speaker, pack.tables.speakers);
  const mean = (value: (speaker: SpeakerTable) => number): number =>
    weights.reduce((sum, [speaker, weight]) => sum + weight * value(speaker), 0);
  const means = (value: (speaker: SpeakerTable) => readonly number[]): Float32Array =>
    Float32Array.from(value(weights[0]![0]), (_, i) => mean((speaker) => value(speaker)[i]!));
  return {
    card,
    speakerEmbedding:
      'embedding' in card.speaker ? Float32Array.from(card.speaker.embedding) : means((speaker) => speaker.embedding),
    logF0Mean: mean((speaker) => speaker.logF0Mean),
    logF0Sd: mean((speaker) => speaker.logF0Sd),
    energyScale: mean((speaker) => speaker.energyScale),
    f0Scale: mean((speaker) => speaker.f0Scale),
    logDurationMean: means((speaker) => speaker.logDurationMean),
  };
}

type Weights = readonly (readonly [SpeakerTable, number])[];

function weightsOf(speaker: VoiceCard['speaker'], speakers: readonly SpeakerTable[]): Weights {
  if ('embedding' in speaker) return nearness(speaker.embedding, speakers);
  if ('recordings' in speaker)
    throw new DramatisError(
      'unsupported_by_model',
      'The voice names recordings as its speaker; this pack speaks with its base speakers and with embeddings.',
    );
  const weights = Object.entries(speaker.mix)
    .filter(([, weight]) => weight > 0)
    .map(([name, weight]) => {
      const found = speakers.find((candidate) => candidate.name === name);
      if (found) return [found, weight] as const;
      const known = speakers.map((candidate) => candidate.name).join(', ');
      throw new DramatisError('unknown_voice', `The voice mixes the speaker ${name}, but the pack has only ${known}.`);
    });
  const total = weights.reduce((sum, [, weight]) => sum + weight, 0);
  if (total === 0) throw new DramatisError('unknown_voice', 'The voice mixes no speaker: all its weights are 0.');
  return weights.map(([found, weight]) => [found, weight / total] as const);
}

/** An embedding carries no statistics: they come from the speakers around it, by the inverse square of the distance. */
function nearness(embedding: readonly number[], speakers: readonly SpeakerTable[]): Weights {
  const size = speakers[0]!.embedding.length;
  if (embedding.length !== size) {
    throw new DramatisError(
      'unknown_voice',
      `The voice's embedding has ${embedding.length} values where the pack has ${size}.`,
    );
  }
  const near = speakers.map((speaker) => {
    const squared = speaker.embedding.reduce((sum, value, i) => sum + (value - embedding[i]!) ** 2, 0);
    return [speaker, 1 / (squared + 1e-9)] as const;
  });
  const total = near.reduce((sum, [, weight]) => sum + weight, 0);
  return near.map(([speaker, weight]) => [speaker, weight / total] as const);
}

/** Natural log of Hz around which a voice speaks, its card's pitch included. */
export function meanLogF0({ logF0Mean, card }: ResolvedVoice): number {
  return logF0Mean + (card.pitch.semitones * Math.LN2) / 12;
}
