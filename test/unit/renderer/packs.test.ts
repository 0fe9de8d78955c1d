import { beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../engine/contract/limits.ts';
import type { SceneSpeaker } from '../../../engine/contract/scene.ts';
import { type HouseVoice, VoiceCard } from '../../../engine/contract/voice-card.ts';
import type { Pack } from '../../../renderer/api/packs.ts';
import { partsOf, unmeasuredOf, workOf } from '../../../renderer/packs/estimate.ts';
import { packFiles } from '../../../renderer/packs/gather.ts';
import { noteTold, requestKey, told } from '../../../renderer/packs/told.ts';
import { abilityWords, durationText, languagesText, sizeText, speedText } from '../../../renderer/packs/words.ts';
import { parseScript, speakerKey } from '../../../renderer/script/parse.ts';
import type { Cue } from '../../../renderer/script/identity.ts';
import { basisOf, newSpeaker, takeKey } from '../../../renderer/store/lines.ts';
import { settings } from '../../../renderer/store/settings.ts';
import { say } from '../../../renderer/ui/strings.ts';
import type { Say } from '../../../renderer/ui/use.ts';

const t: Say = (key, values) => say('en', key, values);
const file = new File([], 'x');

describe('files of a pack', () => {
  it('are told without the folders that all are in, and without what no pack has', () => {
    const names = (list: readonly string[]): string[] =>
      packFiles(list.map((name) => ({ name, file }))).map(({ name }) => name);
    expect(names(['kokoro/model.onnx', 'kokoro/voices/af.bin', 'kokoro/photo.jpg'])).toEqual([
      'model.onnx',
      'voices/af.bin',
    ]);
    expect(names(['a/b/x.onnx', 'a/b/x.onnx.json', 'a/b/.git/y.json'])).toEqual(['x.onnx', 'x.onnx.json']);
    expect(names(['one.zip'])).toEqual(['one.zip']);
    expect(names(['photo.jpg'])).toEqual([]);
    const side = ['v/x.onnx_data', 'v/bos.npy', 'v/alba.safetensors', 'v/tokenizer.model'];
    expect(names(side)).toEqual(side.map((name) => name.slice(2)));
  });

  it('are one more than may be where they are more, so that the server refuses them', () => {
    const many = Array.from({ length: 600 }, (_, i) => ({ name: `${i}.wav`, file }));
    expect(packFiles(many)).toHaveLength(LIMITS.packs.files + 1);
  });
});

describe('the time a scene takes', () => {
  const voice = (id: string, pack: string): HouseVoice => ({
    id,
    name: id,
    description: '',
    sex: 'neutral',
    age: 'adult',
    tags: [],
    card: VoiceCard.parse({ pack, speaker: { mix: { a: 1 } } }),
  });
  const anna = newSpeaker('ANNA', 0, 'heart');
  const bert = newSpeaker('BERT', 1, 'clara');
  const script = ['ANNA: Who left the light on?', '', 'BERT: Nobody did.', '', 'ANNA: Well.'];
  const cues = parseScript(script).cues.map((cue, i): Cue => ({ ...cue, id: String(i) }));
  const speakerFor = (key: string): SceneSpeaker => (key === speakerKey('ANNA') ? anna : bert);
  const parts = partsOf({
    cues,
    takesOf: (cue) => {
      // The first line is there already.
      const basis = basisOf(cue, speakerFor(cue.speaker));
      const take = { key: takeKey(basis, 1), basis, seed: 1 } as never;
      return { takes: cue === cues[0] ? [take] : [], chosen: null, locked: false, gap: null };
    },
    speakerFor,
    voices: [voice('heart', 'kokoro'), voice('clara', 'starter')],
    usual: 'starter',
  });
  const pack = (id: string, factor: number | null): Pack =>
    ({ id, speed: factor === null ? null : { factor, firstMs: 1, at: '' } }) as Pack;

  it('is what each pack has to say, times its speed', () => {
    expect(parts.map(({ pack: id, lines }) => [id, lines])).toEqual([
      ['kokoro', 2],
      ['starter', 1],
    ]);
    const [kokoro, starter] = parts;
    const work = workOf(parts, [pack('kokoro', 2), pack('starter', 0.1)]);
    expect(work?.all).toBeCloseTo(2 * kokoro!.seconds + 0.1 * starter!.seconds);
    expect(work?.missing).toBeCloseTo(2 * kokoro!.missing + 0.1 * starter!.seconds);
    expect(kokoro!.missing).toBeLessThan(kokoro!.seconds);
  });

  it('is not known while a pack of the scene was never measured', () => {
    expect(workOf(parts, [pack('kokoro', null), pack('starter', 0.1)])).toBeNull();
    expect(workOf(parts, [pack('starter', 0.1)])).toBeNull();
    const named = [pack('kokoro', null), pack('starter', 0.1), pack('piper', null)].map((one) => ({
      ...one,
      name: `The ${one.id}`,
    }));
    expect(unmeasuredOf(parts, named)).toEqual(['The kokoro']);
    expect(unmeasuredOf(parts, [pack('kokoro', 2), pack('starter', 0.1)])).toEqual([]);
  });
});

describe('words for a pack', () => {
  beforeAll(() => settings.setState({ language: 'en' }));

  it('say what it can do, what it cannot, and how fast it is', () => {
    const { can, cannot } = abilityWords(
      { clone: true, design: false, mix: true, exactTimes: false, expression: false },
      t,
    );
    expect(can).toEqual(['make a voice from recordings', 'mix voices']);
    expect(cannot).toHaveLength(3);
    expect(speedText({ factor: 0.05, firstMs: 1, at: '' }, t)).toContain('20 times as fast');
    expect(speedText({ factor: 2, firstMs: 1, at: '' }, t)).toContain('a minute of it takes 2 min');
    expect(durationText(0.05, t)).toBe('less than 0.1 s');
    expect(sizeText(353_746_785)).toBe('354 MB');
    expect(languagesText(['en-US', 'de', 'en-US'], t)).toBe('American English, German');
  });
});

describe('what the server left out', () => {
  it('is known by the line that was asked for, until it is asked for without', () => {
    const line = { text: '[sighing] Hm.', voice: 'amy', speed: 1, seed: 3 };
    noteTold(line, '[{"code":"x","message":"[sighing] is not performed."}]');
    const now = (): readonly string[] | undefined => told.getState().notices.get(requestKey({ ...line, seed: 4 }));
    expect(now()).toEqual(['[sighing] is not performed.']);
    // The seed was the studio's own.
    noteTold(line, '[{"code":"seed_unsupported","message":"seed: no."}]');
    expect(now()).toEqual([]);
    noteTold(line, null);
    expect(now()).toBeUndefined();
    noteTold(line, 'not JSON');
    expect(now()).toEqual([]);
  });
});
