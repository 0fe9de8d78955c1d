import { COMMANDS, shown } from './commands.ts';
import { Dialog } from './Dialog.tsx';
import { useSay } from './use.ts';

const GROUPS = ['shortcuts.hearing', 'shortcuts.writing', 'shortcuts.scene', 'shortcuts.view'] as const;

export function Shortcuts() {
  const t = useSay();
  return (
    <Dialog title={t('shortcuts.title')} kind="wide">
      <div className="shortcuts">
        {GROUPS.map((group) => (
          <section key={group}>
            <h3 className="label">{t(group)}</h3>
            <dl>
              {COMMANDS.filter((command) => command.group === group && command.shortcut).map((command) => (
                <div key={command.id}>
                  <dt>{t(command.key, command.values)}</dt>
                  <dd>
                    <kbd>{shown(command.shortcut ?? '')}</kbd>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
