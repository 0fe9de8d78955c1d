import { createStore } from 'zustand/vanilla';
import { silence } from './sound.ts';

export const TABS = ['audition', 'library', 'mix', 'clone'] as const;
export type Tab = (typeof TABS)[number];

/** The part of the voices that is shown. */
export const shownTab = createStore<{ readonly tab: Tab }>(() => ({ tab: 'audition' }));

export function showTab(tab: Tab): void {
  silence();
  shownTab.setState({ tab });
}
