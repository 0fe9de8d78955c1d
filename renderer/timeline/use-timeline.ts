import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { layOut, type Timeline } from '../player/timeline.ts';
import { speakerFor } from '../store/cast.ts';
import { scene } from '../store/document.ts';

const lay = (): Timeline => layOut(scene.getState().cues, scene.getState().meta, speakerFor);

/** The scene laid out in time. It follows the script with a short delay, so that typing never waits for it. */
export const timeline = createStore<Timeline>(lay);

let timer: ReturnType<typeof setTimeout> | null = null;

scene.subscribe((now, before) => {
  if (now.cues === before.cues && now.meta === before.meta) return;
  timer ??= setTimeout(
    () => {
      timer = null;
      timeline.setState(lay(), true);
    },
    Math.min(400, 60 + scene.getState().cues.length / 30),
  );
});

export const useTimeline = (): Timeline => useStore(timeline);
