/** Plays voices that are compared, each as loud as the others. Apart from the scene, which stops meanwhile. */
import { createStore } from 'zustand/vanilla';
import { stop as stopScene } from '../player/transport.ts';
import { loudnessOf, peaksOf, powersOf } from '../player/measure.ts';

/** Sound that is ready to be heard and drawn. */
export interface Clip {
  readonly rate: number;
  readonly samples: Int16Array<ArrayBuffer>;
  readonly seconds: number;
  readonly peaks: Float32Array;
  /** Factor that brings it to the loudness of all others. */
  readonly gain: number;
}

/** LUFS to which everything is brought, and the highest sample that this may lead to. */
const LOUDNESS = -20;
const CEILING = 0.97;

export function clipOf(samples: Int16Array<ArrayBuffer>, rate: number): Clip {
  const peaks = peaksOf(samples, rate);
  const loudness = loudnessOf([{ powers: powersOf(samples, rate), gain: 0 }]);
  const wanted = Number.isFinite(loudness) ? 10 ** ((LOUDNESS - loudness) / 20) : 1;
  const peak = peaks.reduce((most, value) => Math.max(most, value), 0);
  const gain = peak > 0 ? Math.min(wanted, CEILING / peak) : 1;
  return { rate, samples, seconds: samples.length / rate, peaks, gain };
}

/** What is heard now, by an id of the asker's own, and how far it is in seconds. */
export const sounding = createStore<{ readonly id: string | null; readonly seconds: number }>(() => ({
  id: null,
  seconds: 0,
}));

let context: AudioContext | null = null;
let source: AudioBufferSourceNode | null = null;

/** Opens the way to the loudspeaker, which takes a moment, before the first voice is to be heard. */
export function warmUp(): void {
  context ??= new AudioContext();
}

export function silence(): void {
  if (source) {
    source.onended = null;
    source.stop();
    source.disconnect();
    source = null;
  }
  sounding.setState({ id: null, seconds: 0 });
}

export function playClip(id: string, clip: Clip, from = 0): void {
  stopScene();
  silence();
  if (clip.samples.length === 0) return;
  context ??= new AudioContext();
  void context.resume();
  const buffer = context.createBuffer(1, clip.samples.length, clip.rate);
  const channel = buffer.getChannelData(0);
  for (let i = 0; i < channel.length; i++) channel[i] = clip.samples[i]! / 32_768;
  const node = context.createBufferSource();
  const gain = context.createGain();
  gain.gain.value = clip.gain;
  node.buffer = buffer;
  node.connect(gain).connect(context.destination);
  const began = context.currentTime - from;
  node.start(0, from);
  node.onended = () => {
    if (source === node) silence();
  };
  source = node;
  sounding.setState({ id, seconds: from });
  const follow = (): void => {
    if (source !== node || !context) return;
    const seconds = Math.min(clip.seconds, context.currentTime - began);
    if (seconds - sounding.getState().seconds > 0.04) sounding.setState({ seconds });
    requestAnimationFrame(follow);
  };
  requestAnimationFrame(follow);
}

/** Plays what is not playing, and stops what is. */
export function toggleClip(id: string, clip: Clip): void {
  if (sounding.getState().id === id) silence();
  else playClip(id, clip);
}

/** Any sound that the browser can read, as one channel of 16 bits. @throws Error when it cannot */
export async function decode(bytes: ArrayBuffer): Promise<Clip> {
  context ??= new AudioContext();
  const buffer = await context.decodeAudioData(bytes.slice(0));
  const samples = new Int16Array(buffer.length);
  for (let n = 0; n < buffer.numberOfChannels; n++) {
    const channel = buffer.getChannelData(n);
    const share = 32_767 / buffer.numberOfChannels;
    for (let i = 0; i < samples.length; i++)
      samples[i] = Math.max(-32_768, Math.min(32_767, samples[i]! + Math.round(channel[i]! * share)));
  }
  return clipOf(samples, buffer.sampleRate);
}
