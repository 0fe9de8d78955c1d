import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { changeSettings } from '../api/settings.ts';
import { play, playback, stop } from '../player/transport.ts';
import { displayName } from '../store/cast.ts';
import { EMPTY_FILE, scene, setTitle } from '../store/document.ts';
import { report } from '../store/notices.ts';
import { newScene, project, save } from '../store/project.ts';
import { withoutTags } from '../script/tags.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { shown } from '../ui/commands.ts';
import { dialogs } from '../ui/dialogs.ts';
import { Icon } from '../ui/Icon.tsx';
import { LanguageSelect } from '../ui/LanguageSelect.tsx';
import { useSay, useScene } from '../ui/use.ts';

const STEPS = 3;

/** The first start: hear a scene, name a project, done. Every step can be skipped, and it is shown once. */
export function Welcome() {
  const t = useSay();
  const [step, setStep] = useState(1);
  useEffect(() => {
    changeSettings({ welcomed: true }).catch(report);
    return stop;
  }, []);
  return (
    <Dialog title={t('welcome.title')}>
      <div className="welcome">
        <p className="faint" role="status">
          {t('welcome.step', { step, count: STEPS })}
        </p>
        {step === 1 && <HearIt next={() => setStep(2)} />}
        {step === 2 && <NameIt back={() => setStep(1)} next={() => setStep(3)} />}
        {step === 3 && <Done />}
      </div>
    </Dialog>
  );
}

function Skip() {
  const t = useSay();
  return (
    <button type="button" className="quiet" onClick={dialogs.close}>
      {t('welcome.skip')}
    </button>
  );
}

function HearIt({ next }: { readonly next: () => void }) {
  const t = useSay();
  const { state, cue: id } = useStore(playback);
  const cue = useScene(({ cues }) => cues.find((one) => one.id === id) ?? cues[0]);
  const playing = state !== 'idle';
  return (
    <>
      <p>{t('welcome.hear')}</p>
      <div className={`welcome-line ${playing ? 'is-playing' : ''}`}>
        <button
          className="strong"
          data-autofocus
          onClick={() => {
            if (playing) stop();
            else play({ from: 0 });
          }}
        >
          <Icon name={playing ? 'stop' : 'play'} />
          {playing ? t('play.stop') : t('welcome.play')}
        </button>
        {cue && (
          <figure aria-hidden="true">
            <figcaption className="label">{displayName(cue.speaker)}</figcaption>
            <blockquote>{withoutTags(cue.text)}</blockquote>
          </figure>
        )}
      </div>
      <div className="buttons welcome-buttons">
        <LanguageSelect />
        <span className="push" />
        <Skip />
        <button
          className="quiet"
          onClick={() => {
            stop();
            next();
          }}
        >
          {t('welcome.next')}
        </button>
      </div>
    </>
  );
}

type Begin = 'sample' | 'empty';

function NameIt({ back, next }: { readonly back: () => void; readonly next: () => void }) {
  const t = useSay();
  const [name, setName] = useState(scene.getState().meta.title);
  const [begin, setBegin] = useState<Begin>('sample');
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const keep = async (): Promise<void> => {
    if (begin === 'empty') newScene({ ...EMPTY_FILE, title: name.trim() });
    else setTitle(name.trim());
    await save(project.getState().path);
    next();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() === '' || busy) return;
        setBusy(true);
        keep()
          .catch(report)
          .finally(() => setBusy(false));
      }}
    >
      <label className="welcome-name">
        <span className="label">{t('welcome.name')}</span>
        <input
          className="field"
          ref={field}
          value={name}
          maxLength={120}
          onChange={(event) => setName(event.target.value)}
        />
      </label>
      <fieldset className="welcome-begin">
        <legend className="label">{t('welcome.begin')}</legend>
        {(['sample', 'empty'] as const).map((one) => (
          <label key={one} className="check">
            <input type="radio" name="begin" checked={begin === one} onChange={() => setBegin(one)} />{' '}
            {t(`welcome.begin.${one}`)}
          </label>
        ))}
      </fieldset>
      <div className="buttons welcome-buttons">
        <button type="button" className="quiet" onClick={back}>
          {t('welcome.back')}
        </button>
        <span className="push" />
        <Skip />
        <button className="strong" disabled={name.trim() === '' || busy}>
          {t('welcome.next')}
        </button>
      </div>
    </form>
  );
}

function Done() {
  const t = useSay();
  const path = useStore(project, (state) => state.path);
  const start = useRef<HTMLButtonElement>(null);
  useEffect(() => start.current?.focus(), []);
  return (
    <>
      <p>{t('welcome.done')}</p>
      <p>
        <code className="path welcome-path">{path}</code>
      </p>
      <ul className="welcome-next">
        <li>{t('welcome.write', { keys: shown('Mod+Enter') })}</li>
        <li>{t('welcome.voices', { keys: shown('Alt+S') })}</li>
        <li>{t('welcome.commands', { keys: shown('Mod+K') })}</li>
      </ul>
      <div className="buttons welcome-buttons">
        <span className="push" />
        <button className="strong" ref={start} onClick={dialogs.close}>
          {t('welcome.start')}
        </button>
      </div>
    </>
  );
}
