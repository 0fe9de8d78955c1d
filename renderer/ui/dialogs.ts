import { createStore } from 'zustand/vanilla';
import { isEdited, project } from '../store/project.ts';
import { scene } from '../store/document.ts';

export type DialogName =
  | 'palette'
  | 'shortcuts'
  | 'projects'
  | 'saveAs'
  | 'versions'
  | 'export'
  | 'import'
  | 'pickImport'
  | 'leaving'
  | 'voices'
  | 'settings'
  | 'welcome';

interface Dialogs {
  readonly name: DialogName | null;
  /** The file that is being imported. */
  readonly imported: { readonly name: string; readonly script: string } | null;
  /** What happens once the scene may be left. */
  readonly next: (() => void) | null;
}

export const dialogStore = createStore<Dialogs>(() => ({ name: null, imported: null, next: null }));

export const dialogs = {
  open: (name: DialogName): void => dialogStore.setState({ name }),
  close: (): void => dialogStore.setState({ name: null, imported: null, next: null }),
  isOpen: (): boolean => dialogStore.getState().name !== null,
  import: (imported: { name: string; script: string }): void => dialogStore.setState({ name: 'import', imported }),
  /** Asks first where edits would be left behind that are in no file. */
  leaving: (next: () => void): void => {
    const untouched = !isEdited() || (project.getState().path === null && scene.getState().edits === 0);
    if (untouched) next();
    else dialogStore.setState({ name: 'leaving', next });
  },
};
