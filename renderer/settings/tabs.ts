import { createStore } from 'zustand/vanilla';

export const TABS = ['server', 'models', 'lexicon', 'keys', 'requests', 'reference'] as const;
export type Tab = (typeof TABS)[number];

/** The part of the settings that is shown. */
export const shownTab = createStore<{ readonly tab: Tab }>(() => ({ tab: 'server' }));

export const showTab = (tab: Tab): void => shownTab.setState({ tab });
