import { ENVELOPE_BINS, type VoiceCard } from '../contract/voice-card.ts';
import type { PhoneLookup } from '../packs/phones.ts';
import type { FrameBlock, ProsodyPlan } from '../types.ts';

/** Weights over the frames around one (20 ms each way), so that a voice's colour does not jump between phones. */
const SMOOTHING = [0.067, 0.25, 0.366, 0.25, 0.067];

/**
 * A card's offsets by phone class (clones), laid out over the frames of one plan. `apply` takes the plan's blocks in
 * order and adds to each the dB per mel bin that its frames get; the result does not depend on the blocks.
 */
export class ClassOffsets {
  private readonly classOfFrame: Uint8Array;
  private position = 0;

  private constructor(
    private readonly offsets: NonNullable<VoiceCard['classOffsets']>,
    plan: ProsodyPlan,
    phones: PhoneLookup,
  ) {
    const classes = phones.classes(plan.sequence.phones);
    this.classOfFrame = new Uint8Array(plan.durations.reduce((sum, frames) => sum + frames, 0));
    let at = 0;
    plan.durations.forEach((frames, i) => {
      this.classOfFrame.fill(classes[i]!, at, at + frames);
      at += frames;
    });
  }

  /** Null where the card has none. */
  static of(card: VoiceCard, plan: ProsodyPlan, phones: PhoneLookup): ClassOffsets | null {
    return card.classOffsets ? new ClassOffsets(card.classOffsets, plan, phones) : null;
  }

  apply(block: FrameBlock): FrameBlock {
    const offset = new Float32Array(block.frames * ENVELOPE_BINS);
    const last = this.classOfFrame.length - 1;
    for (let i = 0; i < block.frames; i++) {
      for (let j = 0; j < SMOOTHING.length; j++) {
        const frame = Math.min(Math.max(this.position + i + j - 2, 0), last);
        const row = this.offsets[this.classOfFrame[frame]!]!;
        for (let k = 0; k < ENVELOPE_BINS; k++) offset[i * ENVELOPE_BINS + k]! += SMOOTHING[j]! * row[k]!;
      }
    }
    this.position += block.frames;
    return { ...block, offset };
  }
}
