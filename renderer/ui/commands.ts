/** Everything that can be done, once: the palette, the sheet of shortcuts, the buttons and the keyboard read this. */
import { openSearchPanel } from '@codemirror/search';
import { currentView, redoAny, scene, undoAny } from '../store/document.ts';
import {
  compare,
  goTo,
  currentIndex,
  giveTo,
  giveToNumber,
  joinNext,
  moveLine,
  newTake,
  playFromHere,
  playLine,
  splitHere,
  toggleLock,
} from '../store/current.ts';
import { toggleRenderAll } from '../player/render-all.ts';
import { pauseOrResume, play, playback, stop } from '../player/transport.ts';
import { report } from '../store/notices.ts';
import { newScene, openSample, project, save } from '../store/project.ts';
import { settings, type Panel } from '../store/settings.ts';
import type { Snippet } from '../settings/snippets.ts';
import { showTab } from '../settings/tabs.ts';
import { dialogs } from './dialogs.ts';
import { nextPane } from './panes.ts';
import type { StringKey, Values } from './strings.ts';

export interface Command {
  readonly id: string;
  readonly key: StringKey;
  readonly values?: Values;
  readonly group: 'shortcuts.writing' | 'shortcuts.hearing' | 'shortcuts.scene' | 'shortcuts.view';
  /** As `Mod+Shift+Enter`; Mod is Command on a Mac and Control elsewhere. */
  readonly shortcut?: string;
  /** The editor does this key by itself; it is only listed. */
  readonly listed?: boolean;
  readonly run: () => void;
}

const show = (panel: Panel) => (): void => settings.setState({ panel });

function saveNow(): void {
  if (project.getState().path === null) dialogs.open('saveAs');
  else save().catch(report);
}

const copyLine = (kind: Snippet) => (): void =>
  void import('../settings/copy-line.ts').then((code) => code.copyLine(kind)).catch(report);

const focusing = (run: () => void) => (): void => {
  run();
  currentView()?.focus();
};

export const COMMANDS: readonly Command[] = [
  { id: 'play', key: 'play.scene', group: 'shortcuts.hearing', shortcut: 'Mod+Shift+Enter', run: playFromHere },
  { id: 'playLine', key: 'play.line', group: 'shortcuts.hearing', shortcut: 'Mod+Enter', run: playLine },
  {
    id: 'playStart',
    key: 'play.start',
    group: 'shortcuts.hearing',
    shortcut: 'Mod+Alt+Enter',
    run: () => play({ from: 0 }),
  },
  {
    id: 'pause',
    key: 'play.pause',
    group: 'shortcuts.hearing',
    shortcut: 'Mod+.',
    run: () => (playback.getState().state === 'idle' ? playFromHere() : pauseOrResume()),
  },
  { id: 'stop', key: 'play.stop', group: 'shortcuts.hearing', shortcut: 'Escape', run: stop },
  { id: 'newTake', key: 'line.newTake', group: 'shortcuts.hearing', shortcut: 'Alt+Enter', run: newTake },
  { id: 'compare', key: 'line.compare', group: 'shortcuts.hearing', shortcut: 'Alt+X', run: compare },
  { id: 'lock', key: 'line.lock', group: 'shortcuts.hearing', shortcut: 'Alt+L', run: toggleLock },
  {
    id: 'previous',
    key: 'play.previous',
    group: 'shortcuts.hearing',
    shortcut: 'Alt+PageUp',
    run: () => goTo(currentIndex() - 1),
  },
  {
    id: 'next',
    key: 'play.next',
    group: 'shortcuts.hearing',
    shortcut: 'Alt+PageDown',
    run: () => goTo(currentIndex() + 1),
  },
  { id: 'renderAll', key: 'play.renderAll', group: 'shortcuts.hearing', shortcut: 'Alt+R', run: toggleRenderAll },

  { id: 'undo', key: 'edit.undo', group: 'shortcuts.writing', shortcut: 'Mod+Z', run: () => void undoAny() },
  { id: 'redo', key: 'edit.redo', group: 'shortcuts.writing', shortcut: 'Mod+Shift+Z', run: () => void redoAny() },
  {
    id: 'find',
    key: 'edit.find',
    group: 'shortcuts.writing',
    shortcut: 'Mod+F',
    run: () => void (currentView() && openSearchPanel(currentView()!)),
  },
  {
    id: 'split',
    key: 'edit.split',
    group: 'shortcuts.writing',
    shortcut: 'Enter',
    listed: true,
    run: focusing(splitHere),
  },
  { id: 'join', key: 'edit.join', group: 'shortcuts.writing', shortcut: 'Alt+J', run: focusing(joinNext) },
  { id: 'up', key: 'edit.up', group: 'shortcuts.writing', shortcut: 'Alt+ArrowUp', run: focusing(() => moveLine(-1)) },
  {
    id: 'down',
    key: 'edit.down',
    group: 'shortcuts.writing',
    shortcut: 'Alt+ArrowDown',
    run: focusing(() => moveLine(1)),
  },
  {
    id: 'giveNumber',
    key: 'edit.giveNumber',
    group: 'shortcuts.writing',
    shortcut: 'Alt+1',
    run: focusing(() => giveToNumber(1)),
  },

  { id: 'save', key: 'project.save', group: 'shortcuts.scene', shortcut: 'Mod+S', run: saveNow },
  {
    id: 'saveAs',
    key: 'project.saveAs',
    group: 'shortcuts.scene',
    shortcut: 'Mod+Shift+S',
    run: () => dialogs.open('saveAs'),
  },
  { id: 'open', key: 'project.open', group: 'shortcuts.scene', shortcut: 'Mod+O', run: () => dialogs.open('projects') },
  {
    id: 'new',
    key: 'project.new',
    group: 'shortcuts.scene',
    shortcut: 'Alt+N',
    run: () => dialogs.leaving(() => newScene()),
  },
  { id: 'versions', key: 'project.versions', group: 'shortcuts.scene', run: () => dialogs.open('versions') },
  {
    id: 'import',
    key: 'project.import',
    group: 'shortcuts.scene',
    shortcut: 'Mod+I',
    run: () => dialogs.open('pickImport'),
  },
  { id: 'export', key: 'export.title', group: 'shortcuts.scene', shortcut: 'Mod+E', run: () => dialogs.open('export') },
  { id: 'sample', key: 'project.sample', group: 'shortcuts.scene', run: () => dialogs.leaving(openSample) },

  {
    id: 'palette',
    key: 'app.commands',
    group: 'shortcuts.view',
    shortcut: 'Mod+K',
    run: () => dialogs.open('palette'),
  },
  {
    id: 'shortcuts',
    key: 'shortcuts.title',
    group: 'shortcuts.view',
    shortcut: 'Mod+/',
    run: () => dialogs.open('shortcuts'),
  },
  { id: 'pane', key: 'view.nextPane', group: 'shortcuts.view', shortcut: 'F6', run: nextPane },
  { id: 'cast', key: 'view.cast', group: 'shortcuts.view', shortcut: 'Alt+C', run: show('cast') },
  { id: 'line', key: 'view.line', group: 'shortcuts.view', shortcut: 'Alt+V', run: show('line') },
  { id: 'check', key: 'view.check', group: 'shortcuts.view', shortcut: 'Alt+K', run: show('check') },
  { id: 'voices', key: 'view.voices', group: 'shortcuts.view', shortcut: 'Alt+S', run: () => dialogs.open('voices') },
  {
    id: 'settings',
    key: 'view.settings',
    group: 'shortcuts.view',
    shortcut: 'Mod+,',
    run: () => dialogs.open('settings'),
  },
  {
    id: 'models',
    key: 'view.models',
    group: 'shortcuts.view',
    run: (): void => {
      showTab('models');
      dialogs.open('settings');
    },
  },
  { id: 'copyCurl', key: 'copy.curl', group: 'shortcuts.scene', run: copyLine('curl') },
  { id: 'copyJavaScript', key: 'copy.javascript', group: 'shortcuts.scene', run: copyLine('javascript') },
  { id: 'copyPython', key: 'copy.python', group: 'shortcuts.scene', run: copyLine('python') },
  { id: 'light', key: 'view.light', group: 'shortcuts.view', run: () => settings.setState({ theme: 'light' }) },
  { id: 'dark', key: 'view.dark', group: 'shortcuts.view', run: () => settings.setState({ theme: 'dark' }) },
  { id: 'system', key: 'view.system', group: 'shortcuts.view', run: () => settings.setState({ theme: 'system' }) },
];

/** One command for each speaker of the scene. */
export function speakerCommands(): Command[] {
  return [...scene.getState().speakers.values()].map((name, i) => ({
    id: `give-${i}`,
    key: 'edit.give',
    values: { name },
    group: 'shortcuts.writing',
    ...(i < 9 ? { shortcut: `Alt+${i + 1}` } : {}),
    run: () => giveTo(name),
  }));
}

export const isMac = typeof navigator !== 'undefined' && navigator.platform.startsWith('Mac');

/** Whether Option would write a sign with this key. */
const writes = (parts: readonly string[]): boolean =>
  parts.includes('Alt') && !parts.includes('Mod') && /^[A-Z0-9]$/.test(parts.at(-1) ?? '');

/** Whether a key press is this shortcut. */
export function matches(shortcut: string, event: KeyboardEvent): boolean {
  const parts = shortcut.split('+');
  const key = parts.at(-1) ?? '';
  const mod = isMac ? event.metaKey : event.ctrlKey;
  // On a Mac, Option with a letter writes a sign that some languages need, the @ of German among them.
  const control = isMac && writes(parts);
  if (
    parts.includes('Mod') !== (control ? event.metaKey : mod) ||
    parts.includes('Alt') !== event.altKey ||
    parts.includes('Shift') !== event.shiftKey ||
    (isMac && event.ctrlKey !== control)
  )
    return false;
  // By the letter, wherever the layout has it; by its place where the layout has no Latin letters.
  if (/^[A-Z]$/.test(key))
    return /^[a-z]$/i.test(event.key) ? event.key.toUpperCase() === key : event.code === `Key${key}`;
  if (/^\d$/.test(key)) return event.code === `Digit${key}`;
  return event.key === key;
}

/** Handles a key for the whole window; true when it was one of ours. */
export function handleKey(event: KeyboardEvent): boolean {
  if (event.isComposing) return false;
  const command = [...COMMANDS, ...speakerCommands()].find(
    (one) => one.shortcut !== undefined && !one.listed && matches(one.shortcut, event),
  );
  if (!command) return spaceKey(event);
  // Escape first closes what is open, and undo belongs to a text field while one is being typed in.
  const field =
    event.target instanceof HTMLElement &&
    event.target.matches('input:not([type=range]):not([type=radio]):not([type=checkbox]), textarea');
  if (command.id === 'stop' && (playback.getState().state === 'idle' || dialogs.isOpen())) return false;
  if (field && (command.id === 'undo' || command.id === 'redo')) return false;
  if (dialogs.isOpen() && command.id !== 'palette' && command.id !== 'stop') return false;
  event.preventDefault();
  event.stopPropagation();
  command.run();
  return true;
}

/** Space plays and pauses where it does not write anything or press a button. */
function spaceKey(event: KeyboardEvent): boolean {
  if (event.key !== ' ' || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return false;
  const target = event.target instanceof HTMLElement ? event.target : document.body;
  if (target.closest('button, input, select, textarea, summary, [contenteditable], [role=slider], dialog'))
    return false;
  event.preventDefault();
  if (playback.getState().state === 'idle') playFromHere();
  else pauseOrResume();
  return true;
}

/** A shortcut as it is shown. */
export function shown(shortcut: string): string {
  const names: Readonly<Record<string, string>> = isMac
    ? { Mod: '⌘', Alt: '⌥', Shift: '⇧', Enter: '↩', ArrowUp: '↑', ArrowDown: '↓', Escape: 'esc' }
    : { Mod: 'Ctrl', ArrowUp: '↑', ArrowDown: '↓', Escape: 'Esc', Enter: '↵' };
  const parts = shortcut.split('+');
  const control = isMac && writes(parts) ? '⌃' : '';
  return control + parts.map((part) => names[part] ?? part).join(isMac ? '' : ' ');
}

export const commandNamed = (id: string): Command => COMMANDS.find((command) => command.id === id)!;
