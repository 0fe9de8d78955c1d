import { currentView } from '../store/document.ts';

const PANES = ['#script', '#side', '#timeline', '#bar'];

/** Moves the keyboard to the next part of the window. */
export function nextPane(): void {
  const now = PANES.findIndex((pane) => document.querySelector(pane)?.contains(document.activeElement));
  const next = PANES[(now + 1) % PANES.length];
  if (next === '#script') currentView()?.focus();
  else {
    const pane = document.querySelector(next ?? '');
    const first = pane?.matches('[tabindex="0"]')
      ? pane
      : pane?.querySelector('[role=tab][aria-selected=true], [tabindex="0"], button:not([disabled])');
    if (first instanceof HTMLElement) first.focus();
  }
}
