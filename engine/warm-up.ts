import { SPEECH_DEFAULTS } from './contract/speech.ts';
import { VoiceCard } from './contract/voice-card.ts';
import { loadEspeak } from './phonemes/espeak/worker.ts';
import type { Pipeline } from './pipeline.ts';

/**
 * Says a few words into the void, so that the first request finds the code compiled, the graphs' memory laid out and the
 * filters designed, then loads what only other languages and rare words need. Takes turns with requests that are at work.
 */
export async function warmUp(pipeline: Pipeline, signal: AbortSignal): Promise<void> {
  const { manifest, tables } = pipeline.stages.pack;
  const card = VoiceCard.parse({ pack: manifest.id, speaker: { mix: { [tables.speakers[0]!.name]: 1 } } });
  const request = {
    text: 'One moment, please: the voices are clearing their throats. Here they are.',
    voices: [{ card }],
    profile: {
      name: 'warm-up',
      pack: manifest.id,
      grammar: 's2',
      multiSpeaker: true,
      loudness: false,
      priority: 0,
      price: 0,
    },
    output: { format: 'wav', sampleRate: 44100 },
    seed: 1,
    ...SPEECH_DEFAULTS,
    latency: 'low',
    normalizeLoudness: false,
  } as const;
  for await (const _ of pipeline.speak(request, signal));
  if (!signal.aborted) await loadEspeak();
}
