import type { Say } from '../ui/use.ts';
import { useSay } from '../ui/use.ts';
import type { StringKey } from '../ui/strings.ts';
import { useStore } from 'zustand';
import { settings } from '../store/settings.ts';
import { AGES, ANYTHING, PITCHES, SEXES, TEXTURES, type Wanted } from './find.ts';
import { languageName } from './names.ts';

interface Props {
  readonly wanted: Wanted;
  readonly languages: readonly string[];
  readonly change: (wanted: Wanted) => void;
}

/** What kind of voice is looked for. */
export function VoiceFilters({ wanted, languages, change }: Props) {
  const t = useSay();
  const reader = useStore(settings, (state) => state.language);
  const set = (fields: Partial<Wanted>): void => change({ ...wanted, ...fields });
  return (
    <div className="filters" role="search" aria-label={t('library.filters')}>
      <input
        type="search"
        className="field"
        aria-label={t('library.search')}
        placeholder={t('library.search')}
        value={wanted.words}
        onChange={(event) => set({ words: event.target.value })}
      />
      <Choice
        t={t}
        name={t('library.sex')}
        prefix="sex"
        all={SEXES}
        value={wanted.sex}
        choose={(sex) => set({ sex })}
      />
      <Choice t={t} name={t('library.age')} prefix="age" all={AGES} value={wanted.age} choose={(age) => set({ age })} />
      <Choice
        t={t}
        name={t('library.pitch')}
        prefix="pitch"
        all={PITCHES}
        value={wanted.pitch}
        choose={(pitch) => set({ pitch })}
      />
      <Choice
        t={t}
        name={t('library.texture')}
        prefix="texture"
        all={TEXTURES}
        value={wanted.texture}
        choose={(texture) => set({ texture })}
      />
      <select
        className="field"
        aria-label={t('library.language')}
        value={wanted.language}
        onChange={(event) => set({ language: event.target.value })}
      >
        <option value="">{t('library.language')}</option>
        {languages.map((code) => (
          <option key={code} value={code}>
            {languageName(code, reader)}
          </option>
        ))}
      </select>
      <label className="check">
        <input
          type="checkbox"
          checked={wanted.favourites}
          onChange={(event) => set({ favourites: event.target.checked })}
        />{' '}
        {t('library.favourites')}
      </label>
      <label className="check">
        <input type="checkbox" checked={wanted.own} onChange={(event) => set({ own: event.target.checked })} />{' '}
        {t('library.own')}
      </label>
      <button className="bare" onClick={() => change(ANYTHING)}>
        {t('library.clear')}
      </button>
    </div>
  );
}

interface ChoiceProps<T extends string> {
  readonly t: Say;
  readonly name: string;
  readonly prefix: 'sex' | 'age' | 'pitch' | 'texture';
  readonly all: readonly T[];
  readonly value: T | '';
  readonly choose: (value: T | '') => void;
}

/** One of several, or any. */
export function Choice<T extends string>({ t, name, prefix, all, value, choose }: ChoiceProps<T>) {
  return (
    <select
      className="field"
      aria-label={name}
      value={value}
      onChange={(event) => choose(event.target.value as T | '')}
    >
      <option value="">{name}</option>
      {all.map((one) => (
        <option key={one} value={one}>
          {t(`${prefix}.${one}` as StringKey)}
        </option>
      ))}
    </select>
  );
}
