import { useScene, useSay } from '../ui/use.ts';
import { useStore } from 'zustand';
import { voices } from '../store/cast.ts';
import { SpeakerCard } from './SpeakerCard.tsx';

export function CastPanel() {
  const t = useSay();
  const speakers = useScene((state) => state.speakers);
  const loaded = useStore(voices, (state) => state.loaded);
  if (speakers.size === 0) return <p className="hint">{t('cast.empty')}</p>;
  return (
    <>
      {!loaded && <p className="hint">{t('cast.voice.loading')}</p>}
      <ul className="cards">
        {[...speakers.keys()].map((key) => (
          <SpeakerCard key={key} id={key} />
        ))}
      </ul>
    </>
  );
}
