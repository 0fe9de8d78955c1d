import { useStore } from 'zustand';
import { audition, auditioning } from '../player/audition.ts';
import { speakerFor } from '../store/cast.ts';
import { scene } from '../store/document.ts';
import { Icon } from '../ui/Icon.tsx';
import { useSay } from '../ui/use.ts';

/** Plays a word as a speaker of the scene says it, in their voice. `speaker` is a key of the cast. */
export function PlayWord({ speaker, word }: { readonly speaker: string; readonly word: string }) {
  const t = useSay();
  const id = `word:${speaker}:${word}`;
  const playing = useStore(auditioning, (state) => state.id === id);
  const listen = (): void => {
    const cue = scene.getState().cues.find((one) => one.speaker === speaker) ?? scene.getState().cues[0];
    if (cue) audition(id, { ...cue, text: word, direction: '' }, speakerFor(speaker));
  };
  return (
    <button
      type="button"
      className="quiet square"
      aria-label={t('lexicon.hear', { word })}
      title={t('lexicon.hear', { word })}
      aria-pressed={playing}
      onClick={listen}
    >
      <Icon name={playing ? 'stop' : 'play'} />
    </button>
  );
}
