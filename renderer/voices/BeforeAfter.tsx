import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { VoiceCard } from '../../engine/contract/voice-card.ts';
import { STUDIO_RATE } from '../api/speech.ts';
import { speakCard } from '../api/voices.ts';
import { report } from '../store/notices.ts';
import { settings } from '../store/settings.ts';
import { Icon } from '../ui/Icon.tsx';
import { useSay } from '../ui/use.ts';
import { ClipWave } from './ClipWave.tsx';
import { previewText } from './prompts.ts';
import { clipOf, sounding, toggleClip, type Clip } from './sound.ts';
import type { Source } from './SourceRow.tsx';

interface Props {
  readonly source: Source;
  /** Name of the voice that was made. */
  readonly title: string;
  readonly card: VoiceCard;
}

/** The recording and the voice that was made of it, on the same words and as loud as each other. */
export function BeforeAfter({ source, title, card }: Props) {
  const t = useSay();
  const [after, setAfter] = useState<Clip | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    const text = source.text.trim() || previewText(settings.getState().language);
    speakCard(card, text, 7, null, abort.signal).then(
      (samples) => setAfter(clipOf(samples, STUDIO_RATE)),
      (error: unknown) => {
        if (!abort.signal.aborted) report(error);
      },
    );
    return () => abort.abort();
  }, [card, source.text]);
  return (
    <div className="before-after">
      <Side id={`before:${source.id}`} head={t('clone.before')} name={source.name} clip={source.clip} />
      <Side id={`after:${source.id}`} head={t('clone.after')} name={title} clip={after} />
    </div>
  );
}

interface SideProps {
  readonly id: string;
  readonly head: string;
  readonly name: string;
  readonly clip: Clip | null;
}

function Side({ id, head, name, clip }: SideProps) {
  const t = useSay();
  const playing = useStore(sounding, (state) => state.id === id);
  return (
    <div className="half">
      <div className="row">
        <button
          type="button"
          className="quiet square"
          aria-label={`${head}: ${t('audition.play', { name })}`}
          aria-pressed={playing}
          disabled={clip === null}
          onClick={() => clip && toggleClip(id, clip)}
        >
          <Icon name={playing ? 'stop' : 'play'} />
        </button>
        <span className="label">{head}</span>
      </div>
      {clip ? (
        <ClipWave id={id} clip={clip} label={t('audition.waveform', { name })} />
      ) : (
        <div className="wave clip-wave" />
      )}
    </div>
  );
}
