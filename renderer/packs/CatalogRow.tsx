import { useState } from 'react';
import type { KnownPack } from '../api/packs.ts';
import { report } from '../store/notices.ts';
import { Icon } from '../ui/Icon.tsx';
import { useSay } from '../ui/use.ts';
import { download, stopDownload } from './store.ts';
import { languagesText, sizeText } from './words.ts';

/** A pack that is publicly known. Nothing is fetched before a person has seen how much it is, and under which licence. */
export function CatalogRow({ pack }: { readonly pack: KnownPack }) {
  const t = useSay();
  const [asking, setAsking] = useState(false);
  const state = pack.download?.state;
  const running = state === 'running' || state === 'adding';
  const begin = (): void => {
    setAsking(false);
    download(pack.id).catch(report);
  };
  return (
    <li className="pack" aria-label={pack.name}>
      <div className="card-head">
        <h4 className="voice-name">{pack.name}</h4>
        <span className="push" />
        <span className="faint figure">{sizeText(pack.bytes)}</span>
      </div>
      <p className="faint">
        {[languagesText(pack.languages, t), t('packs.licence', { licence: pack.licence })].join(' · ')}{' '}
        <a href={pack.source} target="_blank" rel="noreferrer">
          {t('packs.source')}
        </a>
      </p>
      {running && pack.download && (
        <div className="row">
          <progress
            aria-label={t('packs.download.of', { name: pack.name })}
            max={1}
            {...(state === 'running' ? { value: pack.download.bytes / pack.download.of } : {})}
          />
          <span className="faint figure">
            {state === 'adding'
              ? t('packs.looking')
              : t('packs.progress', { bytes: sizeText(pack.download.bytes), of: sizeText(pack.download.of) })}
          </span>
          <button className="quiet" onClick={() => void stopDownload(pack.id).catch(report)}>
            {t('packs.cancel')}
          </button>
        </div>
      )}
      {state === 'failed' && (
        <p className="warning" role="alert">
          <Icon name="warn" /> {pack.download?.message}
        </p>
      )}
      {pack.installed !== null && <p>{t('packs.installed')}</p>}
      {pack.installed === null && !running && !asking && (
        <div className="row">
          <button
            className="quiet"
            aria-label={t('packs.download.of', { name: pack.name })}
            onClick={() => setAsking(true)}
          >
            <Icon name="download" /> {t(pack.have > 0 ? 'packs.download.on' : 'packs.download')}
          </button>
          {pack.have > 0 && (
            <button className="quiet" onClick={() => void stopDownload(pack.id).catch(report)}>
              {t('packs.discard', { size: sizeText(pack.have) })}
            </button>
          )}
        </div>
      )}
      {asking && (
        <div className="pack-ask">
          <p>
            {t('packs.download.ask', {
              size: sizeText(pack.bytes - pack.have),
              host: hostOf(pack.source),
              licence: pack.licence,
            })}
          </p>
          <div className="row">
            <button className="strong" autoFocus onClick={begin}>
              {t('packs.download.sure', { size: sizeText(pack.bytes - pack.have) })}
            </button>
            <button className="quiet" onClick={() => setAsking(false)}>
              {t('packs.notNow')}
            </button>
          </div>
        </div>
      )}
    </li>
  );
}

const hostOf = (url: string): string => new URL(url).host;
