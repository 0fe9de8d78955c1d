import type { Random } from '../random.ts';

/** At roughness 1: standard deviation of the periods, of the pulses' level, and what every second cycle differs by. */
const JITTER = 0.025;
const SHIMMER_DB = 1.5;
const SECOND_PERIOD = 0.07;
const SECOND_DB = 5;

/**
 * Irregular vocal fold vibration: jitter and shimmer, and period doubling (every second cycle longer and weaker), which
 * is what is heard as creak and roughness. Source: I. R. Titze, "Workshop on Acoustic Voice Analysis" (1995). Means of
 * period and power stay those of a regular voice. Draws nothing at roughness 0.
 */
export class Irregularity {
  /** Length of the present cycle, 1 being regular. */
  period = 1;
  private second = false;

  constructor(
    private readonly random: Random,
    public roughness: number,
  ) {}

  /** Begins the next cycle; returns the power of its pulse, 1 being regular. */
  next(): number {
    const { roughness, random } = this;
    if (roughness === 0) {
      this.period = 1;
      return 1;
    }
    this.second = !this.second;
    const sign = this.second ? 1 : -1;
    this.period = 1 + roughness * (SECOND_PERIOD * sign + JITTER * random.gaussian());
    const swing = 10 ** ((roughness * SECOND_DB) / 20);
    const mean = (swing + 1 / swing) / 2;
    const alternating = (this.second ? 1 / swing : swing) / mean;
    return alternating * 10 ** ((roughness * SHIMMER_DB * random.gaussian()) / 10);
  }
}
