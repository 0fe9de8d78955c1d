import { useEffect, useState } from 'react';
import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';
import type { SeenRequest } from '../../engine/contract/studio.ts';
import { forgetRequests, seenRequests, sendAgain } from '../api/settings.ts';
import { voiceNamed } from '../store/cast.ts';
import { report } from '../store/notices.ts';
import { dialogs } from '../ui/dialogs.ts';
import { useSay } from '../ui/use.ts';
import { decode, playClip } from '../voices/sound.ts';
import { Snippets } from './Snippets.tsx';

/** As many as the server remembers. */
const ROOM = 200;
const requests = createStore<{ readonly list: readonly SeenRequest[] }>(() => ({ list: [] }));

function see(entry: SeenRequest): void {
  requests.setState(({ list }) => {
    const known = list.findIndex((one) => one.id === entry.id);
    return { list: known < 0 ? [entry, ...list].slice(0, ROOM) : list.with(known, entry) };
  });
}

/** Follows the server for as long as it is shown; a connection that is lost is made again. */
async function follow(signal: AbortSignal): Promise<void> {
  const over = (): boolean => signal.aborted;
  while (!over()) {
    try {
      for await (const entry of seenRequests(signal)) see(entry);
    } catch (error) {
      if (!over()) report(error);
    }
    if (!over()) await new Promise((resolve) => setTimeout(resolve, 3000));
  }
}

const ms = (value: number | null): string => (value === null ? '' : `${Math.round(value)} ms`);

/** A script of what a request says: speaker tags become names, those of the voices that it asked for where they are known. */
function scriptOf(text: string, { body }: SeenRequest): string {
  const asked = [body?.['reference_id'] ?? body?.['voice'] ?? []].flat();
  const nameOf = (index: number): string => {
    const id = asked[index];
    const name = typeof id === 'string' ? voiceNamed(id)?.name.replace(/[:：()[\]]/g, ' ') : undefined;
    return (name ?? `SPEAKER ${index + 1}`).toUpperCase();
  };
  const parts = text.split(/<\|speaker:(\d+)\|>/);
  const lines: string[] = [];
  for (let i = 0; i < parts.length; i += 2) {
    const said = parts[i]!.replace(/\s+/g, ' ').trim();
    if (said !== '') lines.push(`${nameOf(Number(parts[i - 1] ?? 0))}: ${said}`);
  }
  return `${lines.join('\n')}\n`;
}

const fullText = ({ body, text }: SeenRequest): string | null => {
  const told = body?.['text'] ?? body?.['input'];
  return typeof told === 'string' ? told : text;
};

/** The requests of other programs, the newest first, as they come. */
export function Requests() {
  const t = useSay();
  const list = useStore(requests, (state) => state.list);
  const [chosen, setChosen] = useState<string | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    void follow(abort.signal);
    return () => abort.abort();
  }, []);
  const request = list.find((one) => one.id === chosen);
  return (
    <section className="settings-part wide-part">
      <div className="stage-head">
        <h3 className="label">{t('requests.title')}</h3>
        <span className="push" />
        <button
          className="quiet"
          disabled={list.length === 0}
          onClick={() => {
            requests.setState({ list: [] });
            forgetRequests().catch(report);
          }}
        >
          {t('requests.forget')}
        </button>
      </div>
      <p className="hint">{list.length === 0 ? t('requests.none') : t('requests.hint')}</p>
      {list.length > 0 && (
        <table className="table requests">
          <thead>
            <tr>
              <th scope="col">{t('requests.when')}</th>
              <th scope="col">{t('requests.who')}</th>
              <th scope="col">{t('requests.what')}</th>
              <th scope="col">{t('requests.voice')}</th>
              <th scope="col">{t('requests.status')}</th>
              <th scope="col">{t('requests.first')}</th>
              <th scope="col">{t('requests.length')}</th>
            </tr>
          </thead>
          <tbody>
            {list.map((one) => (
              <tr key={one.id} className={one.id === chosen ? 'is-chosen' : ''}>
                <td className="figure">{new Date(one.at).toLocaleTimeString()}</td>
                <td>{one.caller ?? t('requests.nobody')}</td>
                <td className="clip">
                  <button
                    className="bare"
                    aria-expanded={one.id === chosen}
                    onClick={() => setChosen(one.id === chosen ? null : one.id)}
                  >
                    <code>
                      {one.method} {one.path}
                    </code>
                  </button>{' '}
                  <span className="faint">{one.text}</span>
                </td>
                <td>{one.voice}</td>
                <td>
                  <span className={one.status !== null && one.status >= 400 ? 'warning' : ''}>
                    {one.state === 'cut' ? t('requests.cut') : (one.status ?? t('requests.running'))}
                  </span>
                </td>
                <td className="figure">{ms(one.firstMs)}</td>
                <td className="figure">{one.seconds === null ? '' : `${one.seconds.toFixed(1)} s`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {request && <Detail request={request} />}
    </section>
  );
}

function Detail({ request }: { readonly request: SeenRequest }) {
  const t = useSay();
  const text = fullText(request);
  const speaks = request.body !== null && /^\/v1\/(?:tts|audio\/speech)$/.test(request.path);
  const replay = async (): Promise<void> => {
    const { body } = request;
    // Samples without a header cannot be told from anything else, so they are asked for as WAV.
    const wav = body?.['format'] === 'pcm' ? { ...request, body: { ...body, format: 'wav' } } : request;
    const response = await sendAgain(wav);
    playClip(`request:${request.id}`, await decode(await response.arrayBuffer()));
  };
  return (
    <div className="request-detail">
      {request.error !== null && <p className="warning">{request.error}</p>}
      <p className="faint figure">{t('requests.total', { total: ms(request.totalMs), bytes: request.bytes })}</p>
      <div className="buttons">
        {speaks && (
          <button className="quiet" onClick={() => void replay().catch(report)}>
            {t('requests.again')}
          </button>
        )}
        {text !== null && (
          <button
            className="quiet"
            onClick={() => dialogs.import({ name: t('requests.scriptName'), script: scriptOf(text, request) })}
          >
            {t('requests.script')}
          </button>
        )}
      </div>
      {request.body === null ? <p className="hint">{t('requests.noBody')}</p> : <Snippets request={request} />}
    </div>
  );
}
