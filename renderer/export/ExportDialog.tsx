import { useEffect, useRef, useState } from 'react';
import { FORMATS, MP3_BITRATES, OPUS_BITRATES, type FormatName } from '../../engine/contract/formats.ts';
import type { ExportOrder, ExportStatus } from '../../engine/contract/studio.ts';
import { bridge } from '../api/client.ts';
import { cancelExport, downloadExport, exportStatus, revealExport, startExport } from '../api/studio.ts';
import { bringBackAudio, renderMissing } from '../player/render-all.ts';
import { report } from '../store/notices.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Icon } from '../ui/Icon.tsx';
import { figure, sayNow, useSay } from '../ui/use.ts';
import { orderOf, type ExportChoice } from './order.ts';

const LAYOUTS: readonly ExportOrder['layout'][] = ['mix', 'lines', 'stems'];

/** Whole numbers of kbit/s and the words for "automatic". */
function bitrates(format: FormatName): readonly number[] {
  return format === 'mp3' ? MP3_BITRATES : format === 'opus' ? OPUS_BITRATES : [];
}

const showBitrate = (format: FormatName, value: number): string =>
  value === -1000 ? sayNow('export.auto') : `${format === 'opus' ? value / 1000 : value} kbit/s`;

type Stage =
  | { readonly at: 'choosing' }
  | { readonly at: 'rendering'; readonly done: number; readonly count: number }
  | { readonly at: 'writing'; readonly status: ExportStatus }
  | { readonly at: 'over'; readonly status: ExportStatus };

export function ExportDialog() {
  const t = useSay();
  const [choice, setChoice] = useState<ExportChoice>({
    layout: 'mix',
    format: 'wav',
    sampleRate: 44_100,
    bitrate: null,
    srt: true,
    vtt: false,
    manifest: true,
  });
  const [stage, setStage] = useState<Stage>({ at: 'choosing' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const pick = (fields: Partial<ExportChoice>): void => setChoice({ ...choice, ...fields });
  const pickFormat = (format: FormatName): void =>
    pick({
      format,
      sampleRate: FORMATS[format].defaultRate,
      bitrate: format === 'mp3' ? 128 : format === 'opus' ? -1000 : null,
    });

  const run = async (signal: AbortSignal): Promise<void> => {
    await renderMissing(signal, (done, count) => setStage({ at: 'rendering', done, count }));
    await bringBackAudio(signal);
    let status = await startExport(orderOf(choice, sayNow('app.untitled')));
    const { id } = status;
    const cancel = (): void => void cancelExport(id).catch(report);
    signal.addEventListener('abort', cancel, { once: true });
    while (status.state === 'running') {
      setStage({ at: 'writing', status });
      await new Promise((resolve) => setTimeout(resolve, 150));
      status = await exportStatus(id);
    }
    signal.removeEventListener('abort', cancel);
    setStage({ at: 'over', status });
  };
  const start = (): void => {
    const abort = new AbortController();
    running.current = abort;
    setStage({ at: 'rendering', done: 0, count: 0 });
    run(abort.signal).catch((error: unknown) => {
      if (!abort.signal.aborted) report(error);
      setStage({ at: 'choosing' });
    });
  };

  return (
    <Dialog title={t('export.title')}>
      {stage.at === 'choosing' && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            start();
          }}
        >
          <fieldset className="layouts">
            <legend className="label">{t('export.layout')}</legend>
            {LAYOUTS.map((layout) => (
              <label key={layout} className="layout">
                <input
                  type="radio"
                  name="layout"
                  checked={choice.layout === layout}
                  onChange={() => pick({ layout })}
                />
                <span>{t(`export.${layout}`)}</span>
                <span className="faint">{t(`export.${layout}.text`)}</span>
              </label>
            ))}
          </fieldset>
          <div className="trio">
            <label>
              <span className="label">{t('export.format')}</span>
              <select
                className="field"
                value={choice.format}
                onChange={(event) => pickFormat(event.target.value as FormatName)}
              >
                {Object.keys(FORMATS).map((format) => (
                  <option key={format} value={format}>
                    {format.toUpperCase()}
                  </option>
                ))}
              </select>
            </label>
            <label>
              <span className="label">{t('export.rate')}</span>
              <select
                className="field"
                value={choice.sampleRate}
                onChange={(event) => pick({ sampleRate: Number(event.target.value) })}
              >
                {FORMATS[choice.format].rates.map((rate) => (
                  <option key={rate} value={rate}>
                    {rate / 1000} kHz
                  </option>
                ))}
              </select>
            </label>
            {choice.bitrate !== null && (
              <label>
                <span className="label">{t('export.bitrate')}</span>
                <select
                  className="field"
                  value={choice.bitrate}
                  onChange={(event) => pick({ bitrate: Number(event.target.value) })}
                >
                  {bitrates(choice.format).map((rate) => (
                    <option key={rate} value={rate}>
                      {showBitrate(choice.format, rate)}
                    </option>
                  ))}
                </select>
              </label>
            )}
          </div>
          <fieldset className="layouts">
            <legend className="label">{t('export.with')}</legend>
            {(['srt', 'vtt', 'manifest'] as const).map((name) => (
              <label key={name} className="check">
                <input
                  type="checkbox"
                  checked={choice[name]}
                  onChange={(event) => pick({ [name]: event.target.checked })}
                />{' '}
                {t(`export.${name}`)}
              </label>
            ))}
          </fieldset>
          <div className="buttons">
            <button className="strong" data-autofocus>
              {t('export.start')}
            </button>
          </div>
        </form>
      )}
      {(stage.at === 'rendering' || stage.at === 'writing') && (
        <div className="progress-box" aria-live="polite">
          <p>
            {stage.at === 'rendering' ? t('export.rendering') : t('export.writing')}
            {stage.at === 'rendering' && stage.count > 0 ? ` ${stage.done}/${stage.count}` : ''}
          </p>
          <progress
            aria-label={t(stage.at === 'rendering' ? 'export.rendering' : 'export.writing')}
            max={1}
            value={stage.at === 'writing' ? stage.status.progress : stage.count > 0 ? stage.done / stage.count : 0}
          />
          <div className="buttons">
            <button className="quiet" autoFocus onClick={() => running.current?.abort()}>
              {t('export.cancel')}
            </button>
          </div>
        </div>
      )}
      {stage.at === 'over' && <Result status={stage.status} again={() => setStage({ at: 'choosing' })} />}
    </Dialog>
  );
}

function Result({ status, again }: { readonly status: ExportStatus; readonly again: () => void }) {
  const t = useSay();
  const [canReveal, setCanReveal] = useState(true);
  const reveal = (): void => {
    if (bridge.reveal) bridge.reveal(status.folder).catch(report);
    else revealExport(status.id).then(setCanReveal, report);
  };
  const download = async (name: string): Promise<void> => {
    const url = URL.createObjectURL(await downloadExport(status.id, name));
    const link = document.createElement('a');
    link.href = url;
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  };
  if (status.state !== 'done') {
    return (
      <div>
        <p>{status.state === 'cancelled' ? t('export.cancelled') : status.message}</p>
        <div className="buttons">
          <button className="quiet" onClick={again}>
            {t('export.again')}
          </button>
        </div>
      </div>
    );
  }
  return (
    <div className="result">
      <p>{t('export.done', { count: status.files.length })}</p>
      <code className="path">{status.folder}</code>
      {status.loudness !== null && status.truePeak !== null && (
        <p className="faint">
          {t('export.loudness', { lufs: figure(status.loudness, 1), peak: figure(status.truePeak, 1) })}
        </p>
      )}
      <ul className="files">
        {status.files.slice(0, 200).map(({ name, bytes }) => (
          <li key={name} className="file">
            <span className="clip">{name}</span>
            <span className="push" />
            <span className="faint">
              {bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`}
            </span>
            <button
              className="bare"
              aria-label={t('export.download', { name })}
              onClick={() => void download(name).catch(report)}
            >
              <Icon name="download" />
            </button>
          </li>
        ))}
      </ul>
      <div className="buttons">
        <button className="quiet" onClick={again}>
          {t('export.again')}
        </button>
        {canReveal && (
          <button className="strong" onClick={reveal}>
            <Icon name="folder" /> {t('export.reveal')}
          </button>
        )}
      </div>
    </div>
  );
}
