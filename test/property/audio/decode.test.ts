import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { decodeReference } from '../../../engine/audio/decode/decode.ts';
import { readCardChunk, writeCardChunk } from '../../../engine/audio/wav/card.ts';
import { concatBytes } from '../../../engine/audio/samples.ts';
import { DramatisError } from '../../../engine/contract/errors.ts';
import { VoiceCard } from '../../../engine/contract/voice-card.ts';
import { ffmpegEncode, speech } from '../../unit/audio/tools.ts';

// A busy machine takes long over thousands of decodings; hanging is what the limit is there to find.
vi.setConfig({ testTimeout: 180_000 });
/** The decoders report on the console what they refuse; here that is thousands of lines. */
vi.spyOn(console, 'error').mockImplementation(() => undefined);

const LIMITS = { minSeconds: 0, maxSeconds: 10, maxBytes: 1_000_000 };
const RUNS = { numRuns: 60, seed: 20_260_101 };
const spoken = speech().subarray(0, 24000 * 1.2);
const card = VoiceCard.parse({ speaker: { mix: { ada: 1 } } });
const FILES: Record<string, Uint8Array> = {
  wav: writeCardChunk(ffmpegEncode(spoken, 24000, 'wav'), card),
  flac: ffmpegEncode(spoken, 24000, 'flac'),
  mp3: ffmpegEncode(spoken, 24000, 'mp3', ['-b:a', '48k']),
  ogg: ffmpegEncode(spoken, 24000, 'ogg', ['-c:a', 'libopus']),
};
const HEADS = [[], ...Object.values(FILES).flatMap((f) => [[...f.subarray(0, 12)], [...f.subarray(0, 100)]])];

/** Decodes, or refuses with the one error; whatever comes out is finite and within the limits. */
async function decodesOrRefuses(bytes: Uint8Array): Promise<boolean> {
  try {
    const { samples, sampleRate } = await decodeReference(bytes, LIMITS);
    expect(samples.length).toBeGreaterThan(0);
    expect(samples.length).toBeLessThanOrEqual(sampleRate * LIMITS.maxSeconds);
    expect(samples.every(Number.isFinite)).toBe(true);
    return true;
  } catch (error) {
    if (!(error instanceof DramatisError)) throw error;
    expect(error.reason).toBe('invalid_reference_audio');
    return false;
  }
}

describe('decodeReference', () => {
  it('survives any bytes, with and without a head that looks right', async () => {
    const bytes = fc.uint8Array({ minLength: 0, maxLength: 5000, size: 'max' });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...HEADS), bytes, async (head, tail) => {
        await decodesOrRefuses(concatBytes([Uint8Array.from(head), tail]));
      }),
      { ...RUNS, numRuns: 200 },
    );
  });

  it.each(Object.keys(FILES))('survives %s with bytes changed, moved and cut', async (kind) => {
    const file = FILES[kind]!;
    const at = fc.nat({ max: file.length - 1 });
    const edits = fc.array(fc.tuple(fc.oneof(fc.nat({ max: 200 }), at), fc.integer({ min: 0, max: 255 })), {
      maxLength: 12,
    });
    const move = fc.option(fc.tuple(at, at, fc.nat({ max: 2000 })));
    await fc.assert(
      fc.asyncProperty(edits, move, fc.option(at), async (changes, moved, cut) => {
        const bytes = file.slice();
        for (const [where, value] of changes) bytes[where] = value;
        if (moved) bytes.copyWithin(moved[0], moved[1], moved[1] + moved[2]);
        await decodesOrRefuses(cut === null ? bytes : bytes.subarray(0, cut));
      }),
      RUNS,
    );
  });

  it.each(['wav', 'flac', 'ogg'])('refuses %s cut anywhere', async (kind) => {
    const file = FILES[kind]!;
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: file.length - 2 }), async (cut) => {
        expect(await decodesOrRefuses(file.subarray(0, cut))).toBe(false);
      }),
      RUNS,
    );
  });
});

describe('readCardChunk', () => {
  it('gives a valid card, null or the one error for any damage', () => {
    const head = FILES['wav']!.subarray(0, 1000);
    const edits = fc.array(fc.tuple(fc.nat({ max: 999 }), fc.integer({ min: 0, max: 255 })), { maxLength: 6 });
    fc.assert(
      fc.property(edits, fc.nat({ max: 1000 }), (changes, cut) => {
        const bytes = head.slice();
        for (const [where, value] of changes) bytes[where] = value;
        try {
          const read = readCardChunk(bytes.subarray(0, cut));
          if (read) expect(VoiceCard.parse(read)).toEqual(read);
        } catch (error) {
          expect(error).toBeInstanceOf(DramatisError);
        }
      }),
      { ...RUNS, numRuns: 500 },
    );
  });
});
