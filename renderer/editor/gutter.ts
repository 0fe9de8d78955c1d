import { gutter, GutterMarker, type EditorView } from '@codemirror/view';
import { RangeSet } from '@codemirror/state';
import { cueIndexAt } from '../script/edit.ts';
import { cueOf, scene } from '../store/document.ts';
import { speakerFor } from '../store/cast.ts';
import { basisOf, statusOf, type LineStatus } from '../store/lines.ts';
import { takeViews } from '../player/takes.ts';
import { play } from '../player/transport.ts';
import { repaint } from './decorations.ts';

/** A dot before each line: not spoken, spoken, changed since, locked, in the making. A click plays the line. */
class Dot extends GutterMarker {
  constructor(readonly status: LineStatus | 'rendering') {
    super();
  }
  override eq(other: Dot): boolean {
    return other.status === this.status;
  }
  override toDOM(): Node {
    const dot = document.createElement('span');
    dot.className = `dot dot-${this.status}`;
    return dot;
  }
}

const dots = new Map<string, Dot>();

function dot(status: LineStatus | 'rendering'): Dot {
  const known = dots.get(status) ?? new Dot(status);
  dots.set(status, known);
  return known;
}

function markers(view: EditorView): RangeSet<GutterMarker> {
  const { cues, meta } = scene.getState();
  const busy = new Set([...takeViews.getState().rendering.values()].map(({ cue }) => cue));
  const found: { from: number; to: number; value: Dot }[] = [];
  const { doc } = view.state;
  const first = doc.lineAt(view.viewport.from).number;
  const last = doc.lineAt(view.viewport.to).number;
  let before = 0;
  for (let i = Math.max(0, cueIndexAt(cues, first, -1)); i < cues.length; i++) {
    const cue = cues[i]!;
    if (cue.line > last || cue.line > doc.lines) break;
    if (cue.line < first || cue.line === before) continue;
    before = cue.line;
    const status = busy.has(cue.id)
      ? 'rendering'
      : statusOf(cueOf(meta, cue.id), basisOf(cue, speakerFor(cue.speaker)));
    const { from } = doc.line(cue.line);
    found.push({ from, to: from, value: dot(status) });
  }
  return RangeSet.of(found);
}

export const statusGutter = gutter({
  class: 'cm-status',
  renderEmptyElements: false,
  markers,
  lineMarkerChange: (update) =>
    update.transactions.some((one) => one.docChanged || one.effects.some((effect) => effect.is(repaint))),
  domEventHandlers: {
    mousedown: (view, block, event) => {
      event.preventDefault();
      const line = view.state.doc.lineAt(block.from);
      const index = scene.getState().cues.findIndex((cue) => cue.line === line.number);
      if (index >= 0) play({ from: index, only: true });
      return true;
    },
  },
});
