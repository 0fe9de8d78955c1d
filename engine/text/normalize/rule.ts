/**
 * How a class of written tokens is read. Each class is a list of rules in a file of its own; `scan.ts` tries them at
 * every place where a token may begin, and takes the first that answers.
 *
 * What `say` returns is a small notation: lower-case words; a single capital is the name of that letter ("F B I"); a
 * word ending in "," asks for a short pause; an empty string says nothing. Null: the rule does not apply after all.
 */
export interface Rule {
  /** The class, as in reports of accuracy: "date", "money" ... */
  readonly name: string;
  /** Sticky; it matches at the place of the token only. */
  readonly pattern: RegExp;
  readonly say: (match: Match, context: Context) => string | null;
}

export type Match = Readonly<RegExpExecArray>;

/** What a rule may know of the surroundings. */
export interface Context {
  readonly text: string;
  /** Where the token begins, and where the match ends. */
  readonly at: number;
  readonly end: number;
  /** Day before month, "and" in numbers. */
  readonly british: boolean;
  /** The last words said, lower case, nearest first. */
  readonly said: readonly string[];
}

/** A rule whose pattern must not end inside a word or number. */
export function rule(name: string, source: string, say: Rule['say'], flags = ''): Rule {
  return { name, pattern: new RegExp(`(?:${source})(?![\\p{L}\\p{Nd}])`, `yu${flags}`), say };
}

/** A rule that may end anywhere. */
export function openRule(name: string, source: string, say: Rule['say'], flags = ''): Rule {
  return { name, pattern: new RegExp(source, `yu${flags}`), say };
}

/** A named group of a match; empty where it took no part. */
export function group(match: Match, name: string): string {
  return match.groups?.[name] ?? '';
}

/** The characters just behind a match. */
export function after(context: Context, length = 40): string {
  return context.text.slice(context.end, context.end + length);
}

/** The characters just before the token. */
export function before(context: Context, length = 40): string {
  return context.text.slice(Math.max(0, context.at - length), context.at);
}

/** An alternation of words, longest first, with the characters of regular expressions escaped. */
export function oneOf(words: Iterable<string>): string {
  return [...words]
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
    .join('|');
}
