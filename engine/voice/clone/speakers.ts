import { cepstra, type Envelopes } from './envelope.ts';

/** Voiced frames of one part of a recording: 1.5 s of voice. */
const PART = 150;
const ORDER = 12;

/**
 * How far apart the two voices lie that a recording's parts fall into, and what share the smaller has: parts of 1.5 s of
 * voiced speech, each by its median F0 and its mean mel cepstrum, in two clusters (2-means from the farthest pair).
 */
export function split(
  { frames, envelope }: Pick<Envelopes, 'frames' | 'envelope'>,
  f0: Float32Array,
): { readonly semitones: number; readonly cepstral: number; readonly share: number } | null {
  const voiced = Array.from({ length: frames }, (_, t) => t).filter((t) => f0[t]! > 0);
  const count = Math.floor(voiced.length / PART);
  if (count < 3) return null;
  const rows = cepstra({ frames, envelope }, 8000, ORDER);
  const parts = Array.from({ length: count }, (_, i) => {
    const own = voiced.slice(i * PART, (i + 1) * PART);
    const pitch = own.map((t) => 12 * Math.log2(f0[t]!)).sort((a, b) => a - b)[PART >> 1]!;
    const mean = Array.from({ length: ORDER }, (_c, c) => own.reduce((sum, t) => sum + rows[t * ORDER + c]!, 0) / PART);
    return { pitch, mean };
  });
  type Part = (typeof parts)[number];
  const cepstral = (a: Part, b: Part): number => Math.hypot(...a.mean.map((x, c) => x - b.mean[c]!));
  const apart = (a: Part, b: Part): number => Math.hypot(cepstral(a, b) / 2, (a.pitch - b.pitch) / 2);
  const centreOf = (some: readonly Part[]): Part => ({
    pitch: some.reduce((sum, { pitch }) => sum + pitch, 0) / some.length,
    mean: Array.from({ length: ORDER }, (_, c) => some.reduce((sum, { mean }) => sum + mean[c]!, 0) / some.length),
  });
  let centres: [Part, Part] = [parts[0]!, parts[1]!];
  for (const a of parts) for (const b of parts) if (apart(a, b) > apart(...centres)) centres = [a, b];
  let groups: [Part[], Part[]] = [[], []];
  for (let round = 0; round < 8; round++) {
    groups = [[], []];
    for (const part of parts) groups[apart(part, centres[0]) <= apart(part, centres[1]) ? 0 : 1].push(part);
    if (groups[0].length === 0 || groups[1].length === 0) return null;
    centres = [centreOf(groups[0]), centreOf(groups[1])];
  }
  return {
    semitones: Math.abs(centres[0].pitch - centres[1].pitch),
    cepstral: cepstral(...centres),
    share: Math.min(groups[0].length, groups[1].length) / count,
  };
}

/**
 * Whether two people are suspected. Measured on 26 voices of three synthesizers: parts of one lie up to 2.3 apart in the
 * sense of `split`, two men or two women 2 to 5, a man and a woman 5 to 12. One voice in two registers (creak) differs in
 * F0 alone. Two like voices are not told from one.
 */
export function severalSpeakers(envelopes: Envelopes, f0: Float32Array): boolean {
  const found = split(envelopes, f0);
  if (!found || found.share < 0.1 || found.cepstral < 2) return false;
  return Math.hypot(found.cepstral, found.semitones) / 2 > 3.2;
}
