import type { SpeechEvent, SpeechRequest } from './contract/speech.ts';
import { planFrames, wordTimes } from './plan/word-times.ts';
import type { Random } from './random.ts';
import { othersTurn, type Reading, type Stages } from './reading.ts';
import type { Manner } from './types.ts';
import { FRAMES_PER_SECOND } from './vocoder/grid.ts';
import { Vocoder } from './vocoder/vocoder.ts';
import { ClassOffsets } from './voice/class-offsets.ts';
import { mannered, vocoderControls } from './voice/controls.ts';

type Notice = Extract<SpeechEvent, { type: 'notice' }>;
type Chunk = Extract<SpeechEvent, { type: 'chunk' }>;

/** A stretch of samples at the pack's rate. */
export interface Sound {
  readonly type: 'sound';
  readonly samples: Float32Array;
}

/**
 * Readings to samples, window by window; each reading is told of before it sounds. The vocoder goes on over the joins of
 * one speaker's chunks (same glottal cycle, same noise: no seam) unless the request asks for chunks that stand alone.
 */
export async function* sound(
  readings: AsyncIterable<Reading | Notice>,
  stages: Stages,
  request: SpeechRequest,
  random: Random,
  signal: AbortSignal,
): AsyncGenerator<Sound | Chunk | Notice, void, undefined> {
  let vocoder: Vocoder | null = null;
  let manner: Manner | undefined;
  let speaker = -1;
  let frames = 0;
  let index = 0;
  for await (const reading of readings) {
    if (reading.type === 'notice') {
      yield reading;
      continue;
    }
    const { chunk, voice, plan } = reading;
    yield chunkEvent(reading, index++, frames);
    frames += planFrames(plan);
    if (!vocoder || chunk.speaker !== speaker || !request.conditionOnPreviousChunks) {
      if (vocoder) yield { type: 'sound', samples: vocoder.flush() };
      const seed = random.derive('vocoder', chunk.index).int32();
      vocoder = await Vocoder.create(seed, vocoderControls(voice.card));
      manner = undefined;
      speaker = chunk.speaker;
    }
    const offsets = ClassOffsets.of(voice.card, plan, stages.phones);
    for await (const block of reading.frames) {
      if (block.manner !== manner) {
        manner = block.manner;
        vocoder.setControls(mannered(vocoderControls(voice.card), manner));
      }
      yield { type: 'sound', samples: vocoder.push(offsets ? offsets.apply(block) : block) };
      await othersTurn();
      if (signal.aborted) return;
    }
  }
  if (vocoder) yield { type: 'sound', samples: vocoder.flush() };
}

function chunkEvent({ chunk, plan }: Reading, index: number, startFrame: number): Chunk {
  return {
    type: 'chunk',
    index,
    speaker: chunk.speaker,
    text: chunk.text,
    offsetSeconds: startFrame / FRAMES_PER_SECOND,
    durationSeconds: planFrames(plan) / FRAMES_PER_SECOND,
    words: wordTimes(plan, startFrame, FRAMES_PER_SECOND),
  };
}
