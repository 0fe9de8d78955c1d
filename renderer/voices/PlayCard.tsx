import { useStore } from 'zustand';
import type { Speaking } from '../api/voices.ts';
import { Icon } from '../ui/Icon.tsx';
import { useSay } from '../ui/use.ts';
import { awaited, toggleCard } from './hear-card.ts';
import { sounding } from './sound.ts';

interface Props {
  readonly id: string;
  readonly name: string;
  readonly card: Speaking;
  readonly text?: string;
}

/** A button that lets a card speak. */
export function PlayCard({ id, name, card, text }: Props) {
  const t = useSay();
  const playing = useStore(sounding, (state) => state.id === id);
  const waiting = useStore(awaited, (state) => state.id === id);
  return (
    <button
      className="quiet square"
      aria-label={t('audition.play', { name })}
      title={t('audition.play', { name })}
      aria-pressed={playing || waiting}
      onClick={() => toggleCard(id, card, text)}
    >
      {waiting ? <span className="dot dot-rendering" /> : <Icon name={playing ? 'stop' : 'play'} />}
    </button>
  );
}
