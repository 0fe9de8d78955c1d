import { useStore } from 'zustand';
import { setTitle } from '../store/document.ts';
import { project } from '../store/project.ts';
import { settings, type Theme } from '../store/settings.ts';
import { commandNamed, shown } from './commands.ts';
import { dialogs } from './dialogs.ts';
import { Icon } from './Icon.tsx';
import { LanguageSelect } from './LanguageSelect.tsx';
import { type StringKey } from './strings.ts';
import { useSay, useScene } from './use.ts';

function SaveState() {
  const t = useSay();
  const edits = useScene((state) => state.edits);
  const revision = useScene((scene) => scene.revision);
  const { path, savedEdits, safeRevision, trouble } = useStore(project);
  const edited: StringKey = trouble ? 'app.unsafe' : 'app.edited';
  const state: StringKey = edits !== savedEdits ? edited : path === null ? 'app.new' : 'app.saved';
  return (
    <button
      className={`bare save-state ${edits !== savedEdits ? 'is-edited' : ''} ${trouble ? 'is-unsafe' : ''}`}
      data-safe={revision === safeRevision}
      title={path ?? undefined}
      onClick={commandNamed('save').run}
    >
      <span className="save-dot" />
      {t(state)}
    </button>
  );
}

function Title() {
  const t = useSay();
  const title = useScene((state) => state.meta.title);
  return (
    <input
      className="title"
      aria-label={t('app.title')}
      placeholder={t('app.untitled')}
      value={title}
      maxLength={200}
      onChange={(event) => setTitle(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur();
      }}
    />
  );
}

const NEXT: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };

export function TopBar() {
  const t = useSay();
  const theme = useStore(settings, (state) => state.theme);
  const themeName = t(`view.${theme}`);
  return (
    <header className="bar" id="bar">
      <img className="mark" src="/icon.svg" alt={t('app.name')} width="26" height="26" />
      <Title />
      <SaveState />
      <span className="push" />
      <button className="quiet" onClick={() => dialogs.open('projects')}>
        <Icon name="folder" />
        {t('project.open')}
      </button>
      <button className="quiet" title={t('view.voices')} onClick={() => dialogs.open('voices')}>
        <Icon name="voice" />
        <span className="wide">{t('voices.title')}</span>
      </button>
      <button
        className="quiet square"
        aria-label={t('settings.title')}
        title={t('settings.title')}
        onClick={() => dialogs.open('settings')}
      >
        <Icon name="settings" />
      </button>
      <button className="quiet" onClick={() => dialogs.open('palette')}>
        <Icon name="search" />
        {t('app.commands')} <kbd>{shown('Mod+K')}</kbd>
      </button>
      <button
        className="quiet square"
        aria-label={`${t('app.theme')}: ${themeName}`}
        title={`${t('app.theme')}: ${themeName}`}
        onClick={() => settings.setState({ theme: NEXT[theme] })}
      >
        <Icon name="theme" />
      </button>
      <LanguageSelect />
      <button className="strong" onClick={() => dialogs.open('export')}>
        <Icon name="export" />
        {t('app.export')}
      </button>
    </header>
  );
}
