import type { AcousticModel } from '../../acoustic/model.ts';
import { ENVELOPE_BINS } from '../../contract/voice-card.ts';
import type { FrameBlock, Phone, ProsodyPlan } from '../../types.ts';
import type { ResolvedVoice } from '../../voice/resolve.ts';

/** Open vowel, neutral vowel, front vowel, nasal, aspiration: the shapes of the tract that sounds are made with. */
const PHONES = { a: 'ɑ', e: 'ə', i: 'ɪ', m: 'm', h: 'h' } as const;
export type Timbre = keyof typeof PHONES;
/** Natural log power density on the mel grid, as the voice has it in the middle of that phone. */
export type Timbres = Readonly<Record<Timbre, Float32Array>>;

const ORDER: readonly Timbre[] = ['h', 'a', 'm', 'i', 'h', 'e'];
const FRAMES = 14;
const known = new WeakMap<ResolvedVoice, Promise<Timbres>>();

/** The voice's own tract, as its acoustic model renders it: sounds come from the same throat as the words. */
export function timbresOf(acoustic: AcousticModel, voice: ResolvedVoice): Promise<Timbres> {
  const found = known.get(voice) ?? render(acoustic, voice);
  known.set(voice, found);
  return found;
}

async function render(acoustic: AcousticModel, voice: ResolvedVoice): Promise<Timbres> {
  const plan = planOf(['_', ...ORDER.map((timbre) => PHONES[timbre]), '_']);
  const frames = FRAMES * plan.durations.length;
  const blocks: FrameBlock[] = [];
  const never = new AbortController().signal;
  for await (const block of acoustic.render(plan, voice, { first: frames, rest: frames }, never)) blocks.push(block);
  const { envelope } = blocks[0]!;
  const middle = (phone: number): Float32Array => {
    const at = phone * FRAMES + FRAMES / 2 - 2;
    return Float32Array.from({ length: ENVELOPE_BINS }, (_, k) => {
      let sum = 0;
      for (let i = 0; i < 4; i++) sum += envelope[(at + i) * ENVELOPE_BINS + k]!;
      return sum / 4;
    });
  };
  return Object.fromEntries(ORDER.map((timbre, i) => [timbre, middle(i + 1)])) as Record<Timbre, Float32Array>;
}

function planOf(symbols: readonly string[]): ProsodyPlan {
  const phones = symbols.map((ipa): Phone => {
    const pause = ipa === '_';
    return {
      ipa,
      stress: pause ? 0 : 1,
      tone: 0,
      word: pause ? -1 : 0,
      wordStart: false,
      syllableStart: !pause,
      breakAfter: 0,
    };
  });
  return {
    sequence: { language: 'en-US', words: [{ text: '', mark: '', from: 0, to: 0 }], phones },
    durations: new Int32Array(symbols.length).fill(FRAMES),
    f0: new Float32Array(symbols.length * 3),
    energy: new Float32Array(symbols.length),
  };
}
