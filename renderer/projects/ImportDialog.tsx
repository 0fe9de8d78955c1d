import { useEffect } from 'react';
import { useStore } from 'zustand';
import { IMPORTABLE } from '../script/import/index.ts';
import { parseScript } from '../script/parse.ts';
import { dispatch, scene } from '../store/document.ts';
import { takeFile } from '../ui/App.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { dialogs, dialogStore } from '../ui/dialogs.ts';
import { useSay } from '../ui/use.ts';

/** Opens the browser's file picker. */
export function PickImport() {
  useEffect(() => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = IMPORTABLE.join(',');
    input.addEventListener('change', () => {
      const file = input.files?.[0];
      if (file) void takeFile(file);
    });
    dialogs.close();
    input.click();
  }, []);
  return null;
}

/** Shows what was found in a file, and asks where it goes. Either way it can be undone. */
export function ImportDialog() {
  const t = useSay();
  const imported = useStore(dialogStore, (state) => state.imported);
  if (!imported) return null;
  const { cues, speakers } = parseScript(imported.script.split('\n'));
  const { editor } = scene.getState();
  const put = (from: number, to: number, insert: string): void => {
    dispatch({
      changes: { from, to, insert },
      selection: { anchor: from },
      userEvent: 'input.import',
      scrollIntoView: true,
    });
    dialogs.close();
  };
  return (
    <Dialog title={t('import.title', { name: imported.name })}>
      <p>{t('import.text', { count: cues.length, speakers: speakers.size })}</p>
      <pre className="excerpt">{imported.script.split('\n').slice(0, 12).join('\n')}</pre>
      <div className="buttons">
        <button
          className="quiet"
          onClick={() => put(editor.selection.main.head, editor.selection.main.head, `${imported.script}\n`)}
        >
          {t('import.insert')}
        </button>
        <button className="strong" data-autofocus onClick={() => put(0, editor.doc.length, imported.script)}>
          {t('import.replace')}
        </button>
      </div>
    </Dialog>
  );
}
