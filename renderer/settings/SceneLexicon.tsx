import { useState } from 'react';
import { changeSpeaker } from '../cast/SpeakerCard.tsx';
import { PlayWord } from '../cast/PlayWord.tsx';
import type { SceneSpeaker } from '../../engine/contract/scene.ts';
import { displayName, speakerFor } from '../store/cast.ts';
import { Icon } from '../ui/Icon.tsx';
import { useSay, useScene } from '../ui/use.ts';

type Note = SceneSpeaker['notes'][number];

const same = (a: Note, b: Note): boolean => a.word === b.word && a.say === b.say && a.arpabet === b.arpabet;

/** Each word once, with all who say it so. */
function rowsOf(speakers: Iterable<string>): { note: Note; keys: string[] }[] {
  const rows: { note: Note; keys: string[] }[] = [];
  for (const key of speakers)
    for (const note of speakerFor(key).notes) {
      const known = rows.find((row) => same(row.note, note));
      if (known) known.keys.push(key);
      else rows.push({ note, keys: [key] });
    }
  return rows;
}

/** Words that the speakers of this scene say in a way of their own. */
export function SceneLexicon() {
  const t = useSay();
  const speakers = useScene((state) => state.speakers);
  // A change of a speaker's words is one of the cast.
  useScene((state) => state.meta.cast);
  const [word, setWord] = useState('');
  const [say, setSay] = useState('');
  const [arpabet, setArpabet] = useState(false);
  const [who, setWho] = useState('');
  const rows = rowsOf(speakers.keys());
  const add = (): void => {
    const note = { word: word.trim(), say: say.trim(), arpabet };
    for (const key of who === '' ? speakers.keys() : [who]) {
      const others = speakerFor(key).notes.filter((one) => one.word.toLowerCase() !== note.word.toLowerCase());
      changeSpeaker(key, { notes: [...others, note] });
    }
    setWord('');
    setSay('');
  };
  const whole = word.trim() !== '' && say.trim() !== '';
  return (
    <section className="settings-part wide-part" aria-label={t('lexicon.scene')}>
      <h3 className="label">{t('lexicon.scene')}</h3>
      <p className="hint">{speakers.size === 0 ? t('lexicon.nobody') : t('lexicon.scene.hint')}</p>
      {speakers.size > 0 && (
        <form
          className="lexicon-form"
          onSubmit={(event) => {
            event.preventDefault();
            if (!whole) return;
            add();
            event.currentTarget.querySelector('input')?.focus();
          }}
        >
          <label>
            <span className="label">{t('lexicon.word')}</span>
            <input className="field" maxLength={80} value={word} onChange={(event) => setWord(event.target.value)} />
          </label>
          <label>
            <span className="label">{t('lexicon.say')}</span>
            <input className="field" maxLength={200} value={say} onChange={(event) => setSay(event.target.value)} />
          </label>
          <label>
            <span className="label">{t('lexicon.speaker')}</span>
            <select className="field" value={who} onChange={(event) => setWho(event.target.value)}>
              <option value="">{t('lexicon.everyone')}</option>
              {[...speakers].map(([key, name]) => (
                <option key={key} value={key}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <label className="check">
            <input type="checkbox" checked={arpabet} onChange={(event) => setArpabet(event.target.checked)} />{' '}
            {t('cast.notes.arpabet')}
          </label>
          <div className="buttons">
            <button className="strong" disabled={!whole}>
              {t('lexicon.add')}
            </button>
          </div>
        </form>
      )}
      {rows.length > 0 && (
        <ul className="words">
          {rows.map(({ note, keys: [first = '', ...others] }) => (
            <li key={JSON.stringify(note)}>
              <PlayWord speaker={first} word={note.word} />
              <strong>{note.word}</strong>
              <span>{note.arpabet ? `/${note.say}/` : note.say}</span>
              <span className="push" />
              {[first, ...others].map((key) => (
                <span key={key} className={`chip hue-${speakerFor(key).color}`}>
                  {displayName(key)}
                </span>
              ))}
              <button
                className="quiet square"
                aria-label={t('lexicon.remove', { word: note.word })}
                title={t('lexicon.remove', { word: note.word })}
                onClick={() => {
                  for (const key of [first, ...others])
                    changeSpeaker(key, { notes: speakerFor(key).notes.filter((one) => !same(one, note)) });
                }}
              >
                <Icon name="trash" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
