import { describe, expect, it } from 'vitest';
import type { SpeechRequest } from '../../../engine/contract/speech.ts';
import { cardOf, level, requestFor, samplesOf, speak, starter } from './speech.ts';

const SHORT = 'The bridge still stands, though one of the arches is wonky.';
const LONG = `${SHORT} Stupidity got us into this mess, so why can it not get us out? `.repeat(2);

describe('pipeline', () => {
  it('speaks: chunk, audio, end, with as much sound as the chunks say', async () => {
    const { events, bytes, chunks, stats } = await speak({ text: SHORT });
    expect(events[0]?.type).toBe('chunk');
    expect(events.at(-1)?.type).toBe('end');
    expect(chunks).toHaveLength(1);
    expect(stats!.audioSeconds).toBeCloseTo(chunks[0]!.durationSeconds, 6);
    expect(bytes.length / 2 / 24000).toBeCloseTo(stats!.audioSeconds, 6);
    expect(stats!.audioSeconds).toBeGreaterThan(2);
    expect(stats!.audioSeconds).toBeLessThan(7);
    const loud = level(samplesOf(bytes));
    expect(loud).toBeGreaterThan(-32);
    expect(loud).toBeLessThan(-12);
    expect(stats!.phones).toBeGreaterThan(30);
    expect(stats!.firstAudioMs).toBeGreaterThan(0);
    expect(stats!.computeSeconds).toBeGreaterThan(0);
  });

  it('says where each word is, in the audio and in the text', async () => {
    const { chunks, bytes } = await speak({ text: `  ${LONG}` });
    expect(chunks.length).toBeGreaterThan(1);
    let [time, place] = [0, 0];
    for (const [i, chunk] of chunks.entries()) {
      expect(chunk.index).toBe(i);
      expect(chunk.offsetSeconds).toBeCloseTo(time, 9);
      time += chunk.durationSeconds;
      let end = chunk.offsetSeconds;
      for (const word of chunk.words) {
        expect(word.start).toBeGreaterThanOrEqual(end);
        expect(word.end).toBeGreaterThan(word.start);
        end = word.end;
        expect(word.from).toBeGreaterThanOrEqual(place);
        place = word.to;
        expect(`  ${LONG}`.slice(word.from, word.to).toLowerCase()).toBe(word.text.toLowerCase());
      }
      expect(end).toBeLessThan(time);
    }
    expect(time).toBeCloseTo(bytes.length / 48000, 6);
    // The words are where the sound is: it is far louder in them than in the pauses between the chunks.
    const samples = samplesOf(bytes);
    const words = chunks.flatMap((chunk) => chunk.words);
    const within = level(
      Float32Array.from(words.flatMap((w) => [...samples.subarray(w.start * 24000, w.end * 24000)])),
    );
    const gaps = chunks
      .slice(1)
      .map((chunk, i) => [chunks[i]!.words.at(-1)!.end + 0.12, chunk.words[0]!.start] as const);
    const between = level(Float32Array.from(gaps.flatMap(([a, b]) => [...samples.subarray(a * 24000, b * 24000)])));
    expect(within - between).toBeGreaterThan(20);
  });

  it('repeats itself byte by byte for a seed, and takes another way for another', async () => {
    const [a, b, c] = [await speak({ text: LONG }), await speak({ text: LONG }), await speak({ text: LONG, seed: 12 })];
    expect(a.bytes.equals(b.bytes)).toBe(true);
    expect(a.bytes.equals(c.bytes)).toBe(false);
    expect(a.chunks).not.toEqual(c.chunks);
  });

  it('gives requests that take turns what they get alone', async () => {
    const texts = [SHORT, 'Good morning, everyone.', LONG];
    const alone: Buffer[] = [];
    for (const text of texts) alone.push((await speak({ text })).bytes);
    const together = await Promise.all(texts.map((text) => speak({ text })));
    together.forEach(({ bytes }, i) => expect(bytes.equals(alone[i]!)).toBe(true));
  });

  it('sends the same sound in small windows and in large ones', async () => {
    // One chunk only: where the first chunk ends depends on the latency.
    const text = 'Good morning, everyone.';
    const [low, normal] = [await speak({ text, latency: 'low' }), await speak({ text, latency: 'normal' })];
    const [a, b] = [samplesOf(low.bytes), samplesOf(normal.bytes)];
    expect(a.length).toBe(b.length);
    expect(Math.max(...a.map((x, i) => Math.abs(x - b[i]!)))).toBeLessThan(2e-3);
    expect(low.events.filter((e) => e.type === 'audio').length).toBeGreaterThan(
      normal.events.filter((e) => e.type === 'audio').length,
    );
  });

  it('gives the first sound before it looks at the rest of a long text', async () => {
    const pipeline = await starter();
    let chunks = 0;
    for await (const event of pipeline.speak(
      requestFor(pipeline, { text: LONG.repeat(50) }),
      new AbortController().signal,
    )) {
      if (event.type === 'chunk') chunks++;
      if (event.type === 'audio') break;
    }
    expect(chunks).toBe(1);
  });

  it('ends without an end when it is aborted', async () => {
    const controller = new AbortController();
    const pipeline = await starter();
    let after = 0;
    for await (const event of pipeline.speak(requestFor(pipeline, { text: LONG }), controller.signal)) {
      if (controller.signal.aborted) after++;
      if (event.type === 'audio') controller.abort();
      expect(event.type).not.toBe('end');
    }
    expect(after).toBe(0);
    expect((await speak({ text: SHORT }, AbortSignal.abort())).events).toEqual([]);
  });

  it('speaks faster or slower by the duration of its phones, louder or quieter by dB', async () => {
    const plain = await speak({ text: SHORT });
    for (const speed of [0.5, 2]) {
      const { stats } = await speak({ text: SHORT, speed });
      expect(stats!.audioSeconds / (plain.stats!.audioSeconds / speed)).toBeCloseTo(1, 0.9);
    }
    const quiet = await speak({ text: SHORT, volume: -12 });
    expect(level(samplesOf(quiet.bytes)) - level(samplesOf(plain.bytes))).toBeCloseTo(-12, 1);
    const loud = samplesOf((await speak({ text: SHORT, volume: 20 })).bytes);
    expect(Math.max(...loud.map(Math.abs))).toBeLessThan(0.95);
  });

  it('brings speech to -18 LUFS where the model does that, and only there', async () => {
    const { profile } = requestFor(await starter(), { text: SHORT });
    const loud = { ...profile, loudness: true };
    const levels = [];
    for (const energy of [-10, 6]) {
      const voices = [{ card: cardOf(await starter(), { energy }) }];
      levels.push(level(samplesOf((await speak({ text: LONG, voices, profile: loud })).bytes)));
    }
    expect(Math.abs(levels[0]! - levels[1]!)).toBeLessThan(1.5);
    const plain = await speak({ text: SHORT, normalizeLoudness: false });
    expect((await speak({ text: SHORT, profile: loud, normalizeLoudness: false })).bytes.equals(plain.bytes)).toBe(
      true,
    );
    expect((await speak({ text: SHORT })).bytes.equals(plain.bytes)).toBe(true);
  });

  it('takes turns between speakers, each with a voice of its own', async () => {
    const pipeline = await starter();
    const voices = [{ card: cardOf(pipeline) }, { card: cardOf(pipeline, { pitch: { semitones: -8 } }) }];
    const text = '<|speaker:0|>Where did you put it? <|speaker:1|>It is in the kitchen. <|speaker:0|>Thank you.';
    const { chunks } = await speak({ text, voices });
    expect(chunks.map((chunk) => chunk.speaker)).toEqual([0, 1, 0]);
    const swapped = await speak({
      text: text
        .replaceAll('speaker:0', 'speaker:9')
        .replaceAll('speaker:1', 'speaker:0')
        .replaceAll('speaker:9', 'speaker:1'),
      voices,
    });
    expect(swapped.chunks.map((chunk) => chunk.speaker)).toEqual([1, 0, 1]);
    expect(swapped.bytes.equals((await speak({ text, voices })).bytes)).toBe(false);
  });

  it.each<[string, Partial<SpeechRequest> & { text: string }, string]>([
    ['a speaker without a voice', { text: 'Hi. <|speaker:3|>Hello.' }, 'speaker_out_of_range'],
    ['a text without words', { text: '<|speaker:0|> — … !!' }, 'nothing_to_say'],
    ['a language that nothing reads', { text: 'Hi.', language: 'tlh' }, 'unsupported_by_model'],
  ])('refuses %s', async (_, change, reason) => {
    await expect(speak(change)).rejects.toMatchObject({ name: 'DramatisError', reason });
  });

  it('refuses a second speaker on a model with one', async () => {
    const { profile } = requestFor(await starter(), { text: SHORT });
    const s1 = { ...profile, name: 's1', multiSpeaker: false };
    await expect(speak({ text: '<|speaker:1|>Hi.', profile: s1 })).rejects.toMatchObject({
      reason: 'unsupported_by_model',
    });
  });

  it('ends a chunk cleanly at max_new_tokens, and says so', async () => {
    const { chunks, notices, bytes } = await speak({ text: SHORT, maxNewTokens: 12 });
    expect(notices.map((notice) => notice.code)).toEqual(['max_new_tokens']);
    expect(chunks[0]!.words.map((word) => word.text.toLowerCase())).toEqual(['the', 'bridge', 'still']);
    const samples = samplesOf(bytes);
    expect(Math.max(...samples.subarray(-120).map(Math.abs))).toBeLessThan(0.01);
  });

  it('is the same voice with and without the chunk before, but not the same reading', async () => {
    const [joined, apart] = [
      await speak({ text: LONG }),
      await speak({ text: LONG, conditionOnPreviousChunks: false }),
    ];
    expect(joined.chunks[0]).toEqual(apart.chunks[0]);
    expect(joined.chunks.at(-1)).not.toEqual(apart.chunks.at(-1));
  });

  it('makes several candidates under the quality guard, as many as early_stop_threshold asks for', async () => {
    const text = 'The bridge still stands.';
    const wild = { text, temperature: 1, topP: 1 };
    const guard = { ...wild, features: ['quality-guard'] };
    const first = await speak({ ...guard, earlyStopThreshold: 0 });
    expect(first.bytes.equals((await speak(wild)).bytes)).toBe(true);
    const kept = [];
    for (const seed of [1, 2, 3])
      kept.push((await speak({ ...wild, seed })).bytes.equals((await speak({ ...guard, seed })).bytes));
    expect(kept).toContain(false);
  });

  it("reads a word as the request's lexicon says", async () => {
    const lexicon = [{ word: 'bridge', alphabet: 'ipa', pronunciation: 'ˈɑːmɑˌlɑːmɑ' }] as const;
    const [plain, own] = [await speak({ text: SHORT }), await speak({ text: SHORT, lexicon })];
    expect(own.stats!.phones).toBeGreaterThan(plain.stats!.phones + 2);
  });

  it('tells of a feature that it does not know', async () => {
    const { notices } = await speak({ text: SHORT, features: ['time-travel'] });
    expect(notices).toMatchObject([{ code: 'unknown_feature' }]);
    expect(notices[0]!.message).toContain('time-travel');
  });

  it('samples as it is told: temperature 0 reads the same whatever the seed', async () => {
    const [a, b] = [
      await speak({ text: SHORT, temperature: 0 }),
      await speak({ text: SHORT, temperature: 0, seed: 99 }),
    ];
    expect(a.chunks).toEqual(b.chunks);
    const [c, d] = [
      await speak({ text: SHORT, temperature: 1, topP: 1 }),
      await speak({ text: SHORT, temperature: 1, topP: 1, seed: 99 }),
    ];
    expect(c.chunks).not.toEqual(d.chunks);
  });
});
