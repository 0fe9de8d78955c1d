import { useState } from 'react';
import { useStore } from 'zustand';
import type { Model, VoiceMix } from '../api/voices.ts';
import { usePack } from '../packs/store.ts';
import { Slider } from '../ui/Slider.tsx';
import { useSay } from '../ui/use.ts';
import { mixable } from './card.ts';
import { hearCard } from './hear-card.ts';
import { library } from './library.ts';
import { PlayCard } from './PlayCard.tsx';
import { SaveVoice } from './SaveVoice.tsx';

/** At its ends there would be one voice, and no mixture. */
const STEP = 0.05;

/** A voice between two: one slider, heard when it rests. */
export function MixTab() {
  const t = useSay();
  const models = useStore(library, (state) => state.models);
  const [ids, setIds] = useState<readonly [string, string]>(['', '']);
  const [share, setShare] = useState(0.5);
  const a = models.find((model) => model._id === ids[0]) ?? models[0];
  const b = models.find((model) => model._id === ids[1]) ?? models[1];
  const pack = usePack(a?.dramatis.card.pack);
  if (!a || !b) return <p className="hint">{t('settings.loading')}</p>;
  const possible = mixable(a.dramatis.card, b.dramatis.card) && pack?.capabilities.mix !== false;
  const between = (part: number): VoiceMix => ({
    mix: [
      { id: a._id, weight: 1 - part },
      { id: b._id, weight: part },
    ],
  });
  const percent = (part: number): string => `${Math.round(part * 100)} %`;
  const pick = (which: 0 | 1, model: Model) => (
    <div className="row">
      <PlayCard id={`mix:${which}`} name={model.title} card={model.dramatis.card} />
      <select
        className="field"
        aria-label={t(which === 0 ? 'mix.first' : 'mix.second')}
        value={model._id}
        onChange={(event) => setIds(which === 0 ? [event.target.value, b._id] : [a._id, event.target.value])}
      >
        {models.map((one) => (
          <option key={one._id} value={one._id}>
            {one.title}
          </option>
        ))}
      </select>
    </div>
  );
  return (
    <section className="mix" aria-label={t('voices.mix')}>
      <p className="hint">{t('mix.hint')}</p>
      {pick(0, a)}
      {pick(1, b)}
      {possible ? (
        <>
          <Slider
            label={t('mix.share')}
            of={b.title}
            min={STEP}
            max={1 - STEP}
            step={STEP}
            neutral={0.5}
            value={share}
            show={percent}
            change={(part) => {
              setShare(part);
              hearCard('mix', between(part));
            }}
          />
          <p className="faint">
            {t('mix.balance', {
              a: a.title,
              x: Math.round(100 - share * 100),
              b: b.title,
              y: Math.round(share * 100),
            })}
          </p>
          <div className="row">
            <PlayCard id="mix" name={t('mix.result', { a: a.title, b: b.title })} card={between(share)} />
            <SaveVoice
              key={`${a._id} ${b._id}`}
              of={between(share)}
              name={t('mix.result', { a: a.title, b: b.title }).slice(0, 80)}
              description=""
              done={() => undefined}
            />
          </div>
        </>
      ) : (
        <p className="warning">{t('mix.impossible')}</p>
      )}
    </section>
  );
}
