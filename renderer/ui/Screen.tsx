import { useEffect, useId, type ReactNode } from 'react';
import { shown } from './commands.ts';
import { dialogs } from './dialogs.ts';
import { Notices } from './Notices.tsx';
import { useModal } from './modal.ts';
import { useSay } from './use.ts';

interface Props<Tab extends string> {
  readonly title: string;
  readonly tabs: readonly { readonly id: Tab; readonly name: string }[];
  readonly tab: Tab;
  readonly choose: (tab: Tab) => void;
  readonly onKey?: (event: KeyboardEvent) => void;
  readonly children: ReactNode;
}

/** A part of the studio that takes the whole window, in tabs. Escape leads back to the scene. */
export function Screen<Tab extends string>({ title, tabs, tab, choose, onKey, children }: Props<Tab>) {
  const t = useSay();
  const element = useModal('[role=tab][aria-selected=true]');
  const id = useId();
  useEffect(() => {
    if (!onKey) return;
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [onKey]);
  const step = (by: number): void => {
    const next = tabs[(tabs.findIndex((one) => one.id === tab) + by + tabs.length) % tabs.length];
    if (!next) return;
    choose(next.id);
    document.getElementById(`${id}-${next.id}`)?.focus();
  };
  return (
    <dialog ref={element} className="screen" aria-labelledby={id} onClose={dialogs.close}>
      <header className="screen-head">
        <h2 id={id}>{title}</h2>
        <div
          className="tabs"
          role="tablist"
          aria-labelledby={id}
          onKeyDown={(event) => {
            if (event.key === 'ArrowRight') step(1);
            if (event.key === 'ArrowLeft') step(-1);
          }}
        >
          {tabs.map((one) => (
            <button
              key={one.id}
              id={`${id}-${one.id}`}
              role="tab"
              aria-selected={tab === one.id}
              aria-controls={`${id}-panel`}
              tabIndex={tab === one.id ? 0 : -1}
              onClick={() => choose(one.id)}
            >
              {one.name}
            </button>
          ))}
        </div>
        <span className="push" />
        <button className="quiet" onClick={dialogs.close}>
          {t('screen.back')} <kbd>{shown('Escape')}</kbd>
        </button>
      </header>
      <div className="screen-body" id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${tab}`} tabIndex={-1}>
        {children}
      </div>
      <Notices />
    </dialog>
  );
}
