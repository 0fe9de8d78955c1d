import { DramatisError } from '../contract/errors.ts';
import { ENVELOPE_BINS, VoiceCard } from '../contract/voice-card.ts';
import { weightsOf } from './cards.ts';

/**
 * The voice between two: `share` 0 is `a`, 1 is `b`. Pitch and loudness are mixed on their logarithmic scales (semitones,
 * dB), so are pace and tract; what only one of the two has counts as neutral in the other. The accent cannot be mixed:
 * it is that of the nearer voice.
 * @throws DramatisError invalid_parameter when the two cannot be mixed (other packs, a mix and an embedding)
 */
export function mixCards(a: VoiceCard, b: VoiceCard, share: number): VoiceCard {
  if (!(share >= 0 && share <= 1)) {
    throw new DramatisError('invalid_parameter', `share: ${share} is not allowed; it must be a number from 0 to 1`);
  }
  if (a.pack !== b.pack) {
    throw new DramatisError('invalid_parameter', `Voices of the packs ${a.pack} and ${b.pack} cannot be mixed.`);
  }
  const linear = (x: number, y: number): number => x + share * (y - x);
  const geometric = (x: number, y: number): number => Math.exp(linear(Math.log(x), Math.log(y)));
  const rows = (x: readonly number[] | null, y: readonly number[] | null): number[] | null =>
    x || y ? Array.from({ length: ENVELOPE_BINS }, (_, i) => linear(x?.[i] ?? 0, y?.[i] ?? 0)) : null;
  return VoiceCard.parse({
    pack: a.pack,
    speaker: mixSpeakers(a, b, linear),
    pitch: {
      semitones: linear(a.pitch.semitones, b.pitch.semitones),
      range: linear(a.pitch.range, b.pitch.range),
    },
    rate: geometric(a.rate, b.rate),
    tract: geometric(a.tract, b.tract),
    breathiness: linear(a.breathiness, b.breathiness),
    tilt: linear(a.tilt, b.tilt),
    energy: linear(a.energy, b.energy),
    roughness: linear(a.roughness, b.roughness),
    envelopeOffset: rows(a.envelopeOffset, b.envelopeOffset),
    classOffsets:
      a.classOffsets || b.classOffsets
        ? (a.classOffsets ?? b.classOffsets)!.map((_, i) =>
            rows(a.classOffsets?.[i] ?? null, b.classOffsets?.[i] ?? null),
          )
        : null,
    accent: share < 0.5 ? a.accent : b.accent,
  });
}

function mixSpeakers(a: VoiceCard, b: VoiceCard, linear: (x: number, y: number) => number): VoiceCard['speaker'] {
  if ('mix' in a.speaker && 'mix' in b.speaker) {
    const [x, y] = [weightsOf(a.speaker.mix), weightsOf(b.speaker.mix)];
    const names = [...new Set([...Object.keys(x), ...Object.keys(y)])];
    const mixed = names.map((name) => [name, linear(x[name] ?? 0, y[name] ?? 0)] as const);
    return { mix: Object.fromEntries(mixed.filter(([, weight]) => weight > 0)) };
  }
  if ('embedding' in a.speaker && 'embedding' in b.speaker) {
    const [x, y] = [a.speaker.embedding, b.speaker.embedding];
    if (x.length === y.length) return { embedding: x.map((value, i) => linear(value, y[i]!)) };
  }
  if ('recordings' in a.speaker || 'recordings' in b.speaker) {
    throw new DramatisError(
      'invalid_parameter',
      `The pack ${a.pack} makes its speakers of recordings: such voices cannot be mixed.`,
    );
  }
  throw new DramatisError(
    'invalid_parameter',
    'One voice is a mix of base speakers and the other an embedding of its own: these cannot be mixed.',
  );
}
