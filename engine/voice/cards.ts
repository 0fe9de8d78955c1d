import { createHash } from 'node:crypto';
import { z } from 'zod';
import { DramatisError } from '../contract/errors.ts';
import { VoiceCard } from '../contract/voice-card.ts';

/**
 * A value that came from outside as a card, with every neutral value filled in.
 * @throws DramatisError invalid_parameter, whose message names the first control that is wrong
 */
export function parseCard(value: unknown): VoiceCard {
  const result = VoiceCard.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const where = issue && issue.path.length > 0 ? issue.path.join('.') : 'card';
  throw new DramatisError('invalid_parameter', `The voice card is not valid: ${where}: ${issue?.message ?? ''}.`, {
    cause: z.prettifyError(result.error),
  });
}

/**
 * A card's own id: 24 hexadecimal digits that follow from what makes the voice and from nothing else. Cards that differ in
 * the order of their fields, in neutral values that are written out, in the scale of their weights or in the last digits
 * of a number have the same id.
 */
export function cardId(card: VoiceCard): string {
  return createHash('sha256').update(canonicalCard(card)).digest('hex').slice(0, 24);
}

/** The one way to write a card down: sorted keys, weights that sum to 1, numbers to four digits. */
export function canonicalCard(card: VoiceCard): string {
  const { speaker, ...rest } = VoiceCard.parse(card);
  return JSON.stringify(ordered({ ...rest, speaker: 'mix' in speaker ? { mix: weightsOf(speaker.mix) } : speaker }));
}

/** Weights of a mix without those of 0, in sum 1. */
export function weightsOf(mix: Readonly<Record<string, number>>): Record<string, number> {
  const used = Object.entries(mix).filter(([, weight]) => weight > 0);
  const total = used.reduce((sum, [, weight]) => sum + weight, 0);
  return Object.fromEntries(used.map(([name, weight]) => [name, weight / total]));
}

function ordered(value: unknown): unknown {
  // -0 is written as 0.
  if (typeof value === 'number') return Math.round(value * 1e4) / 1e4 + 0;
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, ordered(inner)]));
}
