import { useEffect, useRef, useState } from 'react';
import { checkRecordings, cloneModel, type Model, type NewClone } from '../api/voices.ts';
import { notify, report } from '../store/notices.ts';
import { Icon } from '../ui/Icon.tsx';
import { useSay } from '../ui/use.ts';
import { BeforeAfter } from './BeforeAfter.tsx';
import { LikenessOf } from './LikenessOf.tsx';
import { loadLibrary } from './library.ts';
import { Recorder } from './Recorder.tsx';
import { decode } from './sound.ts';
import { recordingOf, sourceOf, SourceRow, type Source } from './SourceRow.tsx';

/** A voice that was made, beside what it was made of. */
interface Made {
  readonly model: Model;
  readonly notices: readonly string[];
  readonly sources: readonly Source[];
  readonly recordings: NewClone['recordings'];
}

/** A voice from recordings of somebody who agreed to it. */
export function CloneTab() {
  const t = useSay();
  const [sources, setSources] = useState<readonly Source[]>([]);
  const [title, setTitle] = useState('');
  const [agreed, setAgreed] = useState(false);
  const [busy, setBusy] = useState(false);
  const [made, setMade] = useState<Made | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  const add = (source: Source): void => {
    setSources((before) => [...before, source]);
    const tell = (measured: Source['measured']): void =>
      setSources((all) => all.map((one) => (one.id === source.id ? { ...one, measured } : one)));
    checkRecordings([recordingOf(source)], null).then(
      ({ recordings: [measured] }) => tell(measured ?? 'failed'),
      (error: unknown) => {
        tell('failed');
        report(error);
      },
    );
  };
  const take = (files: Iterable<File>): void => {
    for (const file of files) {
      file
        .arrayBuffer()
        .then(decode)
        .then(
          (clip) => add(sourceOf(file.name, clip, '')),
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
      const recordings = sources.map(recordingOf);
      const { model, notices } = await cloneModel({ title: title.trim(), recordings, consent: t('clone.statement') });
      setMade({ model, notices, sources, recordings });
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
        <Recorder done={(clip, text) => add(sourceOf(t('clone.recorded'), clip, text))} />
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
          <section className="clone-result" aria-label={t('clone.compare')} role="status">
            <h3 className="label">{t('clone.compare')}</h3>
            {made.notices.map((notice) => (
              <p key={notice} className="warning">
                {notice}
              </p>
            ))}
            <LikenessOf recordings={made.recordings} card={made.model.dramatis.card} />
            {made.sources.map((source) => (
              <BeforeAfter key={source.id} source={source} title={made.model.title} card={made.model.dramatis.card} />
            ))}
          </section>
        )}
      </form>
    </div>
  );
}
