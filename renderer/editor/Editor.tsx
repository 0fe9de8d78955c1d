import { defaultKeymap, historyKeymap } from '@codemirror/commands';
import { completionKeymap } from '@codemirror/autocomplete';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, placeholder } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { cleanText } from '../script/import/plain.ts';
import { playback } from '../player/transport.ts';
import { takeViews } from '../player/takes.ts';
import { accept, attachView, currentView, detachView, scene } from '../store/document.ts';
import { settings } from '../store/settings.ts';
import { packs } from '../packs/store.ts';
import { tagSupport } from '../store/tags.ts';
import { say, type Language } from '../ui/strings.ts';
import { completion } from './complete.ts';
import { decorations, heard, repaint, setHeard, watchCast } from './decorations.ts';
import { statusGutter } from './gutter.ts';

const nonce =
  typeof document === 'undefined'
    ? ''
    : (document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '');

function phrases(language: Language): Record<string, string> {
  const t = (key: Parameters<typeof say>[1]): string => say(language, key);
  return {
    Find: t('find.find'),
    Replace: t('find.replace'),
    next: t('find.next'),
    previous: t('find.previous'),
    all: t('find.all'),
    'match case': t('find.case'),
    'by word': t('find.word'),
    regexp: t('find.regexp'),
    replace: t('find.one'),
    'replace all': t('find.every'),
    close: t('find.close'),
  };
}

const inLanguage = new Compartment();

function spoken(language: Language): Extension {
  return [
    EditorState.phrases.of(phrases(language)),
    EditorView.contentAttributes.of({ 'aria-label': say(language, 'script.label'), spellcheck: 'true', tabindex: '0' }),
    placeholder(say(language, 'script.hint')),
  ];
}

const ownKeys = new Set(['Alt-ArrowUp', 'Alt-ArrowDown', 'Mod-Enter', 'Mod-/', 'Mod-Alt-\\']);

function extensions(): Extension[] {
  return [
    EditorView.cspNonce.of(nonce),
    inLanguage.of(spoken(settings.getState().language)),
    EditorView.lineWrapping,
    drawSelection(),
    highlightActiveLine(),
    highlightSelectionMatches({ minSelectionLength: 2 }),
    search({ top: true }),
    completion,
    decorations,
    heard,
    statusGutter,
    EditorView.clipboardInputFilter.of((text) => cleanText(text)),
    keymap.of([
      ...completionKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...defaultKeymap.filter(({ key }) => !ownKeys.has(key ?? '')),
    ]),
  ];
}

/** Marks in the text what is being heard, and keeps it in sight. */
function followPlayback(view: EditorView): () => void {
  return playback.subscribe((now, before) => {
    if (now.cue === before.cue && now.word === before.word && now.state === before.state) return;
    const cue =
      now.state === 'idle' || now.cue === null ? undefined : scene.getState().cues.find(({ id }) => id === now.cue);
    if (!cue || cue.line > view.state.doc.lines) {
      view.dispatch({ effects: setHeard.of(null) });
      return;
    }
    const start = view.state.doc.line(cue.line).from + cue.textFrom;
    const effects = [
      setHeard.of({ line: cue.line, from: start + (now.word?.from ?? 0), to: start + (now.word?.to ?? 0) }),
    ];
    if (now.cue !== before.cue)
      view.dispatch({ effects: [...effects, EditorView.scrollIntoView(start, { y: 'nearest', yMargin: 90 })] });
    else view.dispatch({ effects });
  });
}

export function Editor() {
  const parent = useRef<HTMLDivElement>(null);
  const language = useStore(settings, (state) => state.language);
  useEffect(() => {
    currentView()?.dispatch({ effects: inLanguage.reconfigure(spoken(language)) });
  }, [language]);
  useEffect(() => {
    const view = attachView(
      (state) =>
        new EditorView({
          state,
          parent: parent.current!,
          dispatchTransactions: (transactions, self) => {
            self.update(transactions);
            accept(self.state, transactions);
          },
        }),
      extensions,
    );
    const again = (): void => view.dispatch({ effects: repaint.of(null) });
    const closers = [
      watchCast(view),
      followPlayback(view),
      tagSupport.subscribe(again),
      packs.subscribe((now, before) => {
        if (now.packs !== before.packs) again();
      }),
      takeViews.subscribe((now, before) => {
        if (now.rendering.size !== before.rendering.size) again();
      }),
      scene.subscribe((now, before) => {
        if (now.meta.cues !== before.meta.cues) queueMicrotask(again);
      }),
    ];
    view.focus();
    return () => {
      for (const close of closers) close();
      detachView(view);
    };
  }, []);
  return <div ref={parent} className="editor" id="script" />;
}
