import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { speakerFor, voices } from '../store/cast.ts';
import { cueOf } from '../store/document.ts';
import '../styles/packs.css';
import { useSay, useScene } from '../ui/use.ts';
import { AddPack } from './AddPack.tsx';
import { CatalogRow } from './CatalogRow.tsx';
import { partsOf, unmeasuredOf, workOf, type Part } from './estimate.ts';
import { Mapping } from './Mapping.tsx';
import { PackRow } from './PackRow.tsx';
import { measure, packs, useFreshPacks } from './store.ts';
import { durationText } from './words.ts';

/** What each pack has to say in the open scene. */
function useParts(): readonly Part[] {
  const cues = useScene((state) => state.cues);
  const meta = useScene((state) => state.meta);
  const list = useStore(voices, (state) => state.list);
  const usual = useStore(packs, (state) => state.packs.find(({ builtIn }) => builtIn)?.id ?? '');
  return useMemo(
    () => partsOf({ cues, takesOf: (cue) => cueOf(meta, cue.id), speakerFor, voices: list, usual }),
    [cues, meta, list, usual],
  );
}

/** The starter is measured by itself: its graphs are open, and its sentence takes a moment. */
function useStarterSpeed(): void {
  const id = useStore(packs, (state) => state.packs.find((pack) => pack.builtIn && pack.loaded && !pack.speed)?.id);
  useEffect(() => {
    if (id !== undefined && !packs.getState().measuring.has(id)) void measure(id);
  }, [id]);
}

/** Voice models: those that are here, adding more, and which of them answers for which name. */
export function Models() {
  const t = useSay();
  const { packs: list, catalog, loaded } = useStore(packs);
  const parts = useParts();
  useFreshPacks();
  useStarterSpeed();
  if (!loaded) return <p className="hint">{t('settings.loading')}</p>;
  const work = workOf(parts, list);
  const unmeasured = unmeasuredOf(parts, list);
  return (
    <>
      <section className="settings-part">
        <h3 className="label">{t('packs.here')}</h3>
        {parts.length > 0 && work && (
          <p role="status">
            {t('packs.scene', { time: durationText(work.all, t) })}
            {work.missing > 0 && work.missing < work.all
              ? ` ${t('packs.scene.missing', { time: durationText(work.missing, t) })}`
              : ''}
          </p>
        )}
        {unmeasured.length > 0 && <p role="status">{t('packs.scene.unmeasured', { names: unmeasured.join(', ') })}</p>}
        <ul className="packs">
          {list.map((pack) => (
            <PackRow key={pack.id} pack={pack} part={parts.find((part) => part.pack === pack.id)} />
          ))}
        </ul>
      </section>
      <AddPack />
      <section className="settings-part">
        <h3 className="label">{t('packs.known')}</h3>
        <p className="hint">{t('packs.known.hint')}</p>
        <ul className="packs">
          {catalog.map((pack) => (
            <CatalogRow key={pack.id} pack={pack} />
          ))}
        </ul>
      </section>
      <Mapping />
    </>
  );
}
