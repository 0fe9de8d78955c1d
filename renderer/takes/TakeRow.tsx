import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { SceneTake } from '../../engine/contract/scene.ts';
import { fetchTake, takeViews } from '../player/takes.ts';
import { play, playback, stop } from '../player/transport.ts';
import type { Cue } from '../script/identity.ts';
import { voiceNamed } from '../store/cast.ts';
import { chooseTake, compareWith, removeTake } from '../store/current.ts';
import { Icon } from '../ui/Icon.tsx';
import { clock, useSay } from '../ui/use.ts';
import { Peaks } from './Peaks.tsx';

interface Props {
  readonly cue: Cue;
  readonly index: number;
  readonly take: SceneTake;
  readonly number: number;
  readonly inUse: boolean;
  /** Whether it says what the line says now. */
  readonly fits: boolean;
}

export function TakeRow({ cue, index, take, number, inUse, fits }: Props) {
  const t = useSay();
  const view = useStore(takeViews, (state) => state.views.get(take.key));
  const alone = useStore(playback, (state) => state.alone === take.key);
  useEffect(() => {
    if (view) return;
    const abort = new AbortController();
    fetchTake(take, cue, 1, abort.signal).catch(() => undefined);
    return () => abort.abort();
  }, [take, cue, view]);
  return (
    <li className={inUse ? 'take is-used' : 'take'}>
      <input
        type="radio"
        name={`take-${cue.id}`}
        aria-label={t('line.choose', { number })}
        checked={inUse}
        onChange={() => chooseTake(cue.id, take.key)}
      />
      <button
        className="quiet square"
        aria-label={t('line.playTake', { number })}
        onClick={() => (alone ? stop() : play({ from: index, only: true, take }))}
      >
        <Icon name={alone ? 'stop' : 'play'} />
      </button>
      <div className="take-body">
        <Peaks peaks={view?.peaks} />
        <span className="faint clip">
          {t('line.take', { number })} · {clock(take.seconds, true)}
          {voiceNamed(take.voice) ? ` · ${voiceNamed(take.voice)?.name}` : ''}
          {fits ? '' : ` · ${t('line.older')}`}
        </span>
        {view && view.flaws.length > 0 && (
          <span className="warning">{view.flaws.map((flaw) => t(`check.${flaw}`)).join(', ')}</span>
        )}
      </div>
      {!inUse && (
        <button
          className="bare"
          aria-label={t('line.compareWith', { number })}
          title={t('line.compareWith', { number })}
          onClick={() => compareWith(cue.id, take.key)}
        >
          A/B
        </button>
      )}
      <button
        className="bare"
        aria-label={t('line.removeTake', { number })}
        onClick={() => removeTake(cue.id, take.key)}
      >
        <Icon name="trash" />
      </button>
    </li>
  );
}
