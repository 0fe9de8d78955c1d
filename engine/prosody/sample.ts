import type { Random } from '../random.ts';

/** How a token is drawn from logits, as in text models. */
export interface Sampling {
  /** 0 takes the likeliest token; 1 draws from the model's own distribution. */
  readonly temperature: number;
  /** Nucleus sampling (Holtzman et al. 2020): the smallest set of tokens whose probability reaches this. */
  readonly topP: number;
  /** Divides the probability of a token once for each time it was drawn among the last REPETITION_WINDOW. */
  readonly repetitionPenalty: number;
}

/** Tokens back from here count as repetition. */
const REPETITION_WINDOW = 12;

/** Weights below this (of 1 for the likeliest token) are none: all of them together change no draw. */
const LEAST = 2 ** -40;
const NONE = Math.log(LEAST);

/** Draws one token. `history` holds the tokens drawn so far, newest last. */
export function sampleToken(
  logits: Float32Array,
  history: readonly number[],
  sampling: Sampling,
  random: Random,
  scratch: Float64Array,
): number {
  const n = logits.length;
  const penalty = Math.log(sampling.repetitionPenalty);
  for (let i = 0; i < n; i++) scratch[i] = logits[i]!;
  for (let i = Math.max(0, history.length - REPETITION_WINDOW); i < history.length; i++) {
    scratch[history[i]!]! -= penalty;
  }
  let best = 0;
  for (let i = 1; i < n; i++) if (scratch[i]! > scratch[best]!) best = i;
  const draw = random.uniform();
  if (sampling.temperature < 1e-3 || sampling.topP <= 0) return best;
  const top = scratch[best]!;
  let total = 0;
  for (let i = 0; i < n; i++) {
    const exponent = (scratch[i]! - top) / sampling.temperature;
    const p = exponent < NONE ? 0 : Math.exp(exponent);
    scratch[i] = p;
    total += p;
  }
  if (sampling.topP >= 1) return pick(scratch, n, draw * total);
  const threshold = nucleusThreshold(scratch, n, sampling.topP * total);
  let kept = 0;
  for (let i = 0; i < n; i++) {
    if (scratch[i]! < threshold) scratch[i] = 0;
    else kept += scratch[i]!;
  }
  return pick(scratch, n, draw * kept);
}

function pick(weights: Float64Array, n: number, target: number): number {
  let sum = 0;
  let last = 0;
  for (let i = 0; i < n; i++) {
    if (weights[i] === 0) continue;
    last = i;
    sum += weights[i]!;
    if (sum > target) return i;
  }
  return last;
}

/**
 * The weight of the least likely token of the nucleus: tokens are taken from the likeliest (weight 1) down until `mass`
 * is reached. Halves the bound until enough mass lies above it, then sorts what lies in the last half alone: sorting all
 * tokens would take half as long as the model's step.
 */
function nucleusThreshold(weights: Float64Array, n: number, mass: number): number {
  let above = 0;
  let bound = 1;
  let sum = 0;
  while (sum < mass && bound > LEAST) {
    above = sum;
    bound /= 2;
    sum = 0;
    for (let i = 0; i < n; i++) if (weights[i]! >= bound) sum += weights[i]!;
  }
  const upper = bound * 2;
  // The likeliest token has weight 1, so the first half takes in its upper end.
  const part = weights.subarray(0, n).filter((w) => w >= bound && (w < upper || upper >= 1));
  if (upper >= 1) above = 0;
  part.sort();
  for (let i = part.length - 1; i >= 0; i--) {
    above += part[i]!;
    if (above >= mass) return part[i]!;
  }
  return 0;
}
