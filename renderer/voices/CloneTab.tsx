import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { checkRecordings, cloneModel, type Maker, type Model, type NewClone } from '../api/voices.ts';
import { usePack } from '../packs/store.ts';
import { languagesText } from '../packs/words.ts';
import { notify, report } from '../store/notices.ts';
import { Icon } from '../ui/Icon.tsx';
import { useSay } from '../ui/use.ts';
import { BeforeAfter } from './BeforeAfter.tsx';
import { LikenessOf } from './LikenessOf.tsx';
import { library, loadLibrary } from './library.ts';
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

/** Whether what is said in the recordings must be known: the pack that comes with the program compares it with the sound. */
function useReadsTranscripts(maker: Maker | undefined): boolean {
  return usePack(maker?.id)?.builtIn ?? true;
}

/** A voice from recordings of somebody who agreed to it. */
export function CloneTab() {
  const t = useSay();
  const [sources, setSources] = useState<readonly Source[]>([]);
  const [title, setTitle] = useState('');
  const [agreed, setAgreed] = useState(false);
  const [busy, setBusy] = useState(false);
  const makers = useStore(library, (state) => state.abilities.makers);
  const [chosen, choose] = useState('');
  const maker = makers.find(({ id }) => id === chosen) ?? makers[0];
  const reads = useReadsTranscripts(maker);
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
  const told = !reads || sources.every(({ text }) => text.trim() !== '');
  const ready = enough && title.trim() !== '' && agreed && told;
  const make = async (): Promise<void> => {
    setBusy(true);
    try {
      // What was heard and checked here is what is sent.
      const recordings = sources.map(recordingOf);
      const consent = t('clone.statement');
      const { model, notices } = await cloneModel({ title: title.trim(), recordings, consent, pack: maker?.id });
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
              transcribed={reads}
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
        {makers.length > 1 && (
          <label>
            <span className="label">{t('clone.maker')}</span>
            <select className="field" value={maker?.id} onChange={(event) => choose(event.target.value)}>
              {makers.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
        {maker && !reads && (
          <p className="hint">
            {t('clone.maker.recorded', { name: maker.name, languages: languagesText(maker.languages, t) })}
          </p>
        )}
        <label className="check consent">
          <input type="checkbox" checked={agreed} onChange={(event) => setAgreed(event.target.checked)} />{' '}
          {t('clone.statement')}
        </label>
        <button className="strong" disabled={!ready || busy}>
          {busy ? t('clone.busy') : t('clone.make')}
        </button>
        {!ready && sources.length > 0 && (
          <p className="hint">{t(reads ? 'clone.missing' : 'clone.missing.recorded')}</p>
        )}
        {made && (
          <section className="clone-result" aria-label={t('clone.compare')} role="status">
            <h3 className="label">{t('clone.compare')}</h3>
            {made.notices.map((notice) => (
              <p key={notice} className="warning">
                {notice}
              </p>
            ))}
            {!('recordings' in made.model.dramatis.card.speaker) && (
              <LikenessOf recordings={made.recordings} card={made.model.dramatis.card} />
            )}
            {made.sources.map((source) => (
              <BeforeAfter key={source.id} source={source} title={made.model.title} card={made.model.dramatis.card} />
            ))}
          </section>
        )}
      </form>
    </div>
  );
}
