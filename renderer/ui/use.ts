import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import { scene, type SceneSnapshot } from '../store/document.ts';
import { settings } from '../store/settings.ts';
import { say, type StringKey, type Values } from './strings.ts';

export type Say = (key: StringKey, values?: Values) => string;

/** The strings in the language of the moment. */
export function useSay(): Say {
  const language = useStore(settings, (state) => state.language);
  return (key, values) => say(language, key, values);
}

export const useScene = <T>(select: (state: SceneSnapshot) => T): T => useStore(scene, select);

/** The strings outside of components. */
export const sayNow: Say = (key, values) => say(settings.getState().language, key, values);

export function onChange<S, T>(store: StoreApi<S>, select: (state: S) => T, run: (value: T) => void): () => void {
  return store.subscribe((now, before) => {
    if (!Object.is(select(now), select(before))) run(select(now));
  });
}

/** A number with a real minus sign, which is as wide as a digit. */
export const figure = (value: number, digits: number): string => value.toFixed(digits).replace('-', '−');

/** Minutes and seconds. */
export function clock(seconds: number, tenths = false): string {
  const whole = Math.max(0, seconds);
  const rest = tenths ? (whole % 60).toFixed(1).padStart(4, '0') : String(Math.floor(whole % 60)).padStart(2, '0');
  return `${Math.floor(whole / 60)}:${rest}`;
}
