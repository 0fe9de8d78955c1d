import { useEffect, useState } from 'react';
import type { Likeness } from '../../engine/contract/recording-check.ts';
import type { VoiceCard } from '../../engine/contract/voice-card.ts';
import { checkRecordings, type NewClone } from '../api/voices.ts';
import { report } from '../store/notices.ts';
import { useSay } from '../ui/use.ts';

interface Props {
  readonly recordings: NewClone['recordings'];
  readonly card: VoiceCard;
}

/** How near a voice comes to the recordings that it was made of, measured, beside the nearest house voice. */
export function LikenessOf({ recordings, card }: Props) {
  const t = useSay();
  const [likeness, setLikeness] = useState<Likeness | 'failed' | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    checkRecordings(recordings, card, abort.signal).then(
      (told) => setLikeness(told.likeness ?? 'failed'),
      (error: unknown) => {
        if (abort.signal.aborted) return;
        setLikeness('failed');
        report(error);
      },
    );
    return () => abort.abort();
  }, [recordings, card]);
  if (likeness === 'failed') return null;
  if (likeness === null) return <p className="faint">{t('clone.likeness.measuring')}</p>;
  const { clone, nearestHouse } = likeness;
  const [score, house] = [Math.round(clone.score), Math.round(nearestHouse.score)];
  return (
    <div className="likeness">
      <p>
        <span className="label">{t('clone.likeness')}</span>{' '}
        {t('clone.likeness.of', { score, word: t(`nearness.${clone.word}`) })}
      </p>
      <div
        className="meter-of"
        role="meter"
        aria-label={t('clone.likeness')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={score}
      >
        <span ref={(bar) => bar?.style.setProperty('transform', `scaleX(${score / 100})`)} />
      </div>
      <p className="faint">{t('clone.likeness.house', { name: nearestHouse.name, score: house })}</p>
      <p className="faint figure">
        {t('clone.likeness.numbers', {
          pitch: Math.abs(clone.f0Semitones).toFixed(1),
          colour: clone.spectrumDb.toFixed(1),
        })}
      </p>
    </div>
  );
}
