import { useDeferredValue, useMemo } from 'react';
import { useStore } from 'zustand';
import { toggleRenderAll } from '../player/render-all.ts';
import { takeViews } from '../player/takes.ts';
import { displayName, speakerFor } from '../store/cast.ts';
import { goTo, staleLines } from '../store/current.ts';
import { scene } from '../store/document.ts';
import { basisOf, currentTake } from '../store/lines.ts';
import type { Flaw } from '../player/measure.ts';
import { useSay, useScene } from '../ui/use.ts';

export interface Findings {
  readonly stale: readonly number[];
  readonly flawed: readonly { readonly index: number; readonly flaws: readonly Flaw[] }[];
}

/** Lines that would sound otherwise now, and takes that look wrong. Worked out when typing rests. */
export function useFindings(): Findings {
  const cues = useDeferredValue(useScene((state) => state.cues));
  const meta = useDeferredValue(useScene((state) => state.meta));
  const views = useStore(takeViews, (state) => state.views);
  return useMemo(
    () => ({
      stale: staleLines({ ...scene.getState(), cues, meta }),
      flawed: cues.flatMap((cue, index) => {
        const state = meta.cues[cue.id];
        if (!state || state.takes.length === 0) return [];
        const take = currentTake(state, basisOf(cue, speakerFor(cue.speaker)));
        const flaws = take ? (views.get(take.key)?.flaws ?? []) : [];
        return flaws.length > 0 ? [{ index, flaws }] : [];
      }),
    }),
    [cues, meta, views],
  );
}

export function CheckPanel({ stale, flawed }: Findings) {
  const t = useSay();
  const cues = useScene((state) => state.cues);
  const row = (index: number, why: string) => {
    const cue = cues[index];
    if (!cue) return null;
    return (
      <li key={cue.id} className={`hue-${speakerFor(cue.speaker).color}`}>
        <button className="finding" onClick={() => goTo(index, true)}>
          <span className="chip">{displayName(cue.speaker)}</span>
          <span className="clip">{cue.text}</span>
          {why !== '' && <span className="warning">{why}</span>}
        </button>
      </li>
    );
  };
  if (stale.length + flawed.length === 0) return <p className="hint">{t('check.nothing')}</p>;
  return (
    <>
      {stale.length > 0 && (
        <section>
          <div className="card-head">
            <h2 className="label">{t('check.stale')}</h2>
            <span className="push" />
            <button className="quiet" onClick={toggleRenderAll}>
              {t('check.render')}
            </button>
          </div>
          <ul className="findings">{stale.slice(0, 200).map((index) => row(index, ''))}</ul>
        </section>
      )}
      {flawed.length > 0 && (
        <section>
          <h2 className="label">{t('check.flawed')}</h2>
          <ul className="findings">
            {flawed
              .slice(0, 200)
              .map(({ index, flaws }) => row(index, flaws.map((flaw) => t(`check.${flaw}`)).join(', ')))}
          </ul>
        </section>
      )}
    </>
  );
}
