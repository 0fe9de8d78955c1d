import { useState } from 'react';
import { followServer } from '../api/client.ts';
import { changeSettings, moveServer, type Health, type ServerFacts } from '../api/settings.ts';
import { notify, report } from '../store/notices.ts';
import { flush } from '../store/project.ts';
import { useSay } from '../ui/use.ts';
import { base } from './base.ts';
import { copy } from './copy.ts';

interface Props {
  readonly facts: ServerFacts;
  /** null: it does not answer. */
  readonly health: Health | null;
  readonly refresh: () => void;
}

/** Where the server is, whether it answers other programs, and on which port. */
export function Serving({ facts, health, refresh }: Props) {
  const t = useSay();
  const { serving } = facts.settings;
  const ready = health?.engine === 'ready' && serving;
  const state =
    health === null
      ? t('server.gone')
      : !serving
        ? t('server.stopped')
        : t(health.engine === 'ready' ? 'server.ready' : 'server.busy', {
            active: health.load.active,
            waiting: health.load.waiting,
          });
  return (
    <>
      <h3 className="label">{t('server.title')}</h3>
      <div className="row">
        <code className="path">{base()}</code>
        <button className="quiet" onClick={() => copy(base())}>
          {t('settings.copy')}
        </button>
      </div>
      <p className="hint">{t('server.local')}</p>
      <div className="row">
        <p role="status" className="push">
          <span className={`dot ${ready ? 'dot-ready' : 'dot-stale'}`} /> {state}
        </p>
        <button
          className={serving ? 'quiet' : 'strong'}
          onClick={() => void changeSettings({ serving: !serving }).then(refresh, report)}
        >
          {t(serving ? 'server.stop' : 'server.start')}
        </button>
      </div>
      <Port key={facts.url} facts={facts} />
    </>
  );
}

const [LEAST, MOST] = [1024, 65_535];

/** Another port: at once, where this page can follow; else from the next start on. */
function Port({ facts }: { readonly facts: ServerFacts }) {
  const t = useSay();
  const now = Number(new URL(facts.url).port);
  const [port, setPort] = useState(String(facts.movable ? now : (facts.settings.port ?? now)));
  const wanted = Number(port);
  const allowed = Number.isInteger(wanted) && wanted >= LEAST && wanted <= MOST;
  const change = async (): Promise<void> => {
    if (!facts.movable) {
      await changeSettings({ port: wanted });
      notify({ kind: 'info', key: 'server.portLater', values: { port: wanted } });
      return;
    }
    await flush();
    followServer(await moveServer(wanted));
  };
  return (
    <form
      className="row"
      onSubmit={(event) => {
        event.preventDefault();
        if (allowed && wanted !== now) change().catch(report);
      }}
    >
      <label className="pair">
        <span>{t('server.portNumber')}</span>
        <input
          className="field port"
          inputMode="numeric"
          maxLength={5}
          value={port}
          onChange={(event) => setPort(event.target.value.replace(/\D/g, ''))}
        />
      </label>
      <button className="quiet" disabled={!allowed || wanted === now}>
        {t('server.move')}
      </button>
      <span className="faint">{`${LEAST}–${MOST}`}</span>
    </form>
  );
}
