import { useStore } from 'zustand';
import { settings } from '../store/settings.ts';
import { LANGUAGES, type Language } from './strings.ts';
import { useSay } from './use.ts';

/** The language of the interface, each called as it calls itself. */
export function LanguageSelect() {
  const t = useSay();
  const language = useStore(settings, (state) => state.language);
  return (
    <select
      className="quiet language"
      aria-label={t('app.language')}
      value={language}
      onChange={(event) => settings.setState({ language: event.target.value as Language })}
    >
      {Object.entries(LANGUAGES).map(([code, name]) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </select>
  );
}
