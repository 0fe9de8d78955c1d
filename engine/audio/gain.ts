/** Factor of a level difference in dB. */
export function dbToGain(db: number): number {
  return 10 ** (db / 20);
}

/** Level in dB of a factor (amplitude); -Infinity for 0. */
export function gainToDb(gain: number): number {
  return 20 * Math.log10(Math.abs(gain));
}

/** A copy of `samples`, `db` louder. 0 dB is a bit-exact copy. May exceed [-1, 1]: the limiter comes after. */
export function applyGain(samples: Float32Array, db: number): Float32Array {
  const gain = dbToGain(db);
  return samples.map((x) => x * gain);
}
