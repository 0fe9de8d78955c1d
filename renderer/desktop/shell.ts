/**
 * The studio inside the desktop window: it does what the menus and the platform ask for, tells the shell its theme, and
 * lets exported files be dragged out. In a browser there is no bridge, and nothing of this happens.
 */
import { scene } from '../store/document.ts';
import { notify, report } from '../store/notices.ts';
import { open, project, save } from '../store/project.ts';
import { settings, type Theme } from '../store/settings.ts';
import { COMMANDS } from '../ui/commands.ts';
import { dialogs } from '../ui/dialogs.ts';
import { sayNow } from '../ui/use.ts';

export type Ask =
  | { readonly kind: 'command'; readonly id: string }
  | { readonly kind: 'open'; readonly path: string }
  | { readonly kind: 'saveTo' };

/** The part of the preload script's bridge that is used here. */
export interface ShellBridge {
  readonly onAsk: (listener: (ask: Ask) => void) => void;
  readonly pickSave: (name: string) => Promise<string | null>;
  readonly setTheme: (theme: Theme) => void;
  readonly dragOut: (path: string) => void;
}

/** Commands that also make sense while a dialog is open. */
const ANYTIME = new Set(['palette', 'stop', 'undo', 'redo', 'light', 'dark', 'system']);
const FIELDS = 'input:not([type=range]):not([type=radio]):not([type=checkbox]), textarea';

function run(id: string): void {
  const field = document.activeElement?.matches(FIELDS) === true;
  if (field && (id === 'undo' || id === 'redo')) {
    // Undo belongs to a text field while one is being typed in; browsers offer no other way to ask it.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    document.execCommand(id);
    return;
  }
  if (dialogs.isOpen() && !ANYTIME.has(id)) return;
  COMMANDS.find((command) => command.id === id)?.run();
}

async function saveTo(bridge: ShellBridge): Promise<void> {
  const path = await bridge.pickSave(scene.getState().meta.title || sayNow('app.untitled'));
  if (path !== null) notify({ kind: 'info', key: 'project.saved', values: { path: await save(path) } });
}

/** At the start the studio first opens what was open last; what comes meanwhile waits. */
function whenReady(then: () => void): void {
  if (project.getState().ready) return then();
  const unsubscribe = project.subscribe(({ ready }) => {
    if (!ready) return;
    unsubscribe();
    then();
  });
}

export function act(ask: Ask, bridge: ShellBridge): void {
  switch (ask.kind) {
    case 'command':
      return run(ask.id);
    case 'open':
      return whenReady(() => dialogs.leaving(() => void open(ask.path).then(dialogs.close, report)));
    case 'saveTo':
      return void saveTo(bridge).catch(report);
  }
}

/** The file of a row in the result of an export: the dialog shows its folder and the names in it. */
export function exportedFile(row: Element): string | null {
  const folder = row.closest('.result')?.querySelector('code.path')?.textContent;
  const name = row.querySelector('.clip')?.textContent;
  if (!folder || !name) return null;
  return folder + (folder.includes('\\') ? '\\' : '/') + name;
}

function dragFiles(bridge: ShellBridge): void {
  const rowOf = (target: EventTarget | null): HTMLElement | null =>
    target instanceof Element ? target.closest<HTMLElement>('.result .file') : null;
  document.addEventListener('pointerover', ({ target }) => {
    const row = rowOf(target);
    if (row) row.draggable = true;
  });
  document.addEventListener('dragstart', (event) => {
    const row = rowOf(event.target);
    const path = row && exportedFile(row);
    if (path === null) return;
    // The platform drags the file itself; the page's own dragging of the text must not begin.
    event.preventDefault();
    bridge.dragOut(path);
  });
}

/** Joins the studio and its shell, where there is one. */
export function joinShell(): void {
  const found = (globalThis as { dramatis?: Partial<ShellBridge> }).dramatis;
  if (!found?.onAsk) return;
  const bridge = found as ShellBridge;
  bridge.onAsk((ask) => act(ask, bridge));
  bridge.setTheme(settings.getState().theme);
  settings.subscribe(({ theme }) => bridge.setTheme(theme));
  dragFiles(bridge);
}
