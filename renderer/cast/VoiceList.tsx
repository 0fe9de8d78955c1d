import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { HouseVoice } from '../../engine/contract/voice-card.ts';
import { voices } from '../store/cast.ts';
import { Icon } from '../ui/Icon.tsx';
import { useSay } from '../ui/use.ts';

interface Props {
  readonly speaker: string;
  readonly chosen: string | null;
  readonly playing: string | null;
  readonly playingId: (voice: string) => string;
  readonly listen: (voice: string) => void;
  readonly choose: (voice: string) => void;
}

const searchable = (voice: HouseVoice): string =>
  [voice.name, voice.description, voice.sex, voice.age, ...voice.tags].join(' ').toLowerCase();

/** All voices: typing narrows them, arrow keys walk through them, Enter chooses, the play button lets them speak. */
export function VoiceList({ speaker, chosen, playing, playingId, listen, choose }: Props) {
  const t = useSay();
  const list = useStore(voices, (state) => state.list);
  const [words, setWords] = useState('');
  const found = useMemo(() => {
    const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
    return list.filter((voice) => wanted.every((word) => searchable(voice).includes(word)));
  }, [list, words]);
  return (
    <div className="voice-list">
      <input
        type="search"
        autoFocus
        className="field"
        aria-label={t('cast.voice.search')}
        placeholder={t('cast.voice.search')}
        value={words}
        onChange={(event) => setWords(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && found[0]) choose(found[0].id);
          if (event.key === 'ArrowDown') {
            event.preventDefault();
            event.currentTarget.parentElement?.querySelector<HTMLElement>('.voice-choice')?.focus();
          }
        }}
      />
      <ul
        onKeyDown={(event) => {
          const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('.voice-choice')];
          const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
          if (step === 0) return;
          event.preventDefault();
          const row = document.activeElement?.closest('li')?.querySelector<HTMLElement>('.voice-choice');
          rows[Math.max(0, Math.min(rows.length - 1, rows.indexOf(row!) + step))]?.focus();
        }}
      >
        {found.map((voice) => (
          <li key={voice.id}>
            <button
              className="quiet square"
              aria-label={t('cast.tryVoice', { voice: voice.name, name: speaker })}
              onClick={() => listen(voice.id)}
            >
              <Icon name={playing === playingId(voice.id) ? 'stop' : 'play'} />
            </button>
            <button className="voice-choice" aria-pressed={chosen === voice.id} onClick={() => choose(voice.id)}>
              <span className="voice-name">{voice.name}</span>
              <span className="faint">
                {t(`sex.${voice.sex}`)}, {t(`age.${voice.age}`)}
              </span>
              <span className="faint clip">{voice.description}</span>
            </button>
          </li>
        ))}
        {list.length > 0 && found.length === 0 && <li className="hint">{t('cast.voice.nothing')}</li>}
      </ul>
    </div>
  );
}
