import { useId, type ReactNode } from 'react';
import { dialogs } from './dialogs.ts';
import { Icon } from './Icon.tsx';
import { useModal } from './modal.ts';
import { useSay } from './use.ts';

interface Props {
  readonly title: string;
  readonly kind?: 'plain' | 'palette' | 'wide';
  readonly children: ReactNode;
}

/** A modal dialog, which opens on the part that has `data-autofocus`. */
export function Dialog({ title, kind = 'plain', children }: Props) {
  const t = useSay();
  const element = useModal('[data-autofocus]');
  const id = useId();
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
