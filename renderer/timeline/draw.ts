import type { Clip, Timeline } from '../player/timeline.ts';
import { PEAKS_PER_SECOND } from '../player/measure.ts';
import type { TakeView } from '../player/takes.ts';

/** Colours of the moment, read from the style sheet. */
export interface Palette {
  readonly ink: string;
  readonly faint: string;
  readonly rule: string;
  readonly hues: readonly string[];
}

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Pixels of a second, and the second at the left edge. */
  readonly zoom: number;
  readonly from: number;
  readonly selected: string | null;
  readonly head: number | null;
  readonly lanes: readonly string[];
  readonly views: ReadonlyMap<string, TakeView>;
  /** Peak that fills a lane. */
  readonly loudest: number;
}

export const RULER = 20;

export const laneHeight = (picture: Pick<Picture, 'height' | 'lanes'>): number =>
  Math.max(14, Math.min(40, (picture.height - RULER) / Math.max(1, picture.lanes.length)));

function niceStep(zoom: number): number {
  return [0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600].find((step) => step * zoom >= 64) ?? 1200;
}

/** Draws what is in sight of the scene. */
export function drawTimeline(
  context: CanvasRenderingContext2D,
  { clips }: Timeline,
  picture: Picture,
  palette: Palette,
): void {
  const { width, height, zoom, from } = picture;
  context.clearRect(0, 0, width, height);
  const until = from + width / zoom;
  const lane = laneHeight(picture);
  context.font = '11px system-ui, sans-serif';
  context.textBaseline = 'middle';
  context.fillStyle = palette.faint;
  context.strokeStyle = palette.rule;
  context.lineWidth = 1;
  const step = niceStep(zoom);
  for (let second = Math.floor(from / step) * step; second <= until; second += step) {
    const x = Math.round((second - from) * zoom) + 0.5;
    context.beginPath();
    context.moveTo(x, RULER - 4);
    context.lineTo(x, height);
    context.stroke();
    const label = `${Math.floor(second / 60)}:${String(Math.floor(second % 60)).padStart(2, '0')}${step < 1 ? (second % 1).toFixed(1).slice(1) : ''}`;
    context.fillText(label, x + 4, 9);
  }
  for (const clip of clips) {
    if (clip.end < from) continue;
    if (clip.start > until + 5) break;
    drawClip(context, clip, picture, palette, lane);
  }
  if (picture.head !== null) {
    context.fillStyle = palette.ink;
    context.fillRect(Math.round((picture.head - from) * zoom), 0, 1.5, height);
  }
}

function drawClip(
  context: CanvasRenderingContext2D,
  clip: Clip,
  picture: Picture,
  palette: Palette,
  lane: number,
): void {
  const { zoom, from, lanes, views, selected } = picture;
  const row = Math.max(0, lanes.indexOf(clip.cue.speaker));
  const x = (clip.start - from) * zoom;
  const wide = Math.max(2, (clip.end - clip.start) * zoom - 1);
  const y = RULER + row * lane + 2;
  const tall = lane - 4;
  const hue = palette.hues[clip.speaker.color % palette.hues.length] ?? palette.ink;
  context.save();
  context.beginPath();
  context.roundRect(x, y, wide, tall, Math.min(4, wide / 2));
  context.fillStyle = hue;
  context.globalAlpha = clip.take ? 0.2 : 0.07;
  context.fill();
  context.globalAlpha = 1;
  context.strokeStyle = clip.cue.id === selected ? palette.ink : hue;
  context.lineWidth = clip.cue.id === selected ? 1.6 : 0.8;
  if (!clip.take) context.setLineDash([3, 3]);
  if (clip.cue.id === selected || !clip.take) context.stroke();
  context.clip();
  const view = clip.take && views.get(clip.take.key);
  if (view) {
    context.fillStyle = hue;
    const middle = y + tall / 2;
    for (let px = Math.max(0, Math.floor(-x)); px < wide && x + px < picture.width; px += 2) {
      const at = Math.floor((px / zoom) * PEAKS_PER_SECOND);
      const end = Math.max(at + 1, Math.floor(((px + 2) / zoom) * PEAKS_PER_SECOND));
      let peak = 0;
      for (let i = at; i < Math.min(end, view.peaks.length); i++) peak = Math.max(peak, view.peaks[i]!);
      const bar = Math.max(1, Math.sqrt(peak / picture.loudest) * tall * 0.9);
      context.fillRect(x + px, middle - bar / 2, 1.4, bar);
    }
  }
  context.restore();
}
