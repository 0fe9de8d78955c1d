import { CONCEPTS, type Concept, DEGREES, FILLERS, NEGATIONS, type Support } from './concepts.ts';
import { embed, misspelt, similarity, stem } from './ngrams.ts';
import { type Effect, EFFECTS, EFFECT_WORDS, IMPOSSIBLE, LONGEST_PAUSE, pauseSeconds } from './sounds.ts';
import { blend, isPlain, type Style } from './style.ts';

/** What a tag does. `note` says in a sentence what is not done, or only nearly; null where all is. */
export type Direction = { readonly support: Support; readonly note: string | null } & (
  | { readonly kind: 'pause'; readonly seconds: number }
  | { readonly kind: 'emphasis'; readonly strength: number }
  /** `style` holds for the text behind it; null: the sound alone. `strength` 1 is usual. */
  | { readonly kind: 'effect'; readonly effect: Effect; readonly strength: number; readonly style: Style | null }
  | { readonly kind: 'style'; readonly style: Style; readonly names: readonly string[] }
  | { readonly kind: 'nothing' }
);

type Match =
  | { readonly type: 'concept'; readonly concept: Concept; readonly sure: boolean }
  | { readonly type: 'effect'; readonly effect: Effect };

/** How alike an unseen word and an anchor must be to mean the same. */
const ALIKE = 0.6;
/** "Not sad" is not the opposite of sad: it is a little of it. */
const NEGATED = -0.35;
const LONGEST_PHRASE = 6;

const exact = new Map<string, Match>();
const byStem = new Map<string, Match>();
const anchors: { readonly word: string; readonly vector: Float32Array; readonly match: Match }[] = [];
const han: string[] = [];

function learn(written: string, match: Match): void {
  const words = withoutArticles(written);
  if (!exact.has(words)) exact.set(words, match);
  if (/^[^\x20-\x7e]/u.test(words)) han.push(words);
  else if (!words.includes(' ')) {
    const short = stem(words);
    if (!byStem.has(short)) byStem.set(short, match);
    if (words.length >= 4) anchors.push({ word: words, vector: embed(words), match });
  } else {
    const stems = words.split(' ').map(stem).join(' ');
    if (!byStem.has(stems)) byStem.set(stems, match);
  }
}

for (const effect of EFFECTS)
  for (const words of EFFECT_WORDS[effect].split('|')) learn(words, { type: 'effect', effect });
for (const concept of CONCEPTS)
  for (const words of concept.words) learn(words, { type: 'concept', concept, sure: true });
/** "At the top of the lungs" is "at top of lungs": articles say nothing. */
function withoutArticles(words: string): string {
  return words.replace(/(?<=\s)(?:the|an?)\s|^(?:the|an?)\s/gu, '');
}

const CJK_WORDS = [...new Set([...han, ...Object.keys(DEGREES), ...NEGATIONS])]
  .filter((word) => /^[^\x20-\x7e]/u.test(word))
  .sort((a, b) => b.length - a.length);

/** "Barely concealed contempt" is contempt that shows. */
const SHOWING =
  /\b(?:barely|hardly|scarcely|poorly)\s(?:concealed|contained|suppressed|controlled|hidden|restrained|holding back)\b/gu;

/** What a tag's words ask for. Deterministic; never throws. Results are kept for the words that come again. */
export function understand(words: string): Direction {
  const known = remembered.get(words);
  if (known) return known;
  const direction = read(words);
  if (remembered.size >= 2000) remembered.clear();
  remembered.set(words, direction);
  return direction;
}
const remembered = new Map<string, Direction>();

function read(words: string): Direction {
  const seconds = pauseSeconds(words);
  if (seconds !== null) return pause(seconds);
  const text = words
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[’']/gu, '')
    .replace(/[-_]+/gu, ' ')
    .replace(SHOWING, ' ');
  if (/^\s*(?:\p{L}+ly |strong |slight )?(?:emphas\p{L}*|stress(?:ed)?(?: word)?)(?: (?:on )?(?:the )?next word)?\s*$|^\s*(?:重读|强调)\s*$/u.test(text))
    return { kind: 'emphasis', strength: /strong/u.test(text) ? 1.4 : /slight/u.test(text) ? 0.6 : 1, support: 'performed', note: null }; // prettier-ignore
  const impossible = IMPOSSIBLE.exec(text)?.[0];
  const found = gather(tokens(impossible === undefined ? text : text.replace(impossible, ' ')));
  if (impossible !== undefined) {
    const rest = found.styles.length > 0 && !found.effect;
    if (!rest) return nothing(`"${impossible}" is not something that this voice can do`);
    found.unknown.push(impossible);
  }
  if (found.effect) return effectOf(found, text);
  if (found.styles.length === 0) return nothing('its words are not known here as a way of speaking');
  return styleOf(found);
}

function pause(seconds: number): Direction {
  if (seconds <= LONGEST_PAUSE) return { kind: 'pause', seconds, support: 'performed', note: null };
  const note = `a pause is at most ${LONGEST_PAUSE} seconds`;
  return { kind: 'pause', seconds: LONGEST_PAUSE, support: 'approximated', note };
}

const nothing = (note: string): Direction => ({ kind: 'nothing', support: 'unsupported', note });

interface Found {
  readonly styles: { readonly concept: Concept; weight: number; readonly sure: boolean }[];
  effect: Effect | null;
  readonly unknown: string[];
}

/** Reads from left to right: degrees and negations act on what follows, or at the end on what came before. */
function gather(words: readonly string[]): Found {
  const found: Found = { styles: [], effect: null, unknown: [] };
  let degree = 1;
  let graded = false;
  let negated = false;
  let cause = false;
  for (let i = 0; i < words.length;) {
    const word = words[i]!;
    if (word === ',') {
      const last = found.styles.at(-1);
      if (graded && last) last.weight *= degree;
      [degree, graded, negated, cause] = [1, false, false, false];
      i++;
      continue;
    }
    const [match, length] = matchAt(words, i);
    if (match === null || (length === 1 && (NEGATIONS.has(word) || Object.hasOwn(DEGREES, word)))) {
      if (/^(?:from|after)$/u.test(word)) cause = true;
      else if (/^(?:and|but|yet)$/u.test(word)) cause = false;
      if (NEGATIONS.has(word)) negated = true;
      else if (Object.hasOwn(DEGREES, word)) [degree, graded] = [degree * DEGREES[word]!, true];
      else if (!cause && !FILLERS.has(word)) found.unknown.push(word);
      i++;
      continue;
    }
    // "Hoarse from shouting" is not said shouting: what made the voice so is over.
    if (cause && found.styles.length > 0 && (match.type === 'effect' || match.concept.kind === 'manner')) {
      i += length;
      continue;
    }
    if (match.type === 'effect') {
      if (!negated) found.effect ??= match.effect;
    } else addStyle(found, match.concept, negated ? NEGATED : degree, match.sure);
    [degree, graded, negated] = [1, false, false];
    i += length;
  }
  const last = found.styles.at(-1);
  if (graded && last) last.weight *= degree;
  return found;
}

/** A way of speaking that is named twice ("high-pitched and squeaky") is asked for once, as strongly as it is named. */
function addStyle(found: Found, concept: Concept, weight: number, sure: boolean): void {
  const same = found.styles.find((style) => style.concept === concept && style.weight > 0 === weight > 0);
  if (same) same.weight = weight > 0 ? Math.max(same.weight, weight) : same.weight;
  else found.styles.push({ concept, weight, sure });
}

/** The longest known phrase at `i`; else the word's stem; else the nearest anchor, if any is near. */
function matchAt(words: readonly string[], i: number): [Match | null, number] {
  for (let n = Math.min(LONGEST_PHRASE, words.length - i); n >= 1; n--) {
    const phrase = words.slice(i, i + n);
    const match = exact.get(phrase.join(' ')) ?? byStem.get(phrase.map(stem).join(' '));
    if (match && !(n === 1 && FILLERS.has(phrase[0]!) && !exact.has(phrase[0]!))) return [match, n];
  }
  const word = words[i]!;
  if (word.length < 4 || !/^\p{L}+$/u.test(word) || FILLERS.has(word) || NEGATIONS.has(word)) return [null, 1];
  const meant = anchors.find((anchor) => misspelt(word, anchor.word));
  if (meant) return [meant.match, 1];
  const vector = embed(word);
  let best: Match | null = null;
  let most = ALIKE;
  for (const anchor of anchors) {
    // A sound is made only where it is meant: a guess colours the voice and no more.
    if (anchor.match.type === 'effect') continue;
    const near = similarity(vector, anchor.vector);
    if (near > most) [best, most] = [anchor.match, near];
  }
  return [best?.type === 'concept' ? { ...best, sure: false } : best, 1];
}

const DETERMINER = /^(?:the|an?|his|her|hers|their|my|your|our|its|ones)$/u;

/** Words and commas. Chinese and Japanese are cut at the words that are known. */
function tokens(text: string): string[] {
  const result: string[] = [];
  for (const [part] of text.matchAll(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+|[\p{L}\p{M}\p{N}]+|[,;.，、。；&/+]/gu,
  )) {
    if (/^[,;.，、。；&/+]$/u.test(part)) result.push(',');
    // "Under her breath", "at the top of his lungs": whose it is does not matter, nor which.
    else if (DETERMINER.test(part)) continue;
    else if (/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(part)) result.push(...cutHan(part));
    else result.push(part);
  }
  return result.slice(0, 80);
}

function cutHan(run: string): string[] {
  const result: string[] = [];
  for (let at = 0; at < run.length;) {
    const word = CJK_WORDS.find((candidate) => run.startsWith(candidate, at));
    if (word) result.push(word);
    at += word?.length ?? 1;
  }
  return result.length > 0 ? result : [run];
}

function styleOf(found: Found): Direction {
  const feelings = found.styles.filter(({ concept }) => concept.kind === 'feeling').length;
  const share = feelings > 1 ? 1 / Math.sqrt(feelings) : 1;
  const blended = blend(
    found.styles.map(({ concept, weight }) => ({
      style: concept.style,
      // A whisper that is asked for is one; only "slightly" makes it less.
      weight: weight * (concept.kind === 'feeling' ? share : 1),
    })),
  );
  // A whisper that is asked for has no voice, whatever else is.
  const whispers = found.styles.some(({ concept, weight }) => concept.style.breathiness >= 1 && weight >= 0.85);
  const style = whispers ? { ...blended, breathiness: 1 } : blended;
  const names = found.styles.map(({ concept, weight }) => (weight < 0 ? `not ${concept.name}` : concept.name));
  const nearly = found.styles.filter(
    ({ concept, weight, sure }) => concept.support !== 'performed' || weight < 0 || !sure,
  );
  const notes = [
    ...(nearly.length > 0 ? ['it is said nearly so, by pitch, pace, effort and voice quality'] : []),
    ...(found.unknown.length > 0 ? [`not understood: ${found.unknown.slice(0, 6).join(', ')}`] : []),
  ];
  const plain = isPlain(style) && !names.includes('neutral');
  if (plain) return nothing('its parts cancel out');
  return {
    kind: 'style',
    style,
    names,
    support: notes.length > 0 ? 'approximated' : 'performed',
    note: notes.join('; ') || null,
  };
}

/** "Laughing" and "sobbing" colour what is said after them; "laughs softly" is a soft laugh and no more. */
function effectOf(found: Found, text: string): Direction {
  const effect = found.effect!;
  const total = blend(found.styles.map(({ concept, weight }) => ({ style: concept.style, weight })));
  const holds = /(?:ing\b(?! throat| loudly)|,|，|、|\band\b)/u.test(text);
  const colour: Partial<Record<Effect, string>> = {
    laugh: 'laughing',
    chuckle: 'laughing',
    sob: 'weeping',
    cry: 'weeping',
    pant: 'breathy',
  };
  const own = CONCEPTS.find(({ name }) => name === colour[effect]);
  const parts = [
    ...(own && /ing\b/u.test(text) ? [{ style: own.style, weight: 0.8 }] : []),
    { style: total, weight: 1 },
  ];
  const style = holds ? blend(parts) : null;
  const strength = Math.min(Math.max(1 + total.energy / 12, 0.45), 1.6);
  const approximated = found.unknown.length > 0;
  return {
    kind: 'effect',
    effect,
    strength,
    style: style && !isPlain(style) ? style : null,
    support: approximated ? 'approximated' : 'performed',
    note: approximated ? `not understood: ${found.unknown.slice(0, 6).join(', ')}` : null,
  };
}
