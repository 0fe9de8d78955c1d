import type { VoiceCard } from '../../engine/contract/voice-card.ts';
import { changes, useLimitedPack } from '../packs/performs.ts';
import { Slider } from '../ui/Slider.tsx';
import { useSay } from '../ui/use.ts';
import { controlOf, DIALS, DIAL_NAMES, dialOf, withDial, type Dial } from './card.ts';

interface Props {
  readonly card: VoiceCard;
  /** Whose voice it is, for those who only hear the sliders' names. */
  readonly of: string;
  readonly change: (card: VoiceCard) => void;
}

function shown(dial: Dial, value: number): string {
  const { unit, step, neutral } = DIALS[dial];
  const digits = step < 0.1 ? 2 : 1;
  const sign = neutral === 0 && unit !== '' && value > 0 ? '+' : '';
  return `${sign}${value.toFixed(digits)}${unit === '' ? '' : ` ${unit}`}`;
}

/** The numbers of a voice card. `change` is told once when a slider rests. */
export function CardSliders({ card, of, change }: Props) {
  const t = useSay();
  const pack = useLimitedPack(card.pack);
  const counting = DIAL_NAMES.filter((dial) => changes(pack, controlOf(dial)));
  const others = DIAL_NAMES.filter((dial) => !counting.includes(dial)).map((dial) => t(`dial.${dial}`));
  return (
    <div className="dials">
      {pack && others.length > 0 && (
        <p className="faint">{t('packs.unchanging', { name: pack.name, list: others.join(', ') })}</p>
      )}
      {counting.map((dial) => (
        <div key={dial} className="dial">
          <Slider
            label={t(`dial.${dial}`)}
            of={of}
            min={DIALS[dial].min}
            max={DIALS[dial].max}
            step={DIALS[dial].step}
            neutral={DIALS[dial].neutral}
            value={dialOf(card, dial)}
            show={(value) => shown(dial, value)}
            change={(value) => change(withDial(card, dial, value))}
          />
          <p className="faint dial-words">{t(`dials.${dial}`)}</p>
        </div>
      ))}
    </div>
  );
}
