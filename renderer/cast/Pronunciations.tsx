import { useState } from 'react';
import type { SceneSpeaker } from '../../engine/contract/scene.ts';
import { renameSpeaker } from '../store/current.ts';
import { nameIn } from '../ui/form.ts';
import { PlayWord } from './PlayWord.tsx';
import { Icon } from '../ui/Icon.tsx';
import { useSay } from '../ui/use.ts';

interface Props {
  readonly id: string;
  readonly speaker: SceneSpeaker;
  readonly name: string;
  readonly change: (notes: SceneSpeaker['notes']) => void;
}

/** How this speaker says certain words, and what they are called. */
export function Pronunciations({ id, speaker, name, change }: Props) {
  const t = useSay();
  const [word, setWord] = useState('');
  const [say, setSay] = useState('');
  const [arpabet, setArpabet] = useState(false);
  const add = (event: { preventDefault(): void }): void => {
    event.preventDefault();
    if (word.trim() === '' || say.trim() === '') return;
    const others = speaker.notes.filter((note) => note.word.toLowerCase() !== word.trim().toLowerCase());
    change([...others, { word: word.trim(), say: say.trim(), arpabet }]);
    setWord('');
    setSay('');
  };
  return (
    <details className="more">
      <summary>{t('cast.more')}</summary>
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault();
          renameSpeaker(id, nameIn(event.currentTarget));
        }}
      >
        <input
          className="field"
          name="name"
          key={name}
          defaultValue={name}
          aria-label={`${t('cast.rename')}: ${name}`}
          maxLength={40}
          onBlur={(event) => renameSpeaker(id, event.target.value)}
        />
      </form>
      <p className="label">{t('cast.notes')}</p>
      <ul className="notes">
        {speaker.notes.map((note) => (
          <li key={note.word}>
            <PlayWord speaker={id} word={note.word} />
            <span>{note.word}</span>
            <span className="faint">{note.arpabet ? `/${note.say}/` : note.say}</span>
            <button
              className="bare"
              aria-label={t('cast.notes.remove', { word: note.word })}
              onClick={() => change(speaker.notes.filter((one) => one !== note))}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
      <form className="row" onSubmit={add}>
        <input
          className="field"
          placeholder={t('cast.notes.word')}
          aria-label={`${t('cast.notes.word')}, ${name}`}
          value={word}
          maxLength={80}
          onChange={(event) => setWord(event.target.value)}
        />
        <input
          className="field"
          placeholder={t('cast.notes.say')}
          aria-label={`${t('cast.notes.say')}, ${name}`}
          value={say}
          maxLength={200}
          onChange={(event) => setSay(event.target.value)}
        />
        <label className="check">
          <input type="checkbox" checked={arpabet} onChange={(event) => setArpabet(event.target.checked)} />{' '}
          {t('cast.notes.arpabet')}
        </label>
        <button className="quiet">{t('cast.notes.add')}</button>
      </form>
    </details>
  );
}
