import { useState } from 'react';
import { changeSpeaker } from '../cast/SpeakerCard.tsx';
import { PlayWord } from '../cast/PlayWord.tsx';
import type { SceneNotes } from '../../engine/contract/scene.ts';
import { NARRATOR } from '../script/parse.ts';
import { displayName, speakerFor } from '../store/cast.ts';
import { setSceneNote } from '../store/document.ts';
import { Icon } from '../ui/Icon.tsx';
import { useSay, useScene } from '../ui/use.ts';

type Note = SceneNotes[number];

const same = (a: Note, b: Note): boolean => a.word === b.word && a.say === b.say && a.arpabet === b.arpabet;

/** Each word once, with all who say it so; `null` for everybody comes first. */
function rowsOf(everybody: SceneNotes, speakers: Iterable<string>): { note: Note; keys: (string | null)[] }[] {
  const rows: { note: Note; keys: (string | null)[] }[] = everybody.map((note) => ({ note, keys: [null] }));
  for (const key of speakers)
    for (const note of speakerFor(key).notes) {
      const known = rows.find((row) => same(row.note, note));
      if (known) known.keys.push(key);
      else rows.push({ note, keys: [key] });
    }
  return rows;
}

/** Puts another note for a word, or none, in place of what a speaker had, or everybody (`null`). */
function setNote(key: string | null, word: string, note: Note | null): void {
  if (key === null) {
    setSceneNote(word, note);
    return;
  }
  const others = speakerFor(key).notes.filter((one) => one.word.toLowerCase() !== word.toLowerCase());
  changeSpeaker(key, { notes: note ? [...others, note] : others });
}

/** Words that this scene, or one of its speakers, says in a way of its own. */
export function SceneLexicon() {
  const t = useSay();
  const speakers = useScene((state) => state.speakers);
  // A change of a speaker's words is one of the cast.
  useScene((state) => state.meta.cast);
  const everybody = useScene((state) => state.meta.notes);
  const [word, setWord] = useState('');
  const [say, setSay] = useState('');
  const [arpabet, setArpabet] = useState(false);
  const [who, setWho] = useState('');
  const rows = rowsOf(everybody, speakers.keys());
  const add = (): void => {
    setNote(who === '' ? null : who, word.trim(), { word: word.trim(), say: say.trim(), arpabet });
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
          {rows.map(({ note, keys }) => (
            <li key={JSON.stringify(note)}>
              <PlayWord speaker={keys[0] ?? [...speakers.keys()][0] ?? NARRATOR} word={note.word} />
              <strong>{note.word}</strong>
              <span>{note.arpabet ? `/${note.say}/` : note.say}</span>
              <span className="push" />
              {keys.map((key) =>
                key === null ? (
                  <span key="" className="faint">
                    {t('lexicon.everyone')}
                  </span>
                ) : (
                  <span key={key} className={`chip hue-${speakerFor(key).color}`}>
                    {displayName(key)}
                  </span>
                ),
              )}
              <button
                className="quiet square"
                aria-label={t('lexicon.remove', { word: note.word })}
                title={t('lexicon.remove', { word: note.word })}
                onClick={() => keys.forEach((key) => setNote(key, note.word, null))}
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
