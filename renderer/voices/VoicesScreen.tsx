import { useEffect } from 'react';
import { useStore } from 'zustand';
import { report } from '../store/notices.ts';
import { Screen } from '../ui/Screen.tsx';
import { useSay } from '../ui/use.ts';
import '../styles/voices.css';
import { Audition, auditionKey } from './Audition.tsx';
import { stopMaking } from './auditions.ts';
import { LibraryTab } from './LibraryTab.tsx';
import { CloneTab } from './CloneTab.tsx';
import { library, loadLibrary } from './library.ts';
import { MixTab } from './MixTab.tsx';
import { silence, warmUp } from './sound.ts';
import { showTab, shownTab, TABS } from './tabs.ts';

/** The voices: find one, describe one, keep it. */
export default function VoicesScreen() {
  const t = useSay();
  const tab = useStore(shownTab, (state) => state.tab);
  const can = useStore(library, (state) => state.abilities);
  const known = useStore(library, (state) => state.loaded);
  // All of them until the answer is there: tabs that come late would move the others away under the keys.
  const tabs = TABS.filter((id) => !known || (id !== 'clone' && id !== 'mix') || can[id]);
  useEffect(() => {
    loadLibrary().catch(report);
    const idle = requestIdleCallback(warmUp);
    return () => {
      cancelIdleCallback(idle);
      stopMaking();
      silence();
    };
  }, []);
  return (
    <Screen
      title={t('voices.title')}
      tabs={tabs.map((id) => ({ id, name: t(`voices.${id}`) }))}
      tab={tab}
      choose={showTab}
      {...(tab === 'audition' ? { onKey: auditionKey } : {})}
    >
      {tab === 'audition' && <Audition />}
      {tab === 'library' && <LibraryTab />}
      {tab === 'mix' && <MixTab />}
      {tab === 'clone' && <CloneTab />}
    </Screen>
  );
}
