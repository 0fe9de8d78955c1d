import { useEffect } from 'react';
import { createStore } from 'zustand/vanilla';
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
import { silence } from './sound.ts';

const TABS = ['audition', 'library', 'mix', 'clone'] as const;
type Tab = (typeof TABS)[number];

const shown = createStore<{ readonly tab: Tab }>(() => ({ tab: 'audition' }));

/** The voices: find one, describe one, keep it. */
export default function VoicesScreen() {
  const t = useSay();
  const tab = useStore(shown, (state) => state.tab);
  const can = useStore(library, (state) => state.abilities);
  const tabs = TABS.filter((id) => (id === 'clone' || id === 'mix' ? can[id] : true));
  useEffect(() => {
    loadLibrary().catch(report);
    return () => {
      stopMaking();
      silence();
    };
  }, []);
  return (
    <Screen
      title={t('voices.title')}
      tabs={tabs.map((id) => ({ id, name: t(`voices.${id}`) }))}
      tab={tab}
      choose={(next) => {
        silence();
        shown.setState({ tab: next });
      }}
      {...(tab === 'audition' ? { onKey: auditionKey } : {})}
    >
      {tab === 'audition' && <Audition />}
      {tab === 'library' && <LibraryTab />}
      {tab === 'mix' && <MixTab />}
      {tab === 'clone' && <CloneTab />}
    </Screen>
  );
}
