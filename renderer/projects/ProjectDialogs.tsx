import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { ProjectEntry } from '../../engine/contract/studio.ts';
import { listProjects, listVersions, type VersionEntry } from '../api/studio.ts';
import { notify, report } from '../store/notices.ts';
import { bringBack, newScene, open, project, save } from '../store/project.ts';
import { scene, setTitle } from '../store/document.ts';
import { settings } from '../store/settings.ts';
import { nameIn } from '../ui/form.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { dialogs, dialogStore } from '../ui/dialogs.ts';
import { sayNow, useSay } from '../ui/use.ts';

const when = (time: number): string =>
  new Date(time).toLocaleString(settings.getState().language, { dateStyle: 'medium', timeStyle: 'short' });

export function ProjectsDialog() {
  const t = useSay();
  const [found, setFound] = useState<Awaited<ReturnType<typeof listProjects>> | null>(null);
  useEffect(() => {
    listProjects().then(setFound, report);
  }, []);
  const recentPaths = new Set(found?.recent.map(({ path }) => path));
  const others = found?.projects.filter(({ path }) => !recentPaths.has(path)) ?? [];
  const list = (entries: readonly ProjectEntry[], first: boolean) => (
    <ul className="files">
      {entries.map((entry, i) => (
        <li key={entry.path}>
          <button
            className="file"
            autoFocus={first && i === 0}
            onClick={() => {
              dialogs.leaving(() => void open(entry.path).then(dialogs.close, report));
            }}
          >
            <span>{entry.title === '' ? sayNow('app.untitled') : entry.title}</span>
            <span className="faint">{when(entry.modified)}</span>
            <span className="faint clip path">{entry.path}</span>
          </button>
        </li>
      ))}
    </ul>
  );
  return (
    <Dialog title={t('project.open').replace(/[ .…]+$/, '')}>
      {found && found.recent.length > 0 && (
        <section>
          <h3 className="label">{t('project.recent')}</h3>
          {list(found.recent, true)}
        </section>
      )}
      {others.length > 0 && (
        <section>
          <h3 className="label">{t('project.all')}</h3>
          {list(others, found?.recent.length === 0)}
        </section>
      )}
      {found && found.recent.length + others.length === 0 && <p className="hint">{t('project.none')}</p>}
      <div className="buttons">
        <button
          className="quiet"
          onClick={() =>
            dialogs.leaving(() => {
              newScene();
              dialogs.close();
            })
          }
        >
          {t('project.new')}
        </button>
        <button className="quiet" onClick={() => dialogs.open('pickImport')}>
          {t('project.import')}
        </button>
      </div>
    </Dialog>
  );
}

export function SaveAsDialog() {
  const t = useSay();
  const next = useStore(dialogStore, (state) => state.next);
  return (
    <Dialog title={t('project.saveAs').replace(/[ .…]+$/, '')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const name = nameIn(event.currentTarget).trim();
          if (name === '') return;
          setTitle(name);
          save(null).then((path) => {
            notify({ kind: 'info', key: 'project.saved', values: { path } });
            dialogs.close();
            next?.();
          }, report);
        }}
      >
        <label className="pair">
          <span className="label">{t('project.name')}</span>
          <input
            className="field"
            name="name"
            data-autofocus
            defaultValue={scene.getState().meta.title || t('app.untitled')}
            maxLength={120}
          />
        </label>
        <div className="buttons">
          <button type="button" className="quiet" onClick={dialogs.close}>
            {t('dialog.cancel')}
          </button>
          <button className="strong">{t('project.save')}</button>
        </div>
      </form>
    </Dialog>
  );
}

/** Asks before edits are left behind that are in no file. */
export function LeavingDialog() {
  const t = useSay();
  const next = useStore(dialogStore, (state) => state.next);
  const path = useStore(project, (state) => state.path);
  return (
    <Dialog title={t('project.keepTitle')}>
      <p>{t('project.keepText')}</p>
      <div className="buttons">
        <button
          className="quiet"
          onClick={() => {
            dialogs.close();
            next?.();
          }}
        >
          {t('project.dontSave')}
        </button>
        <button
          className="strong"
          data-autofocus
          onClick={() => {
            if (path === null) dialogStore.setState({ name: 'saveAs' });
            else
              save().then(() => {
                dialogs.close();
                next?.();
              }, report);
          }}
        >
          {t('project.save')}
        </button>
      </div>
    </Dialog>
  );
}

export function VersionsDialog() {
  const t = useSay();
  const path = useStore(project, (state) => state.path);
  const [versions, setVersions] = useState<readonly VersionEntry[] | null>(path === null ? [] : null);
  useEffect(() => {
    if (path !== null) listVersions(path).then(setVersions, report);
  }, [path]);
  return (
    <Dialog title={t('project.versions').replace(/[ .…]+$/, '')}>
      {versions?.length === 0 && <p className="hint">{t('project.versions.none')}</p>}
      <ul className="files">
        {versions?.map((version) => (
          <li key={version.id} className="file">
            <span>{when(version.at)}</span>
            <span className="faint">{t('project.versions.lines', { count: version.lines })}</span>
            <span className="push" />
            <button
              className="quiet"
              onClick={() => {
                if (path !== null) bringBack(path, version.id).then(dialogs.close, report);
              }}
            >
              {t('project.restore')}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
