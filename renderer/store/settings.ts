import { createStore } from 'zustand/vanilla';
import { LANGUAGES, type Language } from '../ui/strings.ts';

export type Theme = 'system' | 'light' | 'dark';
export type Panel = 'cast' | 'line' | 'check';

/** How this person likes the studio. Kept in the browser; nothing of a scene is here. */
export interface Settings {
  readonly language: Language;
  readonly theme: Theme;
  readonly panel: Panel;
  /** Pixels of a second in the timeline. */
  readonly zoom: number;
}

const KEY = 'dramatis.settings';

function preferredLanguage(): Language {
  const wanted = ('navigator' in globalThis ? globalThis.navigator.languages : []).map((tag) => tag.slice(0, 2));
  return (wanted.find((tag) => tag in LANGUAGES) as Language | undefined) ?? 'en';
}

function read(): Settings {
  const defaults: Settings = { language: preferredLanguage(), theme: 'system', panel: 'cast', zoom: 60 };
  try {
    return { ...defaults, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>) };
  } catch {
    return defaults;
  }
}

export const settings = createStore<Settings>(read);

settings.subscribe((value) => {
  try {
    localStorage.setItem(KEY, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still runs the studio.
  }
  show(value);
});

const system = typeof matchMedia === 'undefined' ? null : matchMedia('(prefers-color-scheme: dark)');
system?.addEventListener('change', () => show());

/** What the page looks like now; what is drawn by hand is drawn anew when it changes. */
export const shade = createStore<{ readonly name: 'light' | 'dark' }>(() => ({ name: 'light' }));

/** Tells the page; its style sheet does the rest. */
export function show({ language, theme }: Settings = settings.getState()): void {
  if (typeof document === 'undefined') return;
  const name = theme === 'system' ? (system?.matches ? 'dark' : 'light') : theme;
  document.documentElement.lang = language;
  document.documentElement.dataset['theme'] = name;
  shade.setState({ name });
}
