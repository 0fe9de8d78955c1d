import { useState } from 'react';
import { useStore } from 'zustand';
import type { Pack } from '../api/packs.ts';
import { report } from '../store/notices.ts';
import { Icon } from '../ui/Icon.tsx';
import { useSay, useScene } from '../ui/use.ts';
import type { Part } from './estimate.ts';
import { RunChoice } from './RunChoice.tsx';
import { measure, packs, remove } from './store.ts';
import { abilityWords, durationText, languagesText, sizeText, speedText } from './words.ts';

/** One pack: what it is, what it can do, how fast it is, and what it has to say in this scene. */
export function PackRow({ pack, part }: { readonly pack: Pack; readonly part: Part | undefined }) {
  const t = useSay();
  const [asking, setAsking] = useState(false);
  const measuring = useStore(packs, (state) => state.measuring.has(pack.id));
  const ids = new Set(pack.voices.map(({ id }) => id));
  const users = useScene((state) => Object.values(state.meta.cast).filter(({ voice }) => ids.has(voice ?? '')).length);
  const { can, cannot } = abilityWords(pack.capabilities, t);
  return (
    <li className="pack" aria-label={pack.name}>
      <div className="card-head">
        <h4 className="voice-name">{pack.name}</h4>
        {pack.builtIn && <span className="chip own">{t('packs.builtIn')}</span>}
        <span className="push" />
        <span className="faint figure">{sizeText(pack.bytes)}</span>
      </div>
      {pack.problem !== null && (
        <p className="warning">
          <Icon name="warn" /> {t('packs.problem', { problem: pack.problem })}
        </p>
      )}
      {pack.languages.length > 0 && (
        <p className="faint">
          {[
            t('packs.voices', { count: pack.voices.length }),
            languagesText(pack.languages, t),
            t('packs.licence', { licence: pack.licence }),
          ].join(' · ')}
        </p>
      )}
      {pack.problem === null && (
        <>
          {can.length > 0 && <p>{t('packs.can', { list: can.join(', ') })}</p>}
          {cannot.length > 0 && <p className="faint">{t('packs.cannot', { list: cannot.join(', ') })}</p>}
          <p>
            {pack.speed ? speedText(pack.speed, t) : t('packs.unmeasured')}
            {part && ` ${t('packs.part', { count: part.lines })}`}
            {part &&
              pack.speed &&
              ` ${t('packs.part.takes', { time: durationText(part.seconds * pack.speed.factor, t) })}`}
          </p>
        </>
      )}
      {pack.run && pack.problem === null && <RunChoice pack={pack} run={pack.run} />}
      <div className="row">
        <button
          className="quiet"
          disabled={measuring || !pack.loaded}
          aria-label={t('packs.measure.of', { name: pack.name })}
          onClick={() => void measure(pack.id)}
        >
          <Icon name="again" />{' '}
          {t(measuring ? 'packs.measuring' : pack.speed ? 'packs.measure.again' : 'packs.measure')}
        </button>
        {!pack.builtIn &&
          (asking ? (
            <>
              <button className="strong" autoFocus onClick={() => void remove(pack.id).catch(report)}>
                {t('packs.remove.sure', { name: pack.name })}
              </button>
              <button className="quiet" onClick={() => setAsking(false)}>
                {t('packs.keep')}
              </button>
            </>
          ) : (
            <button
              className="quiet"
              aria-label={t('packs.remove.of', { name: pack.name })}
              onClick={() => setAsking(true)}
            >
              <Icon name="trash" /> {t('packs.remove')}
            </button>
          ))}
      </div>
      {asking && <p className="hint">{t(users > 0 ? 'packs.remove.used' : 'packs.remove.hint', { count: users })}</p>}
    </li>
  );
}
