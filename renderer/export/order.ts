import type { ExportOrder } from '../../engine/contract/studio.ts';
import { bodyOf } from '../api/speech.ts';
import { layOut } from '../player/timeline.ts';
import { displayName, speakerFor } from '../store/cast.ts';
import { scene } from '../store/document.ts';

export type ExportChoice = Omit<ExportOrder, 'clips' | 'title'>;

/** The scene as it is now, as an order for files. Every line must have its take. */
export function orderOf(choice: ExportChoice, untitled: string): ExportOrder {
  const { cues, meta } = scene.getState();
  const { clips } = layOut(cues, meta, speakerFor);
  return {
    ...choice,
    title: meta.title === '' ? untitled : meta.title,
    clips: clips.flatMap(({ cue, speaker, start, take }) =>
      take
        ? [
            {
              take: take.key,
              start,
              level: speaker.level,
              speaker: displayName(cue.speaker),
              text: cue.text,
              line: cue.id,
              seed: take.seed,
              voice: take.voice,
              request: bodyOf({ ...take.said, seed: take.seed }),
            },
          ]
        : [],
    ),
  };
}
