import { ENVELOPE_BINS } from '../contract/voice-card.ts';
import type { FrameBlock, Manner, ProsodyPlan } from '../types.ts';
import { BANDS, FRAMES_PER_SECOND } from '../vocoder/grid.ts';
import type { Delivery } from './delivery.ts';
import type { StyleTracks } from './tracks.ts';

/** What is put into a plan's frames: frames of its own, before frame `at` of the plan as it is rendered. */
export interface Insertion {
  readonly at: number;
  readonly frames: number;
  readonly blocks: () => Iterable<FrameBlock>;
  /** Frames of the plan as it is rendered, [from, to), that are silent: what the model renders of a pause is faint noise. */
  readonly silent: readonly [from: number, to: number];
}

export interface Staged {
  /** The plan that the acoustic model renders: pauses of the length that it knows. */
  readonly rendered: ProsodyPlan;
  /** The plan as it is heard: with all pauses and sounds. */
  readonly heard: ProsodyPlan;
  readonly insertions: readonly Insertion[];
}

/** Frames of a made sound. */
export type SoundMaker = (
  item: Extract<Delivery['gaps'][number]['items'][number], { kind: 'effect' }>,
) => FrameBlock | null;

/** Around a sound the voice rests for so many frames at least. */
const REST = 10;
/** Natural log of the power density of silence: below everything that 16 bits can hold. */
const SILENCE = -30;
const LONGEST_BLOCK = 50;

/**
 * Puts the gaps of a delivery into its plan. A pause that is asked for takes exactly its time, from the end of one word
 * to the beginning of the next; `spare`: frames of it that lie in the chunk before (first) or behind (last).
 */
export function stage(
  plan: ProsodyPlan,
  { gaps }: Delivery,
  sounds: SoundMaker,
  spare: { readonly first: number; readonly last: number },
): Staged {
  if (gaps.length === 0) return { rendered: plan, heard: plan, insertions: [] };
  const rendered = plan.durations.slice();
  const heard = plan.durations.slice();
  const inserted = new Map<number, { frames: number; blocks: FrameBlock[][]; exact: boolean }>();
  for (const { phone, items } of gaps) {
    const pauses = items.reduce((sum, item) => sum + (item.kind === 'pause' ? item.seconds : 0), 0);
    const made = items.map((item) => (item.kind === 'effect' ? sounds(item) : null));
    const hasSound = made.some((block) => block !== null);
    const elsewhere = phone === rendered.length - 1 ? spare.last : phone === 0 ? spare.first : 0;
    const exact = Math.max(1, Math.round(pauses * FRAMES_PER_SECOND) - elsewhere);
    const kept = hasSound ? Math.max(rendered[phone]!, REST) : Math.min(rendered[phone]!, exact);
    rendered[phone] = kept;
    const blocks = items.map((item, i) => {
      const block = made[i];
      if (block) return [block];
      const frames = hasSound && item.kind === 'pause' ? Math.round(item.seconds * FRAMES_PER_SECOND) : 0;
      return silence(frames);
    });
    if (!hasSound) blocks.push(silence(exact - kept));
    const frames = blocks.flat().reduce((sum, block) => sum + block.frames, 0);
    heard[phone] = kept + frames;
    inserted.set(phone, { frames, blocks, exact: !hasSound });
  }
  const insertions: Insertion[] = [];
  let at = 0;
  rendered.forEach((frames, phone) => {
    const found = inserted.get(phone);
    if (found) {
      // The words beside it fade in 10 ms, so that the silence is as long as the pause.
      const silent = [found.exact ? at : at + frames, at + frames] as const;
      const blocks = (): FrameBlock[] => found.blocks.flat();
      insertions.push({ at: at + (frames >> 1), frames: found.frames, blocks, silent });
    }
    at += frames;
  });
  return { rendered: { ...plan, durations: rendered }, heard: { ...plan, durations: heard }, insertions };
}

/** So many frames in which nothing sounds, in blocks. */
export function silence(frames: number): FrameBlock[] {
  const blocks: FrameBlock[] = [];
  for (let left = frames; left > 0; left -= LONGEST_BLOCK) {
    const count = Math.min(left, LONGEST_BLOCK);
    blocks.push({
      frames: count,
      f0: new Float32Array(count),
      envelope: new Float32Array(count * ENVELOPE_BINS).fill(SILENCE),
      aperiodicity: new Float32Array(count * BANDS).fill(1),
    });
  }
  return blocks;
}

/**
 * The rendered frames with pitch bent, manners set and insertions put in. What comes out does not depend on how the
 * frames were divided into blocks. `base` is the voice's mean log F0.
 */
export async function* perform(
  blocks: AsyncIterable<FrameBlock> | Iterable<FrameBlock>,
  tracks: StyleTracks | null,
  insertions: readonly Insertion[],
  base: number,
): AsyncGenerator<FrameBlock, void, void> {
  let at = 0;
  let next = 0;
  for await (const block of blocks) {
    const bent = silenced(tracks ? { ...block, f0: tracks.bendPitch(block, at, base) } : block, at, insertions);
    let from = 0;
    while (from < block.frames) {
      for (; insertions[next]?.at === at + from; next++) yield* insertions[next]!.blocks();
      const limit = Math.min(block.frames, (insertions[next]?.at ?? Infinity) - at);
      const manner = tracks?.manner(at + from) ?? null;
      let to = from + 1;
      while (to < limit && same(manner, tracks?.manner(at + to) ?? null)) to++;
      yield cut(bent, from, to, manner);
      from = to;
    }
    at += block.frames;
  }
  for (; next < insertions.length; next++) yield* insertions[next]!.blocks();
}

/** The block, whose first frame is `start` of the plan, with nothing in the frames that are silent. */
function silenced(block: FrameBlock, start: number, insertions: readonly Insertion[]): FrameBlock {
  const overlaps = insertions
    .map(({ silent: [from, to] }) => [Math.max(from - start, 0), Math.min(to - start, block.frames)] as const)
    .filter(([from, to]) => to > from);
  if (overlaps.length === 0) return block;
  const { f0, envelope, aperiodicity } = block;
  const result = { ...block, f0: f0.slice(), envelope: envelope.slice(), aperiodicity: aperiodicity.slice() };
  for (const [from, to] of overlaps) {
    result.f0.fill(0, from, to);
    result.envelope.fill(SILENCE, from * ENVELOPE_BINS, to * ENVELOPE_BINS);
    result.aperiodicity.fill(1, from * BANDS, to * BANDS);
  }
  return result;
}

function same(a: Manner | null, b: Manner | null): boolean {
  if (a === null || b === null) return a === b;
  const voice = a.energy === b.energy && a.breathiness === b.breathiness && a.tilt === b.tilt;
  return voice && a.roughness === b.roughness && a.tract === b.tract;
}

function cut(block: FrameBlock, from: number, to: number, manner: Manner | null): FrameBlock {
  return {
    frames: to - from,
    f0: block.f0.subarray(from, to),
    envelope: block.envelope.subarray(from * ENVELOPE_BINS, to * ENVELOPE_BINS),
    aperiodicity: block.aperiodicity.subarray(from * BANDS, to * BANDS),
    ...(block.offset ? { offset: block.offset.subarray(from * ENVELOPE_BINS, to * ENVELOPE_BINS) } : {}),
    ...(manner ? { manner } : {}),
  };
}

/** The pauses at a chunk's ends cut down to a frame where a pause of exact length stands on the other side. */
export function closeEdges(plan: ProsodyPlan, first: boolean, last: boolean): ProsodyPlan {
  if (!first && !last) return plan;
  const durations = plan.durations.slice();
  if (first) durations[0] = 1;
  if (last) durations[durations.length - 1] = 1;
  return { ...plan, durations };
}
