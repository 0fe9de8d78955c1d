import { DramatisError } from '../contract/errors.ts';
import type { Random } from '../random.ts';
import type { Condition, Description, DesignModel } from './model.ts';

export interface Sampling {
  /** Steps of diffusion, at least 1. */
  readonly steps: number;
  /** Classifier-free guidance towards the whole condition (description and language). 0: the condition as it is. */
  readonly guidance: number;
  /** Extra guidance towards the description alone. */
  readonly instructGuidance: number;
  /** Index into the languages of the space; 0: none. */
  readonly language: number;
  /** Whether the draws are guided by more and more, from next to nothing up to all of it, instead of all alike. */
  readonly spread: boolean;
}

const SIGMA_MAX = 8;
const SIGMA_MIN = 0.03;
const RHO = 5;
/** Steps that end below this noise level are guided. */
const GUIDED = 1;

/**
 * Draws `count` points: Euler steps of the probability flow from pure noise along the noise levels of Karras et al. 2022
 * (eq. 5). In each step the guess at the clean point is
 *   whole + guidance * (whole - nothing) + instructGuidance * (description - nothing)
 * where `whole` is made under description and language, `description` without the language, `nothing` without both; it
 * is held within the bounds of what the model has seen, so that no guidance leads out of the voices that there are.
 * At high noise, guidance would only make all draws alike, so it is left out there (Kynkäänniemi et al. 2024). For the
 * same reason draws among which a judge will choose are guided by different amounts (`spread`).
 */
export async function drawPoints(
  model: DesignModel,
  description: Description,
  count: number,
  { steps, guidance, instructGuidance, language, spread }: Sampling,
  random: Random,
  signal: AbortSignal,
): Promise<Float32Array> {
  const { low, high } = model.space.scale;
  const width = model.width;
  const sigmas = noiseLevels(steps);
  const x = Float32Array.from({ length: count * width }, () => SIGMA_MAX * random.gaussian());
  const whole: Condition = { text: true, language };
  const alone: Condition = { text: true, language: 0 };
  const nothing: Condition = { text: false, language: 0 };
  const guided = guidance > 0 || instructGuidance > 0;
  const apart = instructGuidance > 0 && language !== 0;
  const conditions = [whole, ...(guided ? [nothing] : []), ...(apart ? [alone] : [])];
  // Two amounts may be beyond all numbers; their sum must not be a NaN.
  const [byWhole, byDescription] = [Math.min(guidance, MOST), Math.min(instructGuidance, MOST)];
  for (const [i, sigma] of sigmas.slice(0, -1).entries()) {
    if (signal.aborted) throw new DramatisError('cancelled', 'The request was cancelled.');
    const next = sigmas[i + 1]!;
    const pulled = guided && next < GUIDED;
    const [all, none, prompt] = await model.denoise(x, sigma, description, pulled ? conditions : [whole]);
    for (let j = 0; j < x.length; j++) {
      const y = all![j]!;
      const away = none ? none[j]! : y;
      const share = spread ? (Math.floor(j / width) + 1) / count : 1;
      const pull = share * (byWhole * (y - away) + byDescription * ((prompt ?? all)![j]! - away));
      const clean = Math.min(Math.max(y + pull, low[j % width]!), high[j % width]!);
      x[j] = clean + (next / sigma) * (x[j]! - clean);
    }
  }
  return x;
}

const MOST = 1e6;

/** Falling noise levels, then 0. */
function noiseLevels(steps: number): number[] {
  const levels = Array.from({ length: steps }, (_, i) => {
    const share = steps === 1 ? 0 : i / (steps - 1);
    return (SIGMA_MAX ** (1 / RHO) + share * (SIGMA_MIN ** (1 / RHO) - SIGMA_MAX ** (1 / RHO))) ** RHO;
  });
  return [...levels, 0];
}
