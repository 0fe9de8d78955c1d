import { bodyOf } from '../api/speech.ts';
import { speakerFor } from '../store/cast.ts';
import { currentIndex } from '../store/current.ts';
import { cueOf, scene } from '../store/document.ts';
import { basisOf, currentTake, requestOf } from '../store/lines.ts';
import { copy } from './copy.ts';
import { base } from './base.ts';
import { snippet, type Snippet } from './snippets.ts';

/** Copies the line at the cursor as another program would ask for it, with the seed of its take where there is one. */
export function copyLine(kind: Snippet): void {
  const { cues, meta } = scene.getState();
  const cue = cues[currentIndex()];
  if (!cue) return;
  const speaker = speakerFor(cue.speaker);
  const take = currentTake(cueOf(meta, cue.id), basisOf(cue, speaker));
  const body = { ...bodyOf(requestOf(cue, speaker, take?.seed ?? 0)), format: 'wav', latency: 'normal' };
  copy(snippet(kind, base(), { method: 'POST', path: '/v1/tts', model: 's2.1-pro', body }));
}
