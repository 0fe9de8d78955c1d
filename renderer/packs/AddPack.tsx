import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { report } from '../store/notices.ts';
import { Icon } from '../ui/Icon.tsx';
import { useSay } from '../ui/use.ts';
import { droppedFiles, pickedFiles } from './gather.ts';
import { add, packs } from './store.ts';
import type { PackFile } from '../api/packs.ts';

function take(files: readonly PackFile[]): void {
  if (files.length > 0) void add(files);
  else packs.setState({ refusal: '' });
}

/** Files and folders that are dropped on the window while the models are shown. */
function useDroppedPacks(): void {
  useEffect(() => {
    const drop = (event: DragEvent): void => {
      if (!event.dataTransfer) return;
      event.preventDefault();
      droppedFiles(event.dataTransfer).then(take, report);
    };
    window.addEventListener('drop', drop, true);
    return () => window.removeEventListener('drop', drop, true);
  }, []);
}

/** A pack from the disk: by drop, files, or folder. */
export function AddPack() {
  const t = useSay();
  const upload = useStore(packs, (state) => state.upload);
  const refusal = useStore(packs, (state) => state.refusal);
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  useDroppedPacks();
  return (
    <section className="settings-part">
      <h3 className="label">{t('packs.add')}</h3>
      <div className="pack-drop">
        <p>{t('packs.add.hint')}</p>
        {upload ? (
          <div className="row">
            <progress aria-label={t('packs.adding')} max={1} {...(upload.share < 1 ? { value: upload.share } : {})} />
            <span className="faint" role="status">
              {upload.share < 1 ? t('packs.sending') : t('packs.looking')}
            </span>
            <button className="quiet" onClick={upload.cancel}>
              {t('packs.cancel')}
            </button>
          </div>
        ) : (
          <div className="row">
            <button className="strong" onClick={() => files.current?.click()}>
              <Icon name="add" /> {t('packs.files')}
            </button>
            <button className="quiet" onClick={() => folder.current?.click()}>
              <Icon name="folder" /> {t('packs.folder')}
            </button>
          </div>
        )}
        {refusal !== null && (
          <p className="warning" role="alert">
            <Icon name="warn" /> {refusal === '' ? t('packs.nothing') : refusal}
          </p>
        )}
      </div>
      {([files, folder] as const).map((input, i) => (
        <input
          key={i}
          ref={input}
          type="file"
          className="unseen"
          multiple
          tabIndex={-1}
          aria-label={t(i === 0 ? 'packs.files' : 'packs.folder')}
          {...(i === 1 ? { webkitdirectory: '' } : {})}
          onChange={(event) => {
            take(pickedFiles(event.target.files));
            event.target.value = '';
          }}
        />
      ))}
    </section>
  );
}
