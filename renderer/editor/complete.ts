import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { performsDirections } from '../packs/performs.ts';
import { parseLineCached } from '../script/parse.ts';
import { SUGGESTED_TAGS, type TagKind } from '../script/tags.ts';
import { speakerFor } from '../store/cast.ts';
import { scene } from '../store/document.ts';
import { supportOf } from '../store/tags.ts';
import { sayNow } from '../ui/use.ts';
import { speakerBefore } from './speaker-before.ts';

const NAME = /^\p{L}[\p{L}\p{N} .'’-]{0,30}$/u;

/** Names at the start of a line, directions behind an opening bracket. */
function complete(context: CompletionContext): CompletionResult | null {
  const line = context.state.doc.lineAt(context.pos);
  const before = line.text.slice(0, context.pos - line.from);
  const bracket = /\[([^[\]]{0,40})$/.exec(before) ?? /^\s*\p{L}[^:：()]{0,40}\(([^()]{0,40})$/u.exec(before);
  if (bracket) {
    const closing = before.endsWith(`[${bracket[1]}`) ? ']' : ')';
    const closed = line.text[context.pos - line.from] === closing;
    const marks = parseLineCached(line.text).parts.filter(({ from }) => line.from + from <= context.pos);
    const speaker = marks.findLast(({ mark }) => mark)?.mark?.key ?? speakerBefore(context.state.doc, line.number);
    const performs = performsDirections(speakerFor(speaker).voice);
    const options = (Object.keys(SUGGESTED_TAGS) as TagKind[]).flatMap((kind) =>
      SUGGESTED_TAGS[kind].map((tag) => option(tag, kind, closed ? '' : closing, performs)),
    );
    return { from: context.pos - (bracket[1]?.length ?? 0), options, validFor: /^[^[\]()]*$/ };
  }
  if ((!NAME.test(before) && !context.explicit) || before.includes(':')) return null;
  const names = [...scene.getState().speakers.values()];
  const typed = before.toLowerCase();
  const fits = names.filter((one) => one.toLowerCase().startsWith(typed) && one.toLowerCase() !== typed);
  if (fits.length === 0) return null;
  return {
    from: line.from,
    options: fits.map((one) => ({ label: one, apply: `${one}: `, type: 'speaker', detail: sayNow('tags.speaker') })),
    // While the name is typed on, the list is narrowed down at once: asked for anew, it would not take Enter meanwhile.
    validFor: (text) =>
      NAME.test(text) &&
      fits.some((one) => one.toLowerCase().startsWith(text.toLowerCase()) && one.length > text.length),
  };
}

function option(tag: string, kind: TagKind, closing: string, performs: boolean): Completion {
  const support = supportOf(tag, performs);
  return {
    label: tag,
    type: support,
    detail: support === 'unknown' || support === 'performed' ? sayNow(`tags.${kind}`) : sayNow(`tags.${support}`),
    apply: tag + closing,
  };
}

export const completion = autocompletion({
  override: [complete],
  icons: true,
  closeOnBlur: true,
  activateOnTypingDelay: 40,
  interactionDelay: 30,
});
