import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { currentIndex, goTo, playFromHere } from '../store/current.ts';
import { scene } from '../store/document.ts';
import { settings } from '../store/settings.ts';
import { useTimeline } from '../timeline/use-timeline.ts';
import { shown } from '../ui/commands.ts';
import { Icon } from '../ui/Icon.tsx';
import { clock, figure, useSay, useScene } from '../ui/use.ts';
import { loudnessOf } from './measure.ts';
import { renderAllProgress, toggleRenderAll } from './render-all.ts';
import { takeViews } from './takes.ts';
import { output, pauseOrResume, play, playback, stop } from './transport.ts';

function Meter() {
  const t = useSay();
  const bar = useRef<HTMLSpanElement>(null);
  const active = useStore(playback, (state) => state.state !== 'idle');
  useEffect(() => {
    if (!active) return;
    let frame = 0;
    let held = 0;
    const draw = (): void => {
      frame = requestAnimationFrame(draw);
      held = Math.max(output.level(), held * 0.92);
      const db = 20 * Math.log10(Math.max(held, 1e-4));
      bar.current?.style.setProperty('transform', `scaleX(${Math.max(0, Math.min(1, (db + 48) / 48))})`);
    };
    draw();
    return () => {
      cancelAnimationFrame(frame);
      bar.current?.style.setProperty('transform', 'scaleX(0)');
    };
  }, [active]);
  return (
    <span className="meter" role="img" aria-label={t('play.level')}>
      <span ref={bar} className="meter-bar" />
    </span>
  );
}

function Loudness() {
  const t = useSay();
  const { clips } = useTimeline();
  const views = useStore(takeViews, (state) => state.views);
  const parts = clips.flatMap((clip) => {
    const view = clip.take && views.get(clip.take.key);
    return view ? [{ powers: view.powers, gain: clip.speaker.level }] : [];
  });
  const lufs = loudnessOf(parts);
  return (
    <span className="faint figure" title={t('play.loudness')}>
      {Number.isFinite(lufs) ? `${figure(lufs, 1)} LUFS` : '– LUFS'}
    </span>
  );
}

export function TransportBar() {
  const t = useSay();
  const { state, cue, seconds } = useStore(playback);
  const { clips, seconds: total, missing } = useTimeline();
  const progress = useStore(renderAllProgress);
  const zoom = useStore(settings, (value) => value.zoom);
  const clip = clips.find((one) => one.cue.id === cue);
  const at = useScene(currentIndex);
  const idle = state === 'idle';
  const label = idle ? t('play.scene') : state === 'paused' ? t('play.play') : t('play.pause');
  return (
    <div className="transport" role="group" aria-label={t('play.bar')}>
      <button
        className="quiet square"
        aria-label={t('play.start')}
        title={t('play.start')}
        onClick={() => {
          goTo(0);
          play({ from: 0 });
        }}
      >
        <Icon name="start" />
      </button>
      <button
        className="strong play"
        title={`${label} (${shown('Mod+Shift+Enter')})`}
        disabled={scene.getState().cues.length === 0}
        onClick={idle ? playFromHere : pauseOrResume}
      >
        <Icon name={idle || state === 'paused' ? 'play' : 'pause'} />
        {idle ? t('play.play') : label}
      </button>
      <button
        className="quiet square"
        aria-label={t('play.stop')}
        title={`${t('play.stop')} (Esc)`}
        disabled={idle}
        onClick={stop}
      >
        <Icon name="stop" />
      </button>
      <span className="time figure">
        {clock(clip ? clip.start + seconds : (clips[Math.max(0, at)]?.start ?? 0), true)}{' '}
        <span className="faint">/ {clock(total)}</span>
      </span>
      <span className="push" />
      {progress.count > 0 ? (
        <button className="bare" onClick={toggleRenderAll}>
          {t('play.rendering', { done: progress.done, count: progress.count })} <Icon name="close" />
        </button>
      ) : (
        missing > 0 && (
          <button className="bare" title={t('play.renderAll')} onClick={toggleRenderAll}>
            {t('play.missing', { count: missing })}
          </button>
        )
      )}
      <Meter />
      <Loudness />
      <button
        className="quiet square"
        aria-label={t('timeline.zoomOut')}
        title={t('timeline.zoomOut')}
        onClick={() => settings.setState({ zoom: Math.max(2, zoom / 1.5) })}
      >
        <Icon name="minus" />
      </button>
      <button
        className="quiet square"
        aria-label={t('timeline.zoomIn')}
        title={t('timeline.zoomIn')}
        onClick={() => settings.setState({ zoom: Math.min(400, zoom * 1.5) })}
      >
        <Icon name="add" />
      </button>
    </div>
  );
}
