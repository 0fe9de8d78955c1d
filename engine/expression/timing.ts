import type { ProsodyPlan } from '../types.ts';
import type { Delivery } from './delivery.ts';

/** Emphasis of strength 1 makes the stressed syllable longer by the first factor, the rest of its word by the second. */
const EMPHASIS = [1.35, 1.12] as const;

/** How much longer the words of a delivery are said: the factor of each phone. */
function factors({ styles, emphasis, sequence }: Delivery): number[] {
  const rate = (word: number): number => styles[word]?.rate ?? 1;
  let word = -1;
  return sequence.phones.map((phone) => {
    if (phone.word < 0) {
      const next = Math.min(word + 1, styles.length - 1);
      return 1 / Math.sqrt(rate(Math.max(word, 0)) * rate(Math.max(next, 0)));
    }
    word = phone.word;
    const strength = emphasis[word] ?? 0;
    return (phone.stress === 1 ? EMPHASIS[0] : EMPHASIS[1]) ** strength / rate(word);
  });
}

/** The plan at the pace of its styles. What rounding takes from a phone is given to the next. */
export function applyTiming(plan: ProsodyPlan, delivery: Delivery): ProsodyPlan {
  if (delivery.styles.every((style) => style === null) && delivery.emphasis.every((strength) => strength === 0))
    return plan;
  const durations = plan.durations.slice();
  let owed = 0;
  factors(delivery).forEach((factor, i) => {
    if (factor === 1) return;
    const exact = durations[i]! * factor + owed;
    durations[i] = Math.max(1, Math.round(exact));
    owed = Math.min(Math.max(exact - durations[i], -1), 1);
  });
  return { ...plan, durations };
}

/** Mean pace of a delivery, 1 being the voice's own. */
export function meanRate({ styles }: Delivery): number {
  const logs = styles.reduce((sum, style) => sum + Math.log(style?.rate ?? 1), 0);
  return Math.exp(logs / Math.max(styles.length, 1));
}
