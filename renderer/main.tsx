import { createRoot } from 'react-dom/client';
import { bridge } from './api/client.ts';
import { loadVoices, castNewcomers } from './store/cast.ts';
import { scene } from './store/document.ts';
import { keepSafe, openAtStart } from './store/project.ts';
import { preloadTakes } from './player/preload.ts';
import { report } from './store/notices.ts';
import { show } from './store/settings.ts';
import { App } from './ui/App.tsx';
import { dialogs } from './ui/dialogs.ts';
import './styles/index.css';

show();
createRoot(document.getElementById('root')!).render(<App />);
keepSafe();
preloadTakes();
void openAtStart().then((first) => {
  if (first) dialogs.open('welcome');
});
void loadVoices();
// In the desktop window the platform has more to say; what it says before this part is there, the bridge keeps.
if (bridge.token !== undefined) void import('./desktop/shell.ts').then(({ joinShell }) => joinShell()).catch(report);

// Whoever is newly named in the script gets a voice as soon as they have something to say.
let casting = 0;
scene.subscribe((now, before) => {
  if (now.speakers === before.speakers) return;
  clearTimeout(casting);
  casting = window.setTimeout(castNewcomers, 400);
});
