/** How a stretch of text is said, as a change from the voice's own way. Every field has a neutral value. */
export interface Style {
  /** Factor on the speaking rate. */
  readonly rate: number;
  /** Shift of the pitch. */
  readonly semitones: number;
  /** Factor on the movement of F0 around the voice's mean. */
  readonly range: number;
  /** Vocal effort, dB. */
  readonly energy: number;
  /** Added to the voice's breathiness; 1 is a whisper for every voice. */
  readonly breathiness: number;
  /** dB per octave around 1 kHz. */
  readonly tilt: number;
  /** Added to the voice's roughness. */
  readonly roughness: number;
  /** Factor on the formants. */
  readonly tract: number;
}

export const PLAIN: Style = {
  rate: 1,
  semitones: 0,
  range: 1,
  energy: 0,
  breathiness: 0,
  tilt: 0,
  roughness: 0,
  tract: 1,
};

const BOUNDS: Readonly<Record<keyof Style, readonly [number, number]>> = {
  rate: [0.55, 1.7],
  semitones: [-9, 11],
  range: [0.1, 2.2],
  energy: [-16, 14],
  breathiness: [-0.6, 1],
  tilt: [-5, 5],
  roughness: [-0.6, 0.9],
  tract: [0.85, 1.18],
};

const FACTORS: ReadonlySet<keyof Style> = new Set(['rate', 'range', 'tract']);
const FIELDS = Object.keys(PLAIN) as (keyof Style)[];

/** Styles added up, each as strong as its weight says (below 0: the reverse). Factors multiply; all stays within bounds. */
export function blend(parts: readonly { readonly style: Style; readonly weight: number }[]): Style {
  const result: Record<keyof Style, number> = { ...PLAIN };
  for (const field of FIELDS) {
    let value = PLAIN[field];
    for (const { style, weight } of parts) {
      if (FACTORS.has(field)) value *= style[field] ** weight;
      else value += style[field] * weight;
    }
    const [least, most] = BOUNDS[field];
    result[field] = Math.min(Math.max(value, least), most);
  }
  return result;
}

/** Whether a style changes anything that can be heard. */
export function isPlain(style: Style): boolean {
  return FIELDS.every((field) => Math.abs(style[field] - PLAIN[field]) < 1e-6);
}
