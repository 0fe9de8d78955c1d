import { createHash } from 'node:crypto';
import { readCardChunk } from '../../audio/wav/card.ts';
import type { ClonedVoice, ReferenceSample } from '../../contract/speech.ts';
import { analyse } from './analyse.ts';
import { SharedWork } from './shared-work.ts';
import type { CloneTools } from './tools.ts';

/** Voices that were made lately. */
const made = new SharedWork<ClonedVoice>(64);

/**
 * A voice from recordings of one speaker. Cached by content; several callers who bring the same wait for one analysis,
 * which ends when none of them waits any more. A WAV that voice design made brings its card, and is that very voice.
 * @throws DramatisError invalid_reference_audio, cancelled when `signal` aborts
 */
export async function cloneVoice(
  references: readonly ReferenceSample[],
  tools: CloneTools,
  signal: AbortSignal,
): Promise<ClonedVoice> {
  for (const { audio } of references) {
    const card = readCardChunk(audio);
    if (card) return { card, carried: true, languages: [], notices: [] };
  }
  const hash = createHash('sha256').update(tools.pack.manifest.id);
  for (const { audio, text } of references) hash.update(audio).update('\0').update(text).update('\0');
  return made.get(hash.digest('hex'), signal, (abort) => analyse(references, tools, abort));
}
