import { LIMITS } from './contract/limits.ts';
import { SPEECH_DEFAULTS } from './contract/speech.ts';
import type { VoiceCard } from './contract/voice-card.ts';
import { type ChunkEnd, planChunks } from './plan/chunks.ts';
import { setEdgePauses } from './plan/pauses.ts';
import type { ProsodyState } from './prosody/model.ts';
import { Random } from './random.ts';
import type { Stages } from './reading.ts';
import { normalizeText, sentences } from './text/index.ts';
import type { FrameBlock } from './types.ts';
import { stopIfCancelled } from './voice/clone/cancel.ts';
import type { Rehearsal, RehearsedChunk } from './voice/clone/rehearsal.ts';
import { resolveVoice } from './voice/resolve.ts';

/** As many frames at a time as a window may hold without a pause that others would notice. */
const WINDOWS = { first: 200, rest: 200 };
/** As any request is read, but never cut short. */
const SAMPLING = { ...SPEECH_DEFAULTS, maxNewTokens: LIMITS.tts.maxNewTokens.max };

/**
 * What the engine itself would make of a transcript, as frames that are not sounded yet: the analysis of recordings
 * compares them. The same card, text and seed give the same frames. Null where no phonemizer reads the language, or
 * nothing in the text can be said.
 */
export async function rehearse(
  stages: Stages,
  card: VoiceCard,
  text: string,
  seed: number,
  signal: AbortSignal = new AbortController().signal,
): Promise<Rehearsal | null> {
  const voice = resolveVoice(stages.pack, { card });
  const random = new Random(seed);
  const chunks: RehearsedChunk[] = [];
  let language = '';
  let state: ProsodyState | null = null;
  let before: ChunkEnd | null = null;
  const parts = [...planChunks(text, SPEECH_DEFAULTS, sentences)];
  for (const [i, part] of parts.entries()) {
    const written = normalizeText(text, { language: null, from: part.from, to: part.to, normalize: true });
    if (!stages.phonemizer.supports(written.language)) return null;
    const sequence = await stages.phonemizer.phonemize(written, written.language);
    if (sequence.words.length === 0) continue;
    language ||= written.language;
    const sampling = { ...SAMPLING, random: random.derive('rehearsal', i) };
    stopIfCancelled(signal);
    const planned = await stages.prosody.plan(sequence, voice, sampling, state, signal);
    state = planned.state;
    const last = i === parts.length - 1;
    const plan = setEdgePauses(planned.plan, { before, end: part.end, last, speed: card.rate });
    const blocks: FrameBlock[] = [];
    for await (const block of stages.acoustic.render(plan, voice, WINDOWS, signal)) blocks.push(block);
    // Blocks that were cut short are none.
    stopIfCancelled(signal);
    chunks.push({ plan, blocks });
    before = part.end;
  }
  return chunks.length === 0 ? null : { language, chunks };
}
