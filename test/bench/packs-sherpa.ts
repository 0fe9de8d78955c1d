import sherpa from 'sherpa-onnx-node';
import { cpuSince, type Run, serve, type Task } from './packs-run.ts';

/** The other side of `npm run bench:packs`: sherpa-onnx in a process of its own, told what to say by its parent. */
let speaker: InstanceType<typeof sherpa.OfflineTts> | undefined;

async function run({ model, text }: Task): Promise<Run> {
  if (model !== undefined) speaker = new sherpa.OfflineTts({ model, maxNumSentences: 1, silenceScale: 1 });
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  let first = 0;
  const { samples, sampleRate } = await speaker!.generateAsync({
    text,
    sid: 0,
    speed: 1,
    enableExternalBuffer: false,
    onProgress: () => {
      first ||= performance.now() - began;
      return true;
    },
  });
  const whole = performance.now() - began;
  return {
    audioSeconds: samples.length / sampleRate,
    seconds: whole / 1000,
    cpuSeconds: cpuSince(cpu),
    masteringSeconds: 0,
    firstMs: first || whole,
  };
}

serve(run);
