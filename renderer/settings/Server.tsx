import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import {
  changeSettings,
  readHealth,
  readSettings,
  readStorage,
  type Health,
  type Place,
  type ServerFacts,
  type ServerSettings,
} from '../api/settings.ts';
import { voices } from '../store/cast.ts';
import { report } from '../store/notices.ts';
import { Icon } from '../ui/Icon.tsx';
import { useSay } from '../ui/use.ts';
import { Serving } from './Serving.tsx';

function size(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB'];
  const at = Math.min(units.length - 1, bytes === 0 ? 0 : Math.floor(Math.log(bytes) / Math.log(1000)));
  return `${(bytes / 1000 ** at).toFixed(at === 0 ? 0 : 1)} ${units[at] ?? ''}`;
}

/** Address, voice of requests that name none, who may come in from the web, models, and what lies on the disk. */
export function Server() {
  const t = useSay();
  const [facts, setFacts] = useState<ServerFacts | null>(null);
  const [health, setHealth] = useState<Health | null>(null);
  const [places, setPlaces] = useState<readonly Place[]>([]);
  const refresh = (): void => void readSettings().then(setFacts, report);
  useEffect(() => {
    refresh();
    readStorage().then(setPlaces, report);
    const look = (): void => void readHealth().then(setHealth, () => setHealth(null));
    look();
    const timer = setInterval(look, 2000);
    return () => clearInterval(timer);
  }, []);
  if (!facts) return <p className="hint">{t('settings.loading')}</p>;
  const change = (values: Partial<ServerSettings>): void => void changeSettings(values).then(refresh, report);
  return (
    <>
      <section className="settings-part">
        <Serving facts={facts} health={health} refresh={refresh} />
        <DefaultVoice chosen={facts.settings.defaultVoice} change={(defaultVoice) => change({ defaultVoice })} />
        <label className="check">
          <input
            type="checkbox"
            checked={facts.settings.consentRequired}
            onChange={(event) => change({ consentRequired: event.target.checked })}
          />{' '}
          {t('server.consent')}
        </label>
        <Origins list={facts.settings.origins} change={(origins) => change({ origins })} />
      </section>
      <section className="settings-part">
        <h3 className="label">{t('storage.title')}</h3>
        <p>
          <code className="path">{facts.folder}</code>
        </p>
        <table className="table">
          <tbody>
            {places.map((place) => (
              <tr key={place.name}>
                <th scope="row">
                  <code>{place.name}</code>
                </th>
                <td className="faint clip">{place.path}</td>
                <td className="figure">{t('storage.files', { count: place.files })}</td>
                <td className="figure">{size(place.bytes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

function DefaultVoice(props: { readonly chosen: string | null; readonly change: (id: string | null) => void }) {
  const t = useSay();
  const list = useStore(voices, (state) => state.list);
  return (
    <label className="pair">
      <span>{t('server.voice')}</span>
      <select
        className="field"
        value={props.chosen ?? ''}
        onChange={(event) => props.change(event.target.value || null)}
      >
        <option value="">{t('server.voice.first')}</option>
        {list.map((voice) => (
          <option key={voice.id} value={voice.id}>
            {voice.name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Of an origin. */
const EXAMPLE = 'https://studio.example';

/** Web pages that may use the server beside the studio's own. */
function Origins(props: { readonly list: readonly string[]; readonly change: (list: readonly string[]) => void }) {
  const t = useSay();
  const [typed, setTyped] = useState('');
  return (
    <div>
      <p>{t('server.origins')}</p>
      <ul className="notes">
        {props.list.map((origin) => (
          <li key={origin}>
            <code>{origin}</code>
            <button
              className="bare"
              aria-label={t('server.origins.remove', { origin })}
              onClick={() => props.change(props.list.filter((one) => one !== origin))}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim() === '') return;
          props.change([...new Set([...props.list, typed.trim().replace(/\/$/, '')])]);
          setTyped('');
        }}
      >
        <input
          className="field"
          placeholder={EXAMPLE}
          aria-label={t('server.origins')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <button className="quiet">{t('server.origins.add')}</button>
      </form>
    </div>
  );
}
