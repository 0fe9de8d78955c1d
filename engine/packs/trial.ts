import type { PackInfo } from '../contract/messages.ts';
import type { Phonemizer } from '../phonemes/index.ts';
import { normalizeText } from '../text/index.ts';
import { familyOf } from './families/index.ts';
import { unfit } from './families/graph.ts';
import type { PackSource } from './families/source.ts';

/** A word of greeting in the scripts that packs read; what is written in none of them is given the first. */
const GREETINGS: Readonly<Record<string, string>> = {
  en: 'Hello.',
  cmn: '你好。',
  ja: 'こんにちは。',
  ru: 'Привет.',
  ko: '안녕.',
};

/**
 * Has a new pack say one word: a graph that never ends, asks for too much memory or gives no numbers is found out here, in
 * the process that may be ended for it, and not when a person wants to hear something. Graphs rewritten to run faster must
 * speak too; where they do not, the pack runs as it is, which the manifest then says.
 * @throws DramatisError invalid_parameter
 */
export async function trySpeaking(source: PackSource, info: PackInfo, phonemizer: Phonemizer): Promise<PackInfo> {
  try {
    await sayWord(source, info, phonemizer);
    return info;
  } catch (error) {
    await sayWord(source.running({ tuned: false }), info, phonemizer);
    const why = error instanceof Error ? error.message : 'it failed';
    process.stderr.write(`${source.folder}: runs as it is, since it does not when rewritten: ${why}\n`);
    return { ...info, manifest: { ...info.manifest, tuned: false } };
  }
}

async function sayWord(source: PackSource, info: PackInfo, phonemizer: Phonemizer): Promise<void> {
  const { manifest, voices } = info;
  const family = familyOf(manifest.family);
  const [voice] = voices;
  if (!family || !voice) return;
  const language = voice.card.accent;
  const [base = 'en'] = language.toLowerCase().split('-');
  const { tokens, endsSentence } = normalizeText(GREETINGS[base] ?? GREETINGS['en']!, { language });
  const { speaker } = voice.card;
  if ('recordings' in speaker) return;
  const model = await family.open(source, { threads: 1, phonemizer });
  try {
    const said = { language, tokens, endsSentence, speaker, speed: 1, variation: 1, seed: 1 };
    for await (const { samples } of model.synthesize(said, new AbortController().signal)) {
      if (samples.every(Number.isFinite)) continue;
      throw unfit(`The pack makes samples that are no numbers.`);
    }
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.split('\n')[0]!.slice(0, 300) : 'it failed';
    throw unfit(`The pack cannot say a word: ${why}`, cause);
  } finally {
    await model.dispose();
  }
}
