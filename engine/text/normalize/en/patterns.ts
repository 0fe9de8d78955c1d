/** Pieces of patterns that several classes share. */

/** A whole number, with thousands separated or not. */
export const INTEGER = String.raw`(?:\d{1,3}(?:,\d{3}){1,11}(?!\d)|\d{1,3}(?:\s000)+(?!\d)|\d{1,3}(?:\s\d{3}){2,}(?!\d)|\d+)`;
/** A number with or without decimals: "1,234.5", "0.5", ".5". */
export const NUMBER = String.raw`(?:${INTEGER}(?:\.\d+)?|\.\d+)`;
/** Words that say how many thousands a number is of, written out or short. */
export const SCALE = String.raw`(?:hundred|thousand|million|billion|trillion|quadrillion|lakhs?|crores?|[KkMmBT]n?|bn|mn|mln|mil|tn)`;

/** Those that are words: before a unit, a letter is none ("100m in 9.6 s"). */
export const WRITTEN_SCALE = '(?:hundred|thousand|million|billion|trillion|quadrillion)';

const SCALE_NAMES: Readonly<Record<string, string>> = {
  k: 'thousand',
  m: 'million',
  mn: 'million',
  mln: 'million',
  mil: 'million',
  b: 'billion',
  bn: 'billion',
  t: 'trillion',
  tn: 'trillion',
};

/** The word for a scale of SCALE. */
export function scaleName(scale: string): string {
  const lower = scale.toLowerCase();
  return SCALE_NAMES[lower] ?? lower;
}

const DETERMINER = /^(?:a|an|another|every|each|per|this|that)$/;
const COUNT = /^(?:two|three|four|five|six|seven|eight|nine|ten|twelve|several|both)$/;
const NOT_A_NOUN =
  /^(?:in|for|to|and|or|of|on|per|a|an|the|from|by|at|as|is|was|were|are|with|more|less|each|every|when|while|but|than|if|over|under|into|ago|later|before|after|worth|away|apart|high|tall|wide|long|deep|old|off|up|down|back|that|this|it|we|he|she|they|i|you|will|would|can|could|should|may|might|must|has|have|had|he's|it's|so|because|since|until|till|out|only|just|extra|total|now|today)$/;

/** Things that are named by a size: "35mm film", "a 9mm pistol". */
const SIZED =
  /^(?:film|lens|camera|gun|cannon|pistol|rifle|revolver|ammunition|ammo|shell|mortar|artillery|howitzer|bullet|cartridge|battery|bulb|engine|motor|drive|disk|card|race|run|dash|sprint|hurdles|freestyle|radius|bag|bottle|can|screen|monitor|display|charger|adapter|zone|limit|jack|socket|connector|band|network|line|cable|pipe|wheel|reel|print|resolution|limit)$/;

/** Whether a quantity stands before its noun like an adjective ("a 5 kg bag"): its unit is then singular. */
export function isAttributive(said: readonly string[], following: string): boolean {
  const next = /^(?:\s|-)([a-z]{3,})/.exec(following)?.[1];
  if (next === undefined || NOT_A_NOUN.test(next)) return false;
  // "three 8 oz glasses"
  if (COUNT.test(said[0] ?? '')) return /[^s]s$/.test(next);
  if (SIZED.test(next)) return true;
  return DETERMINER.test(said[0] ?? '') && !/(?:[^s]s|ed|ly)$/.test(next);
}
