import { useMemo, useState } from 'react';
import { COMMANDS, shown, speakerCommands, type Command } from './commands.ts';
import { Dialog } from './Dialog.tsx';
import { dialogs } from './dialogs.ts';
import { score } from './match.ts';
import { useSay } from './use.ts';

export function Palette() {
  const t = useSay();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const found = useMemo(() => {
    const all = [...COMMANDS.filter(({ id }) => id !== 'palette' && id !== 'giveNumber'), ...speakerCommands()];
    return all
      .map((command) => ({ command, name: t(command.key, command.values) }))
      .map((one) => ({ ...one, score: score(one.name, typed) }))
      .filter((one) => one.score !== null)
      .sort((a, b) => (a.score ?? 0) - (b.score ?? 0));
  }, [typed, t]);
  const run = (command: Command | undefined): void => {
    if (!command) return;
    dialogs.close();
    // After the dialog has given the focus back, so that the command may move it.
    setTimeout(command.run, 0);
  };
  const at = Math.min(chosen, found.length - 1);
  return (
    <Dialog title={t('app.commands')} kind="palette">
      <input
        className="palette-input"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={found[at] ? `command-${found[at].command.id}` : undefined}
        aria-label={t('palette.search')}
        placeholder={t('palette.search')}
        data-autofocus
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setChosen(0);
        }}
        onKeyDown={(event) => {
          const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? found.length - 1 : 0;
          if (step > 0) {
            event.preventDefault();
            const next = (at + step) % Math.max(1, found.length);
            setChosen(next);
            document.getElementById(`command-${found[next]?.command.id}`)?.scrollIntoView({ block: 'nearest' });
          } else if (event.key === 'Enter') {
            // The focus is back in the script before the key is through: it must not begin a new line there.
            event.preventDefault();
            run(found[at]?.command);
          }
        }}
      />
      <ul className="palette-list" id="palette-list" role="listbox" aria-label={t('app.commands')}>
        {found.map(({ command, name }, i) => (
          <li
            key={command.id}
            id={`command-${command.id}`}
            role="option"
            aria-selected={i === at}
            onPointerMove={() => setChosen(i)}
            onClick={() => run(command)}
          >
            <span>{name}</span>
            <span className="push" />
            <span className="faint">{t(command.group)}</span>
            {command.shortcut && <kbd>{shown(command.shortcut)}</kbd>}
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="hint">{t('palette.nothing')}</p>}
    </Dialog>
  );
}
