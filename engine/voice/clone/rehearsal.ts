import type { VoiceCard } from '../../contract/voice-card.ts';
import type { PhoneLookup } from '../../packs/phones.ts';
import type { FrameBlock, ProsodyPlan } from '../../types.ts';
import { Vocoder } from '../../vocoder/vocoder.ts';
import { ClassOffsets } from '../class-offsets.ts';
import { vocoderControls } from '../controls.ts';
import { stopIfCancelled } from './cancel.ts';

export interface RehearsedChunk {
  readonly plan: ProsodyPlan;
  readonly blocks: readonly FrameBlock[];
}

/** The engine's own reading of a transcript, before the vocoder. */
export interface Rehearsal {
  /** BCP 47. */
  readonly language: string;
  readonly chunks: readonly RehearsedChunk[];
}

/** Phone class of each frame. */
export function classesOf({ chunks }: Rehearsal, phones: PhoneLookup): Uint8Array {
  const parts = chunks.map(({ plan }) => {
    const classes = phones.classes(plan.sequence.phones);
    return Array.from(plan.durations).flatMap((frames, i) => new Array<number>(frames).fill(classes[i]!));
  });
  return Uint8Array.from(parts.flat());
}

/** F0 of each frame, Hz; 0 unvoiced. */
export function pitchOf({ chunks }: Rehearsal): Float32Array {
  return Float32Array.from(chunks.flatMap(({ blocks }) => blocks.flatMap(({ f0 }) => Array.from(f0))));
}

/** Frames of phones that are not pauses, and number of those phones. */
export function lengthOf({ chunks }: Rehearsal): { readonly frames: number; readonly phones: number } {
  let frames = 0;
  let count = 0;
  for (const { plan } of chunks) {
    plan.sequence.phones.forEach((phone, i) => {
      if (phone.word < 0) return;
      frames += plan.durations[i]!;
      count++;
    });
  }
  return { frames, phones: count };
}

/**
 * Sounds a rehearsal with a card's controls: samples at 24 kHz, 240 a frame. The card's pitch is not applied again; `pitch`
 * maps the frames' F0, where it is given.
 */
export async function soundRehearsal(
  { chunks }: Rehearsal,
  card: VoiceCard,
  phones: PhoneLookup,
  pitch?: (hz: number) => number,
  signal?: AbortSignal,
): Promise<Float32Array> {
  const vocoder = await Vocoder.create(1, vocoderControls(card));
  const parts: Float32Array[] = [];
  for (const { plan, blocks } of chunks) {
    const offsets = ClassOffsets.of(card, plan, phones);
    for (const block of blocks) {
      const moved = pitch ? { ...block, f0: block.f0.map((hz) => (hz > 0 ? pitch(hz) : 0)) } : block;
      parts.push(vocoder.push(offsets ? offsets.apply(moved) : moved));
      await breathe(signal);
    }
  }
  parts.push(vocoder.flush());
  const out = new Float32Array(parts.reduce((n, part) => n + part.length, 0));
  parts.reduce((at, part) => (out.set(part, at), at + part.length), 0);
  return out;
}

/** Lets the process's other work in. @throws DramatisError cancelled when nobody waits for the analysis any more */
export async function breathe(signal?: AbortSignal): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  stopIfCancelled(signal);
}
