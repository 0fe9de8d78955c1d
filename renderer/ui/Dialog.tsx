import { useEffect, useId, useRef, type ReactNode } from 'react';
import { currentView } from '../store/document.ts';
import { dialogs } from './dialogs.ts';
import { Icon } from './Icon.tsx';
import { useSay } from './use.ts';

interface Props {
  readonly title: string;
  readonly kind?: 'plain' | 'palette' | 'wide';
  readonly children: ReactNode;
}

/**
 * The browser's own modal dialog: it holds the keyboard, closes on Escape and gives the focus back. It opens on the part
 * that has `data-autofocus`; React's `autoFocus` would come before the dialog is shown, when nothing in it can have it.
 */
export function Dialog({ title, kind = 'plain', children }: Props) {
  const t = useSay();
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    element.current?.showModal();
    element.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected && before !== document.body) before.focus();
      else currentView()?.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      className={`dialog dialog-${kind}`}
      aria-labelledby={id}
      onClose={dialogs.close}
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) dialogs.close();
      }}
    >
      <div className="dialog-body">
        <header className={kind === 'palette' ? 'unseen' : 'dialog-head'}>
          <h2 id={id}>{title}</h2>
          <button className="bare" aria-label={t('dialog.close')} onClick={dialogs.close}>
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
