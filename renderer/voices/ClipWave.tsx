import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import WaveSurfer from 'wavesurfer.js';
import { shade } from '../store/settings.ts';
import { playClip, sounding, type Clip } from './sound.ts';

const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';

/** A clip's waveform: a click plays from there. `label` is for those who do not see it. */
export function ClipWave({ id, clip, label }: { readonly id: string; readonly clip: Clip; readonly label: string }) {
  const box = useRef<HTMLDivElement>(null);
  const theme = useStore(shade, (state) => state.name);
  useEffect(() => {
    const container = box.current;
    if (!container) return;
    const style = getComputedStyle(container);
    const wave = WaveSurfer.create({
      container,
      height: 52,
      barWidth: 2,
      barGap: 1,
      barRadius: 2,
      cursorWidth: 1,
      waveColor: style.getPropertyValue('--wave').trim() || style.color,
      progressColor: style.color,
      cursorColor: style.getPropertyValue('--ink').trim(),
      // As loud as it is heard.
      peaks: [clip.peaks.map((peak) => peak * clip.gain)],
      duration: clip.seconds,
      ...(nonce ? { cspNonce: nonce } : {}),
    });
    wave.on('interaction', (seconds) => playClip(id, clip, Math.max(0, Math.min(seconds, clip.seconds - 0.05))));
    const unsubscribe = sounding.subscribe((now) =>
      wave.setTime(now.id === id ? Math.min(clip.seconds, now.seconds) : 0),
    );
    return () => {
      unsubscribe();
      wave.destroy();
    };
  }, [id, clip, theme]);
  return <div ref={box} className="wave clip-wave" role="img" aria-label={label} />;
}
