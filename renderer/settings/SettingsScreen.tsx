import { useEffect } from 'react';
import { useStore } from 'zustand';
import { Models } from '../packs/Models.tsx';
import { Screen } from '../ui/Screen.tsx';
import { useSay } from '../ui/use.ts';
import '../styles/voices.css';
import { silence } from '../voices/sound.ts';
import { Keys } from './Keys.tsx';
import { Lexicon } from './Lexicon.tsx';
import { Reference } from './Reference.tsx';
import { Requests } from './Requests.tsx';
import { Server } from './Server.tsx';
import { showTab, shownTab, TABS } from './tabs.ts';

/** The server for other programs: where it is, who may use it, what they ask of it. */
export default function SettingsScreen() {
  const t = useSay();
  const tab = useStore(shownTab, (state) => state.tab);
  useEffect(() => silence, []);
  return (
    <Screen
      title={t('settings.title')}
      tabs={TABS.map((id) => ({ id, name: t(`settings.${id}`) }))}
      tab={tab}
      choose={showTab}
    >
      <div className="settings-body">
        {tab === 'server' && <Server />}
        {tab === 'models' && <Models />}
        {tab === 'lexicon' && <Lexicon />}
        {tab === 'keys' && <Keys />}
        {tab === 'requests' && <Requests />}
        {tab === 'reference' && <Reference />}
      </div>
    </Screen>
  );
}
