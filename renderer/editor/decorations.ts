/** What makes the text look like a script: chips for names, coloured directions, quiet notes. Visible lines only. */
import { RangeSetBuilder, StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, ViewPlugin, type DecorationSet, type ViewUpdate } from '@codemirror/view';
import { performsDirections } from '../packs/performs.ts';
import { parseLineCached } from '../script/parse.ts';
import { inlineTags } from '../script/tags.ts';
import { scene } from '../store/document.ts';
import { speakerFor } from '../store/cast.ts';
import { supportOf } from '../store/tags.ts';
import { speakerBefore } from './speaker-before.ts';

/** Asks for new decorations when something beside the text changed: colours of the cast, verdicts on tags. */
export const repaint = StateEffect.define();

/** The line and word that are being heard. */
export const setHeard = StateEffect.define<{
  readonly line: number;
  readonly from: number;
  readonly to: number;
} | null>();

const kinds = {
  heading: Decoration.line({ class: 'script-heading' }),
  note: Decoration.line({ class: 'script-note' }),
  named: Decoration.line({ class: 'script-speech script-named' }),
  speech: Decoration.line({ class: 'script-speech' }),
  blank: Decoration.line({ class: 'script-blank' }),
} as const;
/** The column that holds name, direction and colon; the words begin behind it. */
const nameColumn = Decoration.mark({ class: 'script-name' });
const colon = Decoration.mark({ class: 'script-colon' });
const direction = Decoration.mark({ class: 'script-direction' });

const chips = new Map<number, Decoration>();

function chip(color: number): Decoration {
  let found = chips.get(color);
  if (!found) {
    found = Decoration.mark({ class: `chip hue-${color}` });
    chips.set(color, found);
  }
  return found;
}

function decorate(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to;) {
      const line = view.state.doc.lineAt(at);
      const { kind, parts } = parseLineCached(line.text);
      builder.add(line.from, line.from, kinds[kind === 'speech' && parts[0]?.mark ? 'named' : kind]);
      for (const part of parts) {
        const { mark } = part;
        const speaker = mark?.key ?? speakerBefore(view.state.doc, line.number);
        const performs = performsDirections(speakerFor(speaker).voice);
        if (mark) {
          const isTag = line.text.startsWith('<|', mark.from);
          const nameEnd = isTag ? mark.to : mark.from + mark.name.length;
          if (!isTag && mark === parts[0]?.mark) builder.add(line.from + mark.from, line.from + mark.to, nameColumn);
          builder.add(line.from + mark.from, line.from + nameEnd, chip(speakerFor(mark.key).color));
          if (mark.direction !== '')
            builder.add(line.from + mark.directionFrom - 1, line.from + mark.directionTo + 1, direction);
          const colonAt = line.text.slice(0, mark.to).search(/[:：]\s*$/);
          if (!isTag && colonAt >= 0) builder.add(line.from + colonAt, line.from + colonAt + 1, colon);
        }
        for (const tag of inlineTags(line.text.slice(part.from, part.to))) {
          const support = supportOf(tag.text, performs);
          builder.add(
            line.from + part.from + tag.from,
            line.from + part.from + tag.to,
            Decoration.mark({ class: `tag tag-${support}` }),
          );
        }
      }
      at = line.to + 1;
    }
  }
  return builder.finish();
}

export const decorations = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = decorate(view);
    }
    update(update: ViewUpdate): void {
      const asked = update.transactions.some((one) => one.effects.some((effect) => effect.is(repaint)));
      if (update.docChanged || update.viewportChanged || asked) this.decorations = decorate(update.view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

const heardLine = Decoration.line({ class: 'script-heard' });
const heardWord = Decoration.mark({ class: 'script-word' });

export const heard = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marks, transaction) => {
    let next = transaction.docChanged ? marks.map(transaction.changes) : marks;
    for (const effect of transaction.effects) {
      if (!effect.is(setHeard)) continue;
      if (effect.value === null || effect.value.line > transaction.newDoc.lines) next = Decoration.none;
      else {
        const line = transaction.newDoc.line(effect.value.line);
        const word = effect.value.to > effect.value.from && effect.value.to <= transaction.newDoc.length;
        next = Decoration.set([
          heardLine.range(line.from),
          ...(word ? [heardWord.range(effect.value.from, effect.value.to)] : []),
        ]);
      }
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Names are known once the scene is read; the view is told when the cast changed. */
export function watchCast(view: EditorView): () => void {
  return scene.subscribe((now, before) => {
    const { cast, notes } = now.meta;
    if (cast !== before.meta.cast || notes !== before.meta.notes || now.speakers !== before.speakers)
      queueMicrotask(() => {
        view.dispatch({ effects: repaint.of(null) });
      });
  });
}
