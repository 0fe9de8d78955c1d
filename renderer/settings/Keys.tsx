import { useEffect, useState } from 'react';
import { createKey, listKeys, revokeKey, type Key } from '../api/settings.ts';
import { notify, report } from '../store/notices.ts';
import { useSay } from '../ui/use.ts';
import { copy } from './copy.ts';

const CREDITS = [null, 10_000, 100_000, 1_000_000] as const;

/** Keys of other programs: made, shown once, taken back. */
export function Keys() {
  const t = useSay();
  const [keys, setKeys] = useState<readonly Key[] | null>(null);
  const [secret, setSecret] = useState<{ readonly name: string; readonly text: string } | null>(null);
  const [name, setName] = useState('');
  const [credit, setCredit] = useState<number | null>(null);
  const [asking, setAsking] = useState<string | null>(null);
  const refresh = (): void => void listKeys().then(setKeys, report);
  useEffect(() => {
    refresh();
    const timer = setInterval(refresh, 5000);
    return () => clearInterval(timer);
  }, []);
  const create = async (): Promise<void> => {
    const made = await createKey(name.trim(), credit);
    setSecret({ name: made.key.name, text: made.secret });
    setName('');
    refresh();
  };
  const revoke = async (key: Key): Promise<void> => {
    await revokeKey(key.id);
    setAsking(null);
    notify({ kind: 'info', key: 'keys.revoked', values: { name: key.name } });
    refresh();
  };
  return (
    <section className="settings-part">
      <h3 className="label">{t('keys.title')}</h3>
      <p className="hint">{t('keys.hint')}</p>
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '') create().catch(report);
        }}
      >
        <input
          className="field"
          aria-label={t('keys.name')}
          placeholder={t('keys.name')}
          maxLength={80}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <select
          className="field"
          aria-label={t('keys.credit')}
          value={credit ?? ''}
          onChange={(event) => setCredit(event.target.value === '' ? null : Number(event.target.value))}
        >
          {CREDITS.map((units) => (
            <option key={units ?? 'all'} value={units ?? ''}>
              {units === null ? t('keys.unlimited') : t('keys.units', { units: units.toLocaleString() })}
            </option>
          ))}
        </select>
        <button className="strong" disabled={name.trim() === ''}>
          {t('keys.create')}
        </button>
      </form>
      {secret && (
        <div className="secret" role="status">
          <p>{t('keys.once', { name: secret.name })}</p>
          <div className="row">
            <code className="path">{secret.text}</code>
            <button className="strong" onClick={() => copy(secret.text)}>
              {t('settings.copy')}
            </button>
            <button className="quiet" onClick={() => setSecret(null)}>
              {t('keys.seen')}
            </button>
          </div>
        </div>
      )}
      {keys?.length === 0 && <p className="hint">{t('keys.none')}</p>}
      {keys && keys.length > 0 && (
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{t('keys.name')}</th>
              <th scope="col">{t('keys.made')}</th>
              <th scope="col">{t('keys.use')}</th>
              <th scope="col">
                <span className="unseen">{t('keys.revoke')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {keys.map((key) => (
              <tr key={key.id}>
                <th scope="row">{key.name}</th>
                <td className="faint">{new Date(key.createdAt).toLocaleDateString()}</td>
                <td className="figure">
                  {key.credit === null
                    ? t('keys.spent', { spent: key.spent.toLocaleString() })
                    : t('keys.spentOf', { spent: key.spent.toLocaleString(), credit: key.credit.toLocaleString() })}
                </td>
                <td>
                  {asking === key.id ? (
                    <button className="strong" onClick={() => void revoke(key).catch(report)}>
                      {t('keys.revokeSure', { name: key.name })}
                    </button>
                  ) : (
                    <button
                      className="quiet"
                      aria-label={`${t('keys.revoke')}: ${key.name}`}
                      onClick={() => setAsking(key.id)}
                    >
                      {t('keys.revoke')}
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
