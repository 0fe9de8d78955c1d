import { useState } from 'react';

interface Props {
  readonly label: string;
  /** Whose slider it is, for those who only hear its name. */
  readonly of: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly neutral: number;
  readonly value: number;
  readonly show: (value: number) => string;
  /** Told while the slider moves. */
  readonly live?: (value: number) => void;
  /** Told once when it rests, so that one drag is one step to undo. */
  readonly change: (value: number) => void;
}

export function Slider({ label, of, min, max, step, neutral, value, show, live, change }: Props) {
  const [moving, setMoving] = useState<number | null>(null);
  const now = moving ?? value;
  const rest = (): void => {
    if (moving !== null && moving !== value) change(moving);
    setMoving(null);
  };
  return (
    <label className="slider">
      <span>{label}</span>
      <input
        type="range"
        aria-label={`${label}, ${of}`}
        aria-valuetext={show(now)}
        min={min}
        max={max}
        step={step}
        value={now}
        onChange={(event) => {
          const next = Number(event.target.value);
          setMoving(next);
          live?.(next);
        }}
        onPointerUp={rest}
        onKeyUp={rest}
        onBlur={rest}
        onDoubleClick={() => {
          setMoving(null);
          change(neutral);
        }}
      />
      <output className={now === neutral ? 'faint' : ''}>{show(now)}</output>
    </label>
  );
}
