import { type RefObject, useEffect, useRef } from 'react';
import { currentView } from '../store/document.ts';

/**
 * The browser's own modal dialog: it holds the keyboard, closes on Escape and gives the focus back when it goes. It opens on
 * the part that `first` selects; React's `autoFocus` would come before the dialog is shown, when nothing in it can have it.
 */
export function useModal(first: string): RefObject<HTMLDialogElement | null> {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    element.current?.showModal();
    element.current?.querySelector<HTMLElement>(first)?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected && before !== document.body) before.focus();
      else currentView()?.focus();
    };
  }, [first]);
  return element;
}
