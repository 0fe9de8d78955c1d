import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { LIMITS } from '../../engine/contract/limits.ts';
import type { Pronunciation } from '../../engine/contract/speech.ts';
import { changeSettings, readSettings } from '../api/settings.ts';
import { scene } from '../store/document.ts';
import { setLexicon } from '../store/lines.ts';
import { notify, report } from '../store/notices.ts';
import { settings } from '../store/settings.ts';
import { Icon } from '../ui/Icon.tsx';
import { useSay } from '../ui/use.ts';
import { awaited, toggleEntry } from '../voices/hear-card.ts';
import { languageName } from '../voices/names.ts';
import { sounding } from '../voices/sound.ts';

const ALPHABETS = ['respelling', 'ipa', 'arpabet'] as const satisfies readonly Pronunciation['alphabet'][];
const LANGUAGES = ['en', 'de', 'zh', 'ja', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'sv', 'ru', 'ko'];

interface Draft {
  readonly word: string;
  readonly pronunciation: string;
  readonly alphabet: Pronunciation['alphabet'];
  /** '': every language. */
  readonly language: string;
  readonly caseSensitive: boolean;
}

const NOTHING: Draft = { word: '', pronunciation: '', alphabet: 'respelling', language: '', caseSensitive: false };

const entryOf = ({ word, pronunciation, alphabet, language, caseSensitive }: Draft): Pronunciation => ({
  word: word.trim(),
  pronunciation: pronunciation.trim(),
  alphabet,
  ...(language === '' ? {} : { language }),
  ...(caseSensitive ? { caseSensitive } : {}),
});

const nameOf = ({ word, language, caseSensitive }: Pronunciation): string =>
  JSON.stringify([caseSensitive ? word : word.toLowerCase(), language ?? '', caseSensitive === true]);

/** The user's lexicon, which every request speaks with. */
export function GlobalLexicon() {
  const t = useSay();
  const [list, setList] = useState<readonly Pronunciation[] | null>(null);
  const [draft, setDraft] = useState(NOTHING);
  const reader = useStore(settings, (state) => state.language);
  const refresh = (): void => void readSettings().then((facts) => setList(facts.settings.lexicon), report);
  useEffect(refresh, []);
  const keep = (lexicon: readonly Pronunciation[]): void => {
    setList(lexicon);
    changeSettings({ lexicon }).then(
      () => {
        setLexicon(lexicon);
        // Lines that have such words are looked at anew.
        scene.setState((state) => ({ ...state }));
      },
      (error: unknown) => {
        report(error);
        refresh();
      },
    );
  };
  const entry = entryOf(draft);
  const whole = entry.word !== '' && entry.pronunciation !== '';
  const set = (fields: Partial<Draft>): void => setDraft({ ...draft, ...fields });
  return (
    <section className="settings-part wide-part" aria-label={t('lexicon.global')}>
      <h3 className="label">{t('lexicon.global')}</h3>
      <p className="hint">{t('lexicon.global.hint')}</p>
      <form
        className="lexicon-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!whole || list === null) return;
          keep([...list.filter((one) => nameOf(one) !== nameOf(entry)), entry]);
          setDraft(NOTHING);
          event.currentTarget.querySelector('input')?.focus();
        }}
      >
        <label>
          <span className="label">{t('lexicon.word')}</span>
          <input
            className="field"
            maxLength={LIMITS.lexicon.word}
            value={draft.word}
            onChange={(event) => set({ word: event.target.value })}
          />
        </label>
        <label>
          <span className="label">{t('lexicon.say')}</span>
          <input
            className="field"
            maxLength={LIMITS.lexicon.pronunciation}
            value={draft.pronunciation}
            onChange={(event) => set({ pronunciation: event.target.value })}
          />
        </label>
        <label>
          <span className="label">{t('lexicon.alphabet')}</span>
          <select
            className="field"
            value={draft.alphabet}
            onChange={(event) => set({ alphabet: event.target.value as Draft['alphabet'] })}
          >
            {ALPHABETS.map((one) => (
              <option key={one} value={one}>
                {t(`lexicon.alphabet.${one}`)}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span className="label">{t('lexicon.language')}</span>
          <select className="field" value={draft.language} onChange={(event) => set({ language: event.target.value })}>
            <option value="">{t('lexicon.language.any')}</option>
            {LANGUAGES.map((code) => (
              <option key={code} value={code}>
                {languageName(code, reader)}
              </option>
            ))}
          </select>
        </label>
        <label className="check">
          <input
            type="checkbox"
            checked={draft.caseSensitive}
            onChange={(event) => set({ caseSensitive: event.target.checked })}
          />{' '}
          {t('lexicon.case')}
        </label>
        <div className="buttons">
          <button type="button" className="quiet" disabled={!whole} onClick={() => toggleEntry('word:draft', entry)}>
            <Sign id="word:draft" />
            {t('lexicon.try')}
          </button>
          <button className="strong" disabled={!whole || list === null}>
            {t('lexicon.add')}
          </button>
        </div>
      </form>
      {list === null && <p className="hint">{t('settings.loading')}</p>}
      {list?.length === 0 && <p className="hint">{t('lexicon.none')}</p>}
      {list !== null && list.length > 0 && (
        <ul className="words">
          {list.map((one) => (
            <li key={nameOf(one)}>
              <button
                className="quiet square"
                aria-label={t('lexicon.hear', { word: one.word })}
                title={t('lexicon.hear', { word: one.word })}
                onClick={() => toggleEntry(`word:${nameOf(one)}`, one)}
              >
                <Sign id={`word:${nameOf(one)}`} />
              </button>
              <strong>{one.word}</strong>
              <span>{one.pronunciation}</span>
              <span className="faint push">
                {[
                  t(`lexicon.alphabet.${one.alphabet}`),
                  one.language === undefined ? t('lexicon.language.any') : languageName(one.language, reader),
                  ...(one.caseSensitive ? [t('lexicon.case')] : []),
                ].join(', ')}
              </span>
              <button
                className="quiet square"
                aria-label={t('lexicon.remove', { word: one.word })}
                title={t('lexicon.remove', { word: one.word })}
                onClick={() => {
                  keep(list.filter((other) => other !== one));
                  notify({
                    kind: 'info',
                    key: 'lexicon.removed',
                    values: { word: one.word },
                    action: { key: 'edit.undo', run: () => keep(list) },
                  });
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

/** The sign of a play button: at rest, being made, being heard. */
function Sign({ id }: { readonly id: string }) {
  const playing = useStore(sounding, (state) => state.id === id);
  const waiting = useStore(awaited, (state) => state.id === id);
  return waiting ? <span className="dot dot-rendering" /> : <Icon name={playing ? 'stop' : 'play'} />;
}
