import { createStore } from 'zustand/vanilla';
import { silence } from './sound.ts';

export const TABS = ['audition', 'library', 'mix', 'clone'] as const;
export type Tab = (typeof TABS)[number];

/** The part of the voices that is shown, and what the library is searched for when it opens. */
export const shownTab = createStore<{ readonly tab: Tab; readonly words: string }>(() => ({
  tab: 'audition',
  words: '',
}));

export function showTab(tab: Tab, words = ''): void {
  silence();
  shownTab.setState({ tab, words });
}
