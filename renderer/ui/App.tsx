import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { Editor } from '../editor/Editor.tsx';
import { decodeText, importScript } from '../script/import/index.ts';
import { notify, report } from '../store/notices.ts';
import { project } from '../store/project.ts';
import { Timeline } from '../timeline/Timeline.tsx';
import { TransportBar } from '../player/TransportBar.tsx';
import { handleKey } from './commands.ts';
import { dialogs, dialogStore } from './dialogs.ts';
import { later } from './later.tsx';
import { Notices } from './Notices.tsx';
import { SidePanel } from './SidePanel.tsx';
import { TopBar } from './TopBar.tsx';
import { useSay } from './use.ts';

const Dialogs = later(() => import('./Dialogs.tsx'));

/** What opens over the scene, in the order in which it is likely to be asked for. */
async function fetchParts(): Promise<void> {
  await Dialogs.fetch();
  await (await import('./Dialogs.tsx')).fetchScreens();
}

/** Reads a dropped or picked file and asks where it goes. */
export async function takeFile(file: File): Promise<void> {
  const script = importScript(file.name, decodeText(new Uint8Array(await file.arrayBuffer())));
  if (script === null) notify({ kind: 'error', key: 'import.unknown', values: { name: file.name } });
  else dialogs.import({ name: file.name, script });
}

function useDrop(): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    let depth = 0;
    const holdsFile = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
    const enter = (event: DragEvent): void => {
      if (!holdsFile(event)) return;
      depth += 1;
      setOver(true);
    };
    const leave = (event: DragEvent): void => {
      if (!holdsFile(event)) return;
      depth -= 1;
      if (depth === 0) setOver(false);
    };
    const move = (event: DragEvent): void => {
      if (holdsFile(event)) event.preventDefault();
    };
    const drop = (event: DragEvent): void => {
      const file = event.dataTransfer?.files[0];
      depth = 0;
      setOver(false);
      if (!file) return;
      event.preventDefault();
      event.stopPropagation();
      // What is open over the scene takes its own files.
      if (!dialogs.isOpen()) void takeFile(file);
    };
    const abort = new AbortController();
    const options = { signal: abort.signal, capture: true };
    window.addEventListener('dragenter', enter, options);
    window.addEventListener('dragleave', leave, options);
    window.addEventListener('dragover', move, options);
    window.addEventListener('drop', drop, options);
    return () => abort.abort();
  }, []);
  return over;
}

export function App() {
  const t = useSay();
  const over = useDrop();
  const ready = useStore(project, (state) => state.ready);
  const dialog = useStore(dialogStore, (state) => state.name);
  useEffect(() => {
    const key = (event: KeyboardEvent): void => void handleKey(event);
    window.addEventListener('keydown', key, true);
    return () => window.removeEventListener('keydown', key, true);
  }, []);
  useEffect(() => {
    if (!ready) return;
    // The scene comes first; what opens over it answers at once when it is asked for.
    const idle = requestIdleCallback(() => void fetchParts().catch(report));
    return () => cancelIdleCallback(idle);
  }, [ready]);
  return (
    <div className="app" data-ready={ready}>
      <a className="skip" href="#script">
        {t('app.skip')}
      </a>
      <TopBar />
      <main className="stage">
        <h1 className="unseen">{t('app.name')}</h1>
        <Editor />
      </main>
      <SidePanel />
      <footer className="foot">
        <TransportBar />
        <Timeline />
      </footer>
      <Notices />
      {dialog !== null && <Dialogs.Part />}
      {over && <div className="drop">{t('script.drop')}</div>}
    </div>
  );
}
