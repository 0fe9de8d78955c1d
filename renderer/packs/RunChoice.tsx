import { useState } from 'react';
import { useStore } from 'zustand';
import type { Pack, Run } from '../api/packs.ts';
import { report } from '../store/notices.ts';
import { useSay } from '../ui/use.ts';
import { packs, runAs } from './store.ts';

const THREADS = [1, 2, 4, 8, 16] as const;
const LEAST_MB = 16;

/** What a pack runs on, with how many threads, and how much memory it may take. */
export function RunChoice({ pack, run }: { readonly pack: Pack; readonly run: Run }) {
  const t = useSay();
  const providers = useStore(packs, (state) => state.providers);
  const [memory, setMemory] = useState(run.memoryMb === null ? '' : String(run.memoryMb));
  const change = (values: Partial<Run>): void => void runAs(pack.id, { ...run, ...values }).catch(report);
  const keepMemory = (): void => {
    const memoryMb = memory.trim() === '' ? null : Math.max(LEAST_MB, Math.round(Number(memory)));
    if (Number.isNaN(memoryMb) || memoryMb === run.memoryMb) return;
    change({ memoryMb });
  };
  return (
    <details className="pack-run">
      <summary>{t('packs.run')}</summary>
      <div className="row">
        <label>
          <span>{t('packs.run.provider')}</span>
          <select
            className="field"
            value={run.provider}
            onChange={({ target }) => change({ provider: target.value as Run['provider'] })}
          >
            {[...new Set([...providers, run.provider])].map((provider) => (
              <option key={provider} value={provider}>
                {t(`packs.provider.${provider}`)}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span>{t('packs.run.threads')}</span>
          <select
            className="field"
            value={run.threads ?? ''}
            onChange={({ target }) => change({ threads: target.value === '' ? null : Number(target.value) })}
          >
            <option value="">{t('packs.run.usual')}</option>
            {[...new Set([...THREADS, ...(run.threads === null ? [] : [run.threads])])].map((threads) => (
              <option key={threads} value={threads}>
                {threads}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span>{t('packs.run.memory')}</span>
          <input
            className="field"
            type="number"
            min={LEAST_MB}
            placeholder={t('packs.run.unlimited')}
            value={memory}
            onChange={({ target }) => setMemory(target.value)}
            onBlur={keepMemory}
            onKeyDown={({ key }) => {
              if (key === 'Enter') keepMemory();
            }}
          />
        </label>
      </div>
      <p className="hint">{t('packs.run.hint')}</p>
    </details>
  );
}
