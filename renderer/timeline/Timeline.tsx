import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useStore } from 'zustand';
import { takeViews, type TakeView } from '../player/takes.ts';
import { clipAt, type Clip } from '../player/timeline.ts';
import { play, playback } from '../player/transport.ts';
import { displayName } from '../store/cast.ts';
import { currentCue, currentIndex, goTo } from '../store/current.ts';
import { setCue } from '../store/document.ts';
import { settings, shade } from '../store/settings.ts';
import { clock, useSay, useScene } from '../ui/use.ts';
import { drawTimeline, RULER, laneHeight, type Palette } from './draw.ts';
import { useTimeline } from './use-timeline.ts';

function readPalette(element: Element): Palette {
  const style = getComputedStyle(element);
  const value = (name: string): string => style.getPropertyValue(name).trim();
  return {
    ink: value('--ink'),
    faint: value('--faint'),
    rule: value('--rule'),
    hues: Array.from({ length: 12 }, (_, i) => value(`--hue-${i}`)),
  };
}

interface Drag {
  readonly clip: Clip;
  readonly x: number;
  readonly moved: boolean;
  readonly gap: number;
}

/** The whole scene in time: a lane for each speaker. Click to go there, drag a line to change the pause before it. */
export function Timeline() {
  const t = useSay();
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [from, setFrom] = useState(0);
  const [drag, setDrag] = useState<Drag | null>(null);
  const [dark, setDark] = useState(0);
  const palette = useRef<Palette | null>(null);
  const laid = useTimeline();
  const zoom = useStore(settings, (state) => state.zoom);
  const theme = useStore(shade, (state) => state.name);
  const views = useStore(takeViews, (state) => state.views);
  const { cue: playing, seconds } = useStore(playback);
  const speakers = useScene((state) => state.speakers);
  // Only which line it is: its words change with every key.
  const current = useScene((state) => currentCue(state)?.id ?? null);
  const lanes = [...speakers.keys()];
  const timeline = drag?.moved ? shifted(laid, drag) : laid;
  const heard = timeline.clips.find((clip) => clip.cue.id === playing);
  const head = heard ? heard.start + seconds : null;

  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    if (box.current) observer.observe(box.current);
    const media = matchMedia('(prefers-color-scheme: dark)');
    const change = (): void => setDark((count) => count + 1);
    media.addEventListener('change', change);
    return () => {
      observer.disconnect();
      media.removeEventListener('change', change);
    };
  }, []);

  // Colours are read again when they change.
  useEffect(() => {
    palette.current = null;
  }, [theme, dark]);

  // The head, or the line being written, stays in sight.
  const focus = head ?? timeline.clips.find((clip) => clip.cue.id === current)?.start ?? 0;
  useEffect(() => {
    const shownSeconds = size.width / zoom;
    if (shownSeconds > 0 && (focus < from || focus > from + shownSeconds * 0.92))
      setFrom(Math.max(0, focus - shownSeconds * 0.12));
  }, [focus, from, size.width, zoom]);

  useEffect(() => {
    const target = canvas.current;
    const context = target?.getContext('2d');
    if (!target || !context || size.width === 0) return;
    const ratio = window.devicePixelRatio;
    if (target.width !== Math.round(size.width * ratio) || target.height !== Math.round(size.height * ratio)) {
      target.width = Math.round(size.width * ratio);
      target.height = Math.round(size.height * ratio);
    }
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const picture = {
      ...size,
      zoom,
      from,
      selected: current,
      head,
      lanes,
      views,
      loudest: loudestOf(views),
    };
    drawTimeline(context, timeline, picture, palette.current ?? (palette.current = readPalette(target)));
  });

  const find = (event: { clientX: number; clientY: number }): { clip: Clip | undefined; at: number } => {
    const bounds = canvas.current!.getBoundingClientRect();
    const at = from + (event.clientX - bounds.left) / zoom;
    const row = Math.floor((event.clientY - bounds.top - RULER) / laneHeight({ ...size, lanes }));
    const inLane = timeline.clips.find(
      (clip) => clip.start <= at && clip.end > at && lanes.indexOf(clip.cue.speaker) === row,
    );
    return { clip: inLane, at };
  };
  const down = (event: PointerEvent): void => {
    const { clip } = find(event);
    if (!clip) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ clip, x: event.clientX, moved: false, gap: clip.gap });
    goTo(timeline.clips.indexOf(clip));
  };
  const move = (event: PointerEvent): void => {
    if (!drag) return;
    const by = event.clientX - drag.x;
    if (drag.moved || Math.abs(by) > 3)
      setDrag({ ...drag, moved: true, gap: Math.max(-10, Math.min(30, drag.clip.gap + by / zoom)) });
  };
  const up = (event: PointerEvent): void => {
    if (drag?.moved) setCue(drag.clip.cue.id, { gap: Math.round(drag.gap * 100) / 100 });
    else {
      const { at, clip } = find(event);
      const index = clip ? timeline.clips.indexOf(clip) : clipAt(timeline.clips, at);
      const target = timeline.clips[index];
      if (target) {
        goTo(index);
        if (!clip || playback.getState().state !== 'idle')
          play({ from: index, offset: Math.max(0, Math.min(at, target.end) - target.start) });
      }
    }
    setDrag(null);
  };
  const key = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (event.altKey && step !== 0 && current) {
      const clip = timeline.clips[currentIndex()];
      if (clip) setCue(current, { gap: Math.round(Math.max(-10, Math.min(30, clip.gap + step * 0.05)) * 100) / 100 });
    } else if (step !== 0) goTo(Math.max(0, Math.min(laid.clips.length - 1, currentIndex() + step)));
    else if (event.key === 'Home') goTo(0);
    else if (event.key === 'End') goTo(laid.clips.length - 1);
    else if (event.key === 'Enter') play({ from: currentIndex() });
    else return;
    event.preventDefault();
  };
  const index = current ? laid.clips.findIndex((clip) => clip.cue.id === current) : -1;
  const clip = laid.clips[index];
  const value = clip
    ? t('timeline.value', { speaker: displayName(clip.cue.speaker), time: clock(clip.start), text: clip.cue.text })
    : t('script.empty');
  return (
    <div
      ref={box}
      id="timeline"
      className="timeline"
      role="slider"
      tabIndex={0}
      aria-label={t('timeline.label')}
      aria-description={t('timeline.help')}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, laid.clips.length - 1)}
      aria-valuenow={Math.max(0, index)}
      aria-valuetext={value}
      onKeyDown={key}
      onWheel={(event) => {
        if (event.ctrlKey)
          settings.setState({ zoom: Math.max(2, Math.min(400, zoom * (event.deltaY < 0 ? 1.15 : 1 / 1.15))) });
        else setFrom(Math.max(0, Math.min(Math.max(0, laid.seconds - 1), from + (event.deltaX + event.deltaY) / zoom)));
      }}
    >
      <canvas ref={canvas} onPointerDown={down} onPointerMove={move} onPointerUp={up} />
    </div>
  );
}

const loudest = new WeakMap<TakeView, number>();

/** The highest peak of any take, so that quiet scenes can be seen too; at least -20 dB. */
function loudestOf(views: ReadonlyMap<string, TakeView>): number {
  let most = 0.1;
  for (const view of views.values()) {
    const peak = loudest.get(view) ?? view.peaks.reduce((high, value) => Math.max(high, value), 0);
    loudest.set(view, peak);
    most = Math.max(most, peak);
  }
  return most;
}

/** The scene as it will be when the drag ends. */
function shifted(laid: ReturnType<typeof useTimeline>, drag: Drag): ReturnType<typeof useTimeline> {
  const at = laid.clips.findIndex((clip) => clip.cue.id === drag.clip.cue.id);
  const by = drag.gap - drag.clip.gap;
  return {
    ...laid,
    clips: laid.clips.map((clip, i) => (i < at ? clip : { ...clip, start: clip.start + by, end: clip.end + by })),
  };
}
