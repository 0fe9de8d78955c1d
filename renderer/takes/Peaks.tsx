import { useEffect, useRef } from 'react';

/** A small waveform: what a take looks like at a glance. */
export function Peaks({ peaks }: { readonly peaks: Float32Array | undefined }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const target = canvas.current;
    const context = target?.getContext('2d');
    if (!target || !context) return;
    const ratio = window.devicePixelRatio;
    const [width, height] = [target.clientWidth, target.clientHeight];
    target.width = width * ratio;
    target.height = height * ratio;
    context.scale(ratio, ratio);
    if (!peaks) return;
    context.fillStyle = getComputedStyle(target).color;
    const bars = Math.floor(width / 3);
    const loudest = peaks.reduce((most, value) => Math.max(most, value), 0.1);
    for (let bar = 0; bar < bars; bar++) {
      const [from, to] = [Math.floor((bar * peaks.length) / bars), Math.floor(((bar + 1) * peaks.length) / bars)];
      const peak = peaks.subarray(from, Math.max(to, from + 1)).reduce((most, value) => Math.max(most, value), 0);
      const tall = Math.max(1.5, Math.sqrt(peak / loudest) * height);
      context.fillRect(bar * 3, (height - tall) / 2, 2, tall);
    }
  }, [peaks]);
  return <canvas ref={canvas} className="peaks" aria-hidden="true" />;
}
