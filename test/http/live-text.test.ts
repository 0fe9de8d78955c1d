import { describe, expect, it } from 'vitest';
import { LiveText } from '../../main/server/live-text.ts';

/** Feeds the pieces and takes whatever is safe after each; the last entry is what was left. */
function feed(pieces: readonly string[], hungry = true): (string | null)[] {
  const text = new LiveText({ multiSpeaker: true });
  const out: (string | null)[] = [];
  for (const piece of pieces) {
    text.push(piece);
    for (let taken = text.take(hungry); taken !== null; taken = text.take(hungry)) out.push(taken);
  }
  out.push(text.takeAll());
  return out;
}

describe('text that arrives in pieces', () => {
  it('is given out in sentences as soon as the next one begins', () => {
    expect(feed(['Hel', 'lo there. ', 'How', ' are you?'])).toEqual(['Hello there.', ' How are you?']);
  });

  it.each([
    'Dr. Smith is in.',
    'At 3.5 per cent.',
    'It was J. R. who came.',
    'Meet me at St. James.',
    'Use e.g. this one.',
    'Version 1.2.3 is out.',
  ])('is not cut inside "%s", however it arrives', (sentence) => {
    expect(feed([...sentence], false)).toEqual([sentence]);
  });

  it('is cut at a clause while nothing is being spoken, once there is enough to phrase', () => {
    expect(feed(['Well, when the morning came at last, we were', ' gone.'])).toEqual([
      'Well, when the morning came at last,',
      ' we were gone.',
    ]);
    expect(feed(['Well, when the morning came at last, we were', ' gone.'], false)).toEqual([
      'Well, when the morning came at last, we were gone.',
    ]);
    expect(feed(['Yes, no.'])).toEqual(['Yes, no.']);
    expect(feed(['There were 1,000,000 stars that night, all of them ours'])[0]).toBe(
      'There were 1,000,000 stars that night,',
    );
  });

  it('is cut at Chinese and Japanese sentences without a space', () => {
    expect(feed(['你好。', '今天', '天气很好。'])).toEqual(['你好。', '今天天气很好。', null]);
  });

  it('keeps marks whole', () => {
    expect(feed(['Fine [very sad. Really', ' sad] we go. Then'])).toEqual([
      'Fine [very sad. Really sad] we go.',
      ' Then',
    ]);
    expect(feed(['Say <|phoneme_start|>HH AH0. L', ' OW1<|phoneme_end|> now. Yes'])).toEqual([
      'Say <|phoneme_start|>HH AH0. L OW1<|phoneme_end|> now.',
      ' Yes',
    ]);
  });

  it('begins each stretch with the speaker that holds there', () => {
    expect(feed(['<|speaker:1|>One thing. Two', ' things. <|speak', 'er:0|>Mine. Also', ' mine.'])).toEqual([
      '<|speaker:1|>One thing.',
      '<|speaker:1|> Two things.',
      ' <|speaker:0|>Mine.',
      '<|speaker:0|> Also mine.',
    ]);
  });

  it('gives nothing for white space and tags alone', () => {
    expect(feed([' ', '\n', '<|speaker:0|>'])).toEqual([null]);
  });

  it('loses nothing and adds nothing but tags', () => {
    const story =
      'Once, long ago, there was a mill. "Who\'s there?" it asked! Nobody (not even Mr. Gray) knew… 3.5 times. End';
    for (const size of [1, 2, 3, 7, 20]) {
      const pieces = story.match(new RegExp(`.{1,${size}}`, 'gs')) ?? [];
      expect(feed(pieces).join('')).toBe(story);
    }
  });
});
