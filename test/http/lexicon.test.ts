import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EngineHost } from '../../main/engine-host/index.ts';
import { serveReal } from './support/real-engine.ts';
import type { Served } from './support/serve.ts';

let served: Served<EngineHost>;
beforeAll(async () => {
  served = await serveReal();
});
afterAll(async () => served.close());

const speak = async (text: string, more: object = {}): Promise<Buffer> => {
  const response = await served.post('/v1/tts', { text, format: 'pcm', seed: 7, ...more });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
};

it('the lexicon of the library is spoken by the API, in each of its notations, and no word is read that is not in it', async () => {
  const text = 'Meet Kyrnthos today.';
  const plain = await speak(text);
  const heard: Buffer[] = [];
  for (const [alphabet, pronunciation] of [
    ['ipa', 'ˈzuː.ni'],
    ['arpabet', 'Z UW1 N IY0'],
    ['respelling', 'ZOO-nee'],
  ] as const) {
    await served.library.settings.change({ lexicon: [{ word: 'Kyrnthos', alphabet, pronunciation }] });
    heard.push(await speak(text));
  }
  for (const audio of heard) expect(audio.equals(plain)).toBe(false);
  // ARPAbet and respelling say the same phones.
  expect(heard[1]!.equals(heard[2]!)).toBe(true);
  await served.library.settings.change({
    lexicon: [{ word: 'kyrnthos', alphabet: 'ipa', pronunciation: 'ˈzuː.ni', caseSensitive: true }],
  });
  expect((await speak(text)).equals(plain)).toBe(true);
  await served.library.settings.change({
    lexicon: [{ word: 'Kyrnthos', alphabet: 'ipa', pronunciation: 'ˈzuː.ni', language: 'de' }],
  });
  expect((await speak(text)).equals(plain)).toBe(true);
  await served.library.settings.change({ lexicon: [] });
});

it('phonemes in the text are spoken, with and without normalisation, and never as letters', async () => {
  const tagged = 'I am an <|phoneme_start|>EH1 N JH AH0 N IH1 R<|phoneme_end|>.';
  const [a, b] = [await speak(tagged), await speak(tagged, { normalize: false })];
  expect(a.equals(b)).toBe(true);
  const word = await speak('I am an engineer.');
  // As long as the word, not as its letters read out.
  expect(Math.abs(a.length / word.length - 1)).toBeLessThan(0.15);
  for (const text of ['<|phoneme_start|>gong1 cheng2 shi1<|phoneme_end|>很好。', '<|phoneme_start|>ha0shi1<|phoneme_end|>です。'])
    expect((await speak(text)).length).toBeGreaterThan(20_000);
}); // prettier-ignore
