import { useRef } from 'react';
import { useStore } from 'zustand';
import { CastPanel } from '../cast/CastPanel.tsx';
import { CheckPanel, useFindings } from '../takes/CheckPanel.tsx';
import { LinePanel } from '../takes/LinePanel.tsx';
import { settings, type Panel } from '../store/settings.ts';
import { useSay } from './use.ts';

const PANELS: readonly Panel[] = ['cast', 'line', 'check'];

export function SidePanel() {
  const t = useSay();
  const panel = useStore(settings, (state) => state.panel);
  const { stale, flawed } = useFindings();
  const tabs = useRef<HTMLDivElement>(null);
  const count = stale.length + flawed.length;
  const select = (next: Panel): void => {
    settings.setState({ panel: next });
    tabs.current?.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  };
  return (
    <aside className="side" id="side" aria-label={t('panel.side')}>
      <div
        className="tabs"
        role="tablist"
        ref={tabs}
        onKeyDown={(event) => {
          const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? PANELS.length - 1 : 0;
          if (step > 0) select(PANELS[(PANELS.indexOf(panel) + step) % PANELS.length] ?? 'cast');
        }}
      >
        {PANELS.map((one) => (
          <button
            key={one}
            id={`tab-${one}`}
            role="tab"
            aria-selected={panel === one}
            aria-controls="panel"
            tabIndex={panel === one ? 0 : -1}
            onClick={() => settings.setState({ panel: one })}
          >
            {t(`panel.${one}`)}
            {one === 'check' && count > 0 && <span className="count">{count}</span>}
          </button>
        ))}
      </div>
      <div className="panel" id="panel" role="tabpanel" aria-labelledby={`tab-${panel}`} tabIndex={-1}>
        {panel === 'cast' && <CastPanel />}
        {panel === 'line' && <LinePanel />}
        {panel === 'check' && <CheckPanel stale={stale} flawed={flawed} />}
      </div>
    </aside>
  );
}
