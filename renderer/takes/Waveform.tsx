import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import WaveSurfer from 'wavesurfer.js';
import type { SceneTake } from '../../engine/contract/scene.ts';
import { takeViews } from '../player/takes.ts';
import { play, playback } from '../player/transport.ts';
import type { Cue } from '../script/identity.ts';
import { shade } from '../store/settings.ts';
import { useSay } from '../ui/use.ts';

const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';

/** The take in use, large: a click plays from there. */
export default function Waveform({
  cue,
  take,
  index,
}: {
  readonly cue: Cue;
  readonly take: SceneTake;
  readonly index: number;
}) {
  const t = useSay();
  const box = useRef<HTMLDivElement>(null);
  const view = useStore(takeViews, (state) => state.views.get(take.key));
  const theme = useStore(shade, (state) => state.name);
  useEffect(() => {
    const container = box.current;
    if (!view || !container) return;
    const style = getComputedStyle(container);
    const wave = WaveSurfer.create({
      container,
      height: 64,
      barWidth: 2,
      barGap: 1,
      barRadius: 2,
      normalize: true,
      cursorWidth: 1,
      waveColor: style.getPropertyValue('--wave').trim() || style.color,
      progressColor: style.color,
      cursorColor: style.getPropertyValue('--ink').trim(),
      peaks: [view.peaks],
      duration: view.seconds,
      ...(nonce ? { cspNonce: nonce } : {}),
    });
    wave.on('interaction', (seconds) => play({ from: index, only: true, take, offset: Math.max(0, seconds) }));
    const unsubscribe = playback.subscribe((now) => {
      if (now.cue === cue.id) wave.setTime(Math.min(view.seconds, now.seconds));
      else if (now.state === 'idle') wave.setTime(0);
    });
    return () => {
      unsubscribe();
      wave.destroy();
    };
  }, [view, take, cue.id, index, theme]);
  return <div ref={box} className="wave" role="img" aria-label={t('line.waveform')} />;
}
