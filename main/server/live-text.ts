import type { ModelProfile } from '../../engine/contract/speech.ts';

/** Fewest characters of a piece that ends at a clause, so that the voice has something to phrase. */
const CLAUSE_MIN = 24;

/** Words with a full stop that end no sentence. */
const ABBREVIATION =
  /(?:^|[\s("'“‘])(?:[\p{L}]|Mr|Mrs|Ms|Dr|Prof|St|Mt|Gen|Sen|Rep|Gov|Capt|Lt|Col|Sgt|Jr|Sr|No|Nr|vs|etc|e\.g|i\.e|approx|Fig|Vol|pp|Inc|Ltd|Co|Corp|Dept|Ave|Blvd|Rd|z\.B|d\.h|bzw|usw)\.$/iu;
const SENTENCE_END = /(?:[.!?…]+["'”’»)\]]*(?=\s+\S)|[。！？]+[”’」』）]*|\n+)/gu;
const CLAUSE_END = /(?:[,;:—–](?=\s+\S)|[，、；：])/gu;
/** Marks that must stay whole: speaker tags, phonemes, expressions. */
const OPEN_MARK = /<\|phoneme_start\|>(?:(?!<\|phoneme_end\|>)[^])*$|<\|[^>]*$|<$|\[[^\]]*$|\([^)]*$/u;
const SPEAKER_TAG = /<\|speaker:\d+\|>/g;

/**
 * Text that arrives in pieces, given out in stretches that can be spoken on their own: whole sentences, and while
 * nothing is being spoken already a clause. Nothing is cut inside a number, an abbreviation, a word or a mark, and each
 * stretch begins with the speaker tag that holds there.
 */
export class LiveText {
  private waiting = '';
  private speaker = '';

  constructor(private readonly profile: Pick<ModelProfile, 'multiSpeaker'>) {}

  /** Characters that wait. */
  get length(): number {
    return this.waiting.length;
  }

  push(text: string): void {
    this.waiting += text;
  }

  /** The longest stretch that can safely be spoken now, or null. `hungry`: nothing is being spoken, so a clause will do. */
  take(hungry: boolean): string | null {
    const sentence = this.lastEnd(SENTENCE_END, 1);
    const end = sentence > 0 || !hungry ? sentence : this.lastEnd(CLAUSE_END, CLAUSE_MIN);
    return end > 0 ? this.cut(end) : null;
  }

  /** Everything that waits, or null. */
  takeAll(): string | null {
    return this.cut(this.waiting.length);
  }

  private cut(end: number): string | null {
    const stretch = this.waiting.slice(0, end);
    this.waiting = this.waiting.slice(end);
    const tags = stretch.match(SPEAKER_TAG);
    const text = this.speaker !== '' && !/^\s*<\|speaker:/.test(stretch) ? this.speaker + stretch : stretch;
    if (tags && this.profile.multiSpeaker) this.speaker = tags[tags.length - 1] ?? '';
    return stretch.replace(SPEAKER_TAG, '').trim() === '' ? null : text;
  }

  /** Where the last safe end of this kind is, or 0. */
  private lastEnd(kind: RegExp, least: number): number {
    let best = 0;
    for (const match of this.waiting.matchAll(kind)) {
      const end = match.index + match[0].length;
      const before = this.waiting.slice(0, end);
      if (before.trim().length >= least && !ABBREVIATION.test(before) && !OPEN_MARK.test(before)) best = end;
    }
    return best;
  }
}
