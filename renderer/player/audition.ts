/** Tries a voice on a line without keeping anything: nothing here becomes a take. */
import { createStore } from 'zustand/vanilla';
import type { SceneSpeaker } from '../../engine/contract/scene.ts';
import { speak } from '../api/speech.ts';
import type { Cue } from '../script/identity.ts';
import { requestOf } from '../store/lines.ts';
import { report } from '../store/notices.ts';
import { output, stop } from './transport.ts';

/** What is being tried: an id of the asker's own. */
export const auditioning = createStore<{ readonly id: string | null }>(() => ({ id: null }));

let running: AbortController | null = null;

export function stopAudition(): void {
  running?.abort();
  running = null;
  output.silence();
  auditioning.setState({ id: null });
}

/** Plays the line as the speaker would say it with these settings; a second call for the same id stops. */
export function audition(id: string, cue: Cue, speaker: SceneSpeaker): void {
  const again = auditioning.getState().id === id;
  stop();
  stopAudition();
  if (again) return;
  const abort = new AbortController();
  running = abort;
  auditioning.setState({ id });
  output.wake();
  run(cue, speaker, abort.signal)
    .catch((error: unknown) => {
      if (!abort.signal.aborted) report(error);
    })
    .finally(() => {
      if (running === abort) stopAudition();
    });
}

async function run(cue: Cue, speaker: SceneSpeaker, signal: AbortSignal): Promise<void> {
  let line: ReturnType<typeof output.line> | null = null;
  let end = 0;
  // Always the same seed, so that two settings differ by what was changed and by nothing else.
  for await (const piece of speak(requestOf(cue, speaker, 7), signal)) {
    signal.throwIfAborted();
    if (piece.type !== 'audio') continue;
    line ??= output.line('\u0000audition', speaker.level, output.now() + 0.03, 0);
    end = line.push(piece.samples);
  }
  while (output.now() < end && !signal.aborted) await new Promise((resolve) => setTimeout(resolve, 50));
}
