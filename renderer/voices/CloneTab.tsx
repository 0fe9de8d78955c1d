import { useEffect, useRef, useState } from 'react';
import { cloneModel, type Model } from '../api/voices.ts';
import { notify, report } from '../store/notices.ts';
import { Icon } from '../ui/Icon.tsx';
import { useSay } from '../ui/use.ts';
import { ClipWave } from './ClipWave.tsx';
import { loadLibrary } from './library.ts';
import { PlayCard } from './PlayCard.tsx';
import { Recorder } from './Recorder.tsx';
import { check, type Checked } from './recording.ts';
import { decode, sounding, toggleClip, type Clip } from './sound.ts';
import { writeWav } from './wav.ts';
import { useStore } from 'zustand';

interface Source {
  readonly id: string;
  readonly name: string;
  readonly clip: Clip;
  readonly checked: Checked;
  readonly text: string;
}

/** Findings that no voice can be made with. */
const HOPELESS = new Set(['silent', 'short']);

function sourceOf(name: string, clip: Clip, text: string): Source {
  return { id: crypto.randomUUID(), name, clip, text, checked: check(clip.samples, clip.rate) };
}

/** A voice from recordings of somebody who agreed to it. */
export function CloneTab() {
  const t = useSay();
  const [sources, setSources] = useState<readonly Source[]>([]);
  const [title, setTitle] = useState('');
  const [agreed, setAgreed] = useState(false);
  const [busy, setBusy] = useState(false);
  const [made, setMade] = useState<{ readonly model: Model; readonly notices: readonly string[] } | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  const take = (files: Iterable<File>): void => {
    for (const file of files) {
      file
        .arrayBuffer()
        .then(decode)
        .then(
          (clip) => setSources((before) => [...before, sourceOf(file.name, clip, '')]),
          () => notify({ kind: 'error', key: 'clone.unreadable', values: { name: file.name } }),
        );
    }
  };
  useEffect(() => {
    const drop = (event: DragEvent): void => {
      event.preventDefault();
      take(event.dataTransfer?.files ?? []);
    };
    window.addEventListener('drop', drop, true);
    return () => window.removeEventListener('drop', drop, true);
  }, []);
  const change = (id: string, text: string): void =>
    setSources(sources.map((source) => (source.id === id ? { ...source, text } : source)));
  const enough = sources.reduce((sum, { checked }) => sum + checked.speech, 0) >= 3;
  const ready = enough && title.trim() !== '' && agreed && sources.every(({ text }) => text.trim() !== '');
  const make = async (): Promise<void> => {
    setBusy(true);
    try {
      // What was heard and checked here is what is sent.
      const recordings = sources.map(({ clip, text }) => ({
        audio: new Blob([writeWav(clip.samples, clip.rate)], { type: 'audio/wav' }),
        text: text.trim(),
      }));
      setMade(await cloneModel({ title: title.trim(), recordings, consent: t('clone.statement') }));
      await loadLibrary();
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="clone">
      <div className="clone-main">
        <p className="hint">{t('clone.hint')}</p>
        <div className="buttons">
          <button className="quiet" onClick={() => picker.current?.click()}>
            <Icon name="folder" />
            {t('clone.files')}
          </button>
          <input
            ref={picker}
            type="file"
            className="unseen"
            accept="audio/*"
            multiple
            tabIndex={-1}
            aria-label={t('clone.files')}
            onChange={(event) => {
              take(event.target.files ?? []);
              event.target.value = '';
            }}
          />
        </div>
        <Recorder
          done={(clip, text) => setSources((before) => [...before, sourceOf(t('clone.recorded'), clip, text)])}
        />
        <ul className="candidates">
          {sources.map((source) => (
            <SourceRow
              key={source.id}
              source={source}
              change={(text) => change(source.id, text)}
              remove={() => setSources(sources.filter((one) => one !== source))}
            />
          ))}
        </ul>
      </div>
      <form
        className="library-side"
        aria-label={t('voices.clone')}
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && !busy) make().catch(report);
        }}
      >
        <label>
          <span className="label">{t('voice.name')}</span>
          <input className="field" maxLength={80} value={title} onChange={(event) => setTitle(event.target.value)} />
        </label>
        <label className="check consent">
          <input type="checkbox" checked={agreed} onChange={(event) => setAgreed(event.target.checked)} />{' '}
          {t('clone.statement')}
        </label>
        <button className="strong" disabled={!ready || busy}>
          {busy ? t('clone.busy') : t('clone.make')}
        </button>
        {!ready && sources.length > 0 && <p className="hint">{t('clone.missing')}</p>}
        {made && (
          <section aria-label={t('clone.compare')} role="status">
            <h3 className="label">{t('clone.compare')}</h3>
            {made.notices.map((notice) => (
              <p key={notice} className="warning">
                {notice}
              </p>
            ))}
            {sources.map((source) => (
              <div key={source.id} className="row">
                <PlaySource source={source} />
                <span>{t('clone.before')}</span>
                <PlayCard
                  id={`clone:${source.id}`}
                  name={made.model.title}
                  card={made.model.dramatis.card}
                  text={source.text}
                />
                <span>{t('clone.after')}</span>
              </div>
            ))}
          </section>
        )}
      </form>
    </div>
  );
}

function PlaySource({ source }: { readonly source: Source }) {
  const t = useSay();
  const playing = useStore(sounding, (state) => state.id === source.id);
  return (
    <button
      type="button"
      className="quiet square"
      aria-label={t('audition.play', { name: source.name })}
      aria-pressed={playing}
      onClick={() => toggleClip(source.id, source.clip)}
    >
      <Icon name={playing ? 'stop' : 'play'} />
    </button>
  );
}

interface RowProps {
  readonly source: Source;
  readonly change: (text: string) => void;
  readonly remove: () => void;
}

function SourceRow({ source, change, remove }: RowProps) {
  const t = useSay();
  const { checked, clip, name } = source;
  return (
    <li className="candidate hue-5">
      <div className="candidate-head">
        <PlaySource source={source} />
        <h3>{name}</h3>
        <span className="faint figure">{t('clone.seconds', { seconds: checked.speech.toFixed(1) })}</span>
        <span className="push" />
        <button className="quiet square" aria-label={t('audition.discard', { name })} onClick={remove}>
          <Icon name="trash" />
        </button>
      </div>
      <ClipWave id={source.id} clip={clip} label={t('audition.waveform', { name })} />
      {checked.findings.length === 0 && <p className="faint">{t('clone.good')}</p>}
      {checked.findings.map((finding) => (
        <p key={finding} className={HOPELESS.has(finding) ? 'warning hopeless' : 'warning'}>
          <Icon name="warn" /> {t(`finding.${finding}`)}
        </p>
      ))}
      <label>
        <span className="label">{t('clone.transcript')}</span>
        <textarea className="field" rows={3} value={source.text} onChange={(event) => change(event.target.value)} />
      </label>
    </li>
  );
}
