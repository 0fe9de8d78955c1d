import { lazy, Suspense } from 'react';
import { useStore } from 'zustand';
import { LineLimits } from '../packs/Limits.tsx';
import { takeViews } from '../player/takes.ts';
import { playback } from '../player/transport.ts';
import { speakerFor } from '../store/cast.ts';
import {
  compare,
  currentCue,
  currentIndex,
  giveTo,
  newTake,
  playLine,
  setDirection,
  toggleLock,
} from '../store/current.ts';
import { cueOf } from '../store/document.ts';
import { basisOf, currentTake, naturalGap, requestOf, statusOf } from '../store/lines.ts';
import { notify, report } from '../store/notices.ts';
import { stop } from '../player/transport.ts';
import { bodyOf } from '../api/speech.ts';
import { shown } from '../ui/commands.ts';
import { Icon } from '../ui/Icon.tsx';
import { useSay, useScene } from '../ui/use.ts';
import { Gap } from './Gap.tsx';
import { TakeRow } from './TakeRow.tsx';

const Waveform = lazy(() => import('./Waveform.tsx'));

const quote = (text: string): string => `'${text.replace(/'/g, `'\\''`)}'`;

export function LinePanel() {
  const t = useSay();
  const cue = useScene(currentCue);
  const cues = useScene((state) => state.cues);
  const speakers = useScene((state) => state.speakers);
  const state = useScene((snapshot) => (cue ? cueOf(snapshot.meta, cue.id) : null));
  useScene((snapshot) => (cue ? snapshot.meta.cast[cue.speaker] : null));
  useScene((snapshot) => snapshot.meta.notes);
  const playing = useStore(playback, (now) => now.state !== 'idle' && now.cue === cue?.id);
  const busy = useStore(takeViews, (now) => [...now.rendering.values()].some((one) => one.cue === cue?.id));
  if (!cue || !state) return <p className="hint">{t('line.none')}</p>;
  const speaker = speakerFor(cue.speaker);
  const basis = basisOf(cue, speaker);
  const take = currentTake(state, basis);
  const index = cues.indexOf(cue);
  const copy = (): void => {
    const body = JSON.stringify(bodyOf(requestOf(cue, speaker, take?.seed ?? 1)));
    const text = `curl -sS ${location.origin}/v1/tts -H "Authorization: Bearer $DRAMATIS_API_KEY" -H 'Content-Type: application/json' -d ${quote(body)} -o line.pcm`;
    navigator.clipboard.writeText(text).then(() => notify({ kind: 'info', key: 'line.copied' }), report);
  };
  return (
    <section className={`line hue-${speaker.color}`}>
      <div className="card-head">
        <span className={`dot dot-${busy ? 'rendering' : statusOf(state, basis)}`} />
        <span className="faint">{t(busy ? 'status.rendering' : `status.${statusOf(state, basis)}`)}</span>
        <span className="push" />
        <button className="bare faint" onClick={copy}>
          {t('line.copy')}
        </button>
      </div>
      <blockquote>{cue.text}</blockquote>
      {take && (
        <Suspense fallback={<div className="wave" />}>
          <Waveform cue={cue} take={take} index={index} />
        </Suspense>
      )}
      <div className="buttons">
        <button className="strong" onClick={playing ? stop : playLine} title={shown('Mod+Enter')}>
          <Icon name={playing ? 'stop' : 'play'} /> {t(playing ? 'play.stop' : 'play.line')}
        </button>
        <button className="quiet" onClick={newTake} title={shown('Alt+Enter')}>
          <Icon name="again" /> {t('line.newTake')}
        </button>
      </div>
      <div className="pair">
        <span className="label" id="line-speaker">
          {t('line.speaker')}
        </span>
        <select
          className="field"
          aria-labelledby="line-speaker"
          value={cue.speaker}
          onChange={(event) => giveTo(speakers.get(event.target.value) ?? event.target.value, currentIndex())}
        >
          {[...speakers].map(([key, name]) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <div className="pair">
        <span className="label" id="line-direction">
          {t('line.direction')}
        </span>
        <input
          key={`${cue.id}:${cue.direction}`}
          className="field"
          aria-labelledby="line-direction"
          placeholder={t('line.direction.hint')}
          defaultValue={cue.direction}
          maxLength={200}
          onBlur={(event) => setDirection(cue, event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.currentTarget.blur();
          }}
        />
      </div>
      <LineLimits request={requestOf(cue, speaker, take?.seed ?? 1)} />
      <Gap cue={cue} gap={state.gap} natural={naturalGap(cues[index - 1], cue)} />
      <div className="card-head">
        <h2 className="label">{t('line.takes')}</h2>
        <span className="push" />
        <button className="bare" disabled={state.takes.length < 2} onClick={compare} title={shown('Alt+X')}>
          {t('line.compare')}
        </button>
        <button
          className="bare"
          disabled={!take}
          aria-pressed={state.locked}
          onClick={toggleLock}
          title={shown('Alt+L')}
        >
          <Icon name="lock" /> {t(state.locked ? 'line.unlock' : 'line.lock')}
        </button>
      </div>
      {state.locked && <p className="hint">{t('line.locked')}</p>}
      {state.takes.length === 0 && !busy && <p className="hint">{t('line.noTakes')}</p>}
      <ul className="takes">
        {state.takes.map((one, i) => (
          <TakeRow
            key={one.key}
            cue={cue}
            index={index}
            take={one}
            number={i + 1}
            inUse={one === take}
            fits={one.basis === basis}
          />
        ))}
      </ul>
    </section>
  );
}
