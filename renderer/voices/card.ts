/** The numbers of a voice card: neighbours, mixtures, and what they mean to a listener. Pure. */
import type { CardControl } from '../../engine/contract/pack.ts';
import type { VoiceCard } from '../../engine/contract/voice-card.ts';

/** The numbers that sliders move, in the order in which they are shown. Bounds are narrower than the card's: all of it speaks. */
export const DIALS = {
  semitones: { min: -12, max: 12, step: 0.5, neutral: 0, unit: 'st' },
  range: { min: 0.3, max: 2, step: 0.05, neutral: 1, unit: '×' },
  rate: { min: 0.6, max: 1.6, step: 0.05, neutral: 1, unit: '×' },
  tract: { min: 0.8, max: 1.25, step: 0.01, neutral: 1, unit: '×' },
  breathiness: { min: 0, max: 1, step: 0.05, neutral: 0, unit: '' },
  roughness: { min: 0, max: 1, step: 0.05, neutral: 0, unit: '' },
  tilt: { min: -6, max: 6, step: 0.5, neutral: 0, unit: 'dB' },
  energy: { min: -6, max: 6, step: 0.5, neutral: 0, unit: 'dB' },
} as const;
export type Dial = keyof typeof DIALS;
export const DIAL_NAMES = Object.keys(DIALS) as Dial[];

/** Of the card, what a slider moves. */
export const controlOf = (dial: Dial): CardControl => (dial === 'semitones' || dial === 'range' ? 'pitch' : dial);

export function dialOf(card: VoiceCard, dial: Dial): number {
  if (dial === 'semitones' || dial === 'range') return card.pitch[dial];
  return card[dial];
}

export function withDial(card: VoiceCard, dial: Dial, value: number): VoiceCard {
  if (dial === 'semitones' || dial === 'range') return { ...card, pitch: { ...card.pitch, [dial]: value } };
  return { ...card, [dial]: value };
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32, by T. Ettinger, public domain). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** How far a neighbour lies at `amount` 1: steps that a listener notices and that leave the person recognisable. */
const NEAR: Readonly<Record<Dial, number>> = {
  semitones: 1.6,
  range: 0.18,
  rate: 0.07,
  tract: 0.03,
  breathiness: 0.1,
  roughness: 0.08,
  tilt: 1,
  energy: 0,
};

/** A voice near this one. `amount` 0 to 2; the same seed gives the same neighbour. */
export function neighbour(card: VoiceCard, seed: number, amount = 1): VoiceCard {
  const random = randomOf(seed);
  let near = card;
  for (const dial of DIAL_NAMES) {
    // Two draws summed: small changes are more likely than great ones.
    const step = (random() + random() - 1) * 1.4 * NEAR[dial] * amount;
    const { min, max } = DIALS[dial];
    const before = dialOf(card, dial);
    // A number that already lies outside the sliders' range may stay there.
    const moved = Math.max(Math.min(min, before), Math.min(Math.max(max, before), before + step));
    near = withDial(near, dial, Math.round(moved * 1000) / 1000);
  }
  if (!('mix' in near.speaker)) return near;
  const weights = Object.entries(near.speaker.mix).map(
    ([name, weight]) => [name, weight * (1 + (random() - 0.5) * 0.5 * amount)] as const,
  );
  return { ...near, speaker: { mix: normalised(weights) } };
}

function normalised(weights: readonly (readonly [string, number])[]): Record<string, number> {
  const total = weights.reduce((sum, [, weight]) => sum + weight, 0);
  if (total <= 0) return Object.fromEntries(weights);
  return Object.fromEntries(weights.map(([name, weight]) => [name, Math.round((weight / total) * 1000) / 1000]));
}

/** Whether two cards can be mixed: of one pack, and both made of its base speakers or both of embeddings of one size. */
export function mixable(a: VoiceCard, b: VoiceCard): boolean {
  if (a.pack !== b.pack) return false;
  if ('mix' in a.speaker && 'mix' in b.speaker) return true;
  if (!('embedding' in a.speaker) || !('embedding' in b.speaker)) return false;
  return a.speaker.embedding.length === b.speaker.embedding.length;
}

export type Pitch = 'low' | 'middle' | 'high';
export type Texture = 'clear' | 'breathy' | 'rough' | 'dark' | 'bright';

/** Where a voice lies beside the base speakers it is made of. */
export function pitchOf(card: VoiceCard): Pitch {
  const { semitones } = card.pitch;
  return semitones <= -2 ? 'low' : semitones >= 2 ? 'high' : 'middle';
}

/** What its surface is like; `clear` where nothing stands out. */
export function texturesOf(card: VoiceCard): Texture[] {
  const found: Texture[] = [];
  if (card.breathiness >= 0.2) found.push('breathy');
  if (card.roughness >= 0.15) found.push('rough');
  if (card.tilt <= -0.8 || card.tract <= 0.95) found.push('dark');
  if (card.tilt >= 0.8 || card.tract >= 1.05) found.push('bright');
  return found.length > 0 ? found : ['clear'];
}

/** The words that were put in and taken out between two prompts. */
export function changedWords(before: string, after: string): { readonly gone: string[]; readonly come: string[] } {
  const words = (text: string): string[] => text.split(/\s+/).filter(Boolean);
  const [x, y] = [words(before), words(after)];
  // Longest common subsequence; prompts have at most a few hundred words.
  const table = Array.from({ length: x.length + 1 }, () => new Uint16Array(y.length + 1));
  for (let i = x.length - 1; i >= 0; i--)
    for (let j = y.length - 1; j >= 0; j--)
      table[i]![j] = x[i] === y[j] ? table[i + 1]![j + 1]! + 1 : Math.max(table[i + 1]![j]!, table[i]![j + 1]!);
  const gone: string[] = [];
  const come: string[] = [];
  let [i, j] = [0, 0];
  while (i < x.length || j < y.length) {
    if (i < x.length && j < y.length && x[i] === y[j]) [i, j] = [i + 1, j + 1];
    else if (j >= y.length || (i < x.length && table[i + 1]![j]! >= table[i]![j + 1]!)) gone.push(x[i++]!);
    else come.push(y[j++]!);
  }
  return { gone, come };
}
