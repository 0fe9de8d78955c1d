import type { Cue } from '../script/identity.ts';
import { setCue } from '../store/document.ts';
import { figure, useSay } from '../ui/use.ts';
import { Slider } from '../ui/Slider.tsx';

/** The pause before a line, by hand: below zero it begins before the line before has ended. */
export function Gap({
  cue,
  gap,
  natural,
}: {
  readonly cue: Cue;
  readonly gap: number | null;
  readonly natural: number;
}) {
  const t = useSay();
  const now = gap ?? natural;
  return (
    <div className="gap">
      <Slider
        key={cue.id}
        label={t('line.gap')}
        of={cue.name}
        min={-2}
        max={5}
        step={0.05}
        neutral={natural}
        value={now}
        show={(value) => `${figure(value, 2)} s${value < 0 ? ` · ${t('line.gap.interrupts')}` : ''}`}
        change={(value) => setCue(cue.id, { gap: Math.round(value * 100) / 100 })}
      />
      <button className="bare" disabled={gap === null} onClick={() => setCue(cue.id, { gap: null })}>
        {t('line.gap.auto')}
      </button>
    </div>
  );
}
