import { useStore } from 'zustand';
import { ExportDialog } from '../export/ExportDialog.tsx';
import { ImportDialog, PickImport } from '../projects/ImportDialog.tsx';
import { LeavingDialog, ProjectsDialog, SaveAsDialog, VersionsDialog } from '../projects/ProjectDialogs.tsx';
import { Welcome } from '../welcome/Welcome.tsx';
import { dialogStore } from './dialogs.ts';
import { later } from './later.tsx';
import { Palette } from './Palette.tsx';
import { Shortcuts } from './Shortcuts.tsx';

const SettingsScreen = later(() => import('../settings/SettingsScreen.tsx'));
const VoicesScreen = later(() => import('../voices/VoicesScreen.tsx'));

/** Fetches the code of the screens before anybody waits for it. */
export const fetchScreens = (): Promise<unknown> => Promise.all([SettingsScreen.fetch(), VoicesScreen.fetch()]);

/** Whatever dialog is open. Its code is fetched when the first one opens. */
export default function Dialogs() {
  const name = useStore(dialogStore, (state) => state.name);
  switch (name) {
    case 'palette':
      return <Palette />;
    case 'shortcuts':
      return <Shortcuts />;
    case 'projects':
      return <ProjectsDialog />;
    case 'saveAs':
      return <SaveAsDialog />;
    case 'versions':
      return <VersionsDialog />;
    case 'leaving':
      return <LeavingDialog />;
    case 'import':
      return <ImportDialog />;
    case 'pickImport':
      return <PickImport />;
    case 'export':
      return <ExportDialog />;
    case 'welcome':
      return <Welcome />;
    case 'voices':
      return <VoicesScreen.Part />;
    case 'settings':
      return <SettingsScreen.Part />;
    case null:
      return null;
  }
}
