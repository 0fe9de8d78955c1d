import { SPEECH_DEFAULTS, type SpeechRequest } from '../../engine/contract/speech.ts';
import { Mastering } from '../../engine/effects/mastering.ts';
import { PackPipeline } from '../../engine/pack-pipeline.ts';
import { type FamilyPack, loadFamilyPack } from '../../engine/packs/family-pack.ts';
import { createPhonemizer } from '../../engine/phonemes/index.ts';
import { usualProfile } from '../../main/server/profiles.ts';
import { cpuSince, type Run, serve, type Task } from './packs-run.ts';

/** Our side of `npm run bench:packs`, in a process like the engine's, told what to say by its parent. */
export interface OurModel {
  /** Of a pack that was added. */
  readonly folder: string;
  readonly threads: number;
}

/** Time in mastering so far, ms: sherpa-onnx gives the model's bare samples, so speeds are compared with and without. */
const mastering = { ms: 0 };
const push = Object.getOwnPropertyDescriptor(Mastering.prototype, 'push')!.value as Mastering['push'];
Mastering.prototype.push = function (samples) {
  const began = performance.now();
  try {
    return push.call(this, samples);
  } finally {
    mastering.ms += performance.now() - began;
  }
};

let pack: FamilyPack | undefined;

async function run({ model, text }: Task<OurModel>): Promise<Run> {
  if (model !== undefined)
    pack = await loadFamilyPack(model.folder, { threads: model.threads, phonemizer: await createPhonemizer() });
  const { manifest, voices } = pack!;
  const request: SpeechRequest = {
    ...SPEECH_DEFAULTS,
    text,
    voices: [{ card: voices[0]!.card }],
    profile: { ...usualProfile(undefined), pack: manifest.id },
    output: { format: 'pcm', sampleRate: manifest.sampleRate === 24_000 ? 24_000 : 44_100 },
    seed: 1,
  };
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  mastering.ms = 0;
  let firstMs = 0;
  let audioSeconds = 0;
  for await (const event of new PackPipeline(pack!).speak(request, new AbortController().signal)) {
    if (event.type === 'audio' && event.bytes.length > 0) firstMs ||= performance.now() - began;
    if (event.type === 'end') ({ audioSeconds } = event.stats);
  }
  const seconds = (performance.now() - began) / 1000;
  return { audioSeconds, seconds, cpuSeconds: cpuSince(cpu), masteringSeconds: mastering.ms / 1000, firstMs };
}

serve(run);
