import type { VoiceCard } from '../contract/voice-card.ts';
import type { Manner } from '../types.ts';
import type { VocoderControls } from '../vocoder/controls.ts';

/** The part of a card that the vocoder acts on. Pitch and rate are the models' part. */
export function vocoderControls(card: VoiceCard): VocoderControls {
  const { tract, breathiness, tilt, energy, roughness, envelopeOffset } = card;
  return { tract, breathiness, tilt, energy, roughness, envelopeOffset };
}

/** A voice's controls in a manner of speaking; none: as they are. */
export function mannered(controls: VocoderControls, manner: Manner | undefined): VocoderControls {
  if (!manner) return controls;
  const share = (value: number): number => Math.min(Math.max(value, 0), 1);
  return {
    ...controls,
    energy: controls.energy + manner.energy,
    breathiness: share(controls.breathiness + manner.breathiness),
    tilt: controls.tilt + manner.tilt,
    roughness: share(controls.roughness + manner.roughness),
    tract: controls.tract * manner.tract,
  };
}
