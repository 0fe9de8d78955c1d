/** Runs isolated and sandboxed beside the studio's page, and gives it the bridge. */
import { contextBridge, ipcRenderer } from 'electron';
import { CHANNEL, type Ask, type DesktopBridge, type Session } from './bridge.ts';

// The key of the launch comes as an answer, not as an argument: other users can read the arguments of a process.
const session = ipcRenderer.sendSync(CHANNEL.session) as Session | null;
if (!session) throw new Error('This page is not the studio.');

let listener: ((ask: Ask) => void) | null = null;
const early: Ask[] = [];
ipcRenderer.on(CHANNEL.ask, (_event, ask: Ask) => {
  if (listener) listener(ask);
  else early.push(ask);
});

const bridge: DesktopBridge = {
  ...session,
  reveal: async (path) => void (await ipcRenderer.invoke(CHANNEL.reveal, path)),
  pickFile: async () => (await ipcRenderer.invoke(CHANNEL.pickFile)) as string | null,
  pickSave: async (name) => (await ipcRenderer.invoke(CHANNEL.pickSave, name)) as string | null,
  dragOut: (path) => ipcRenderer.send(CHANNEL.dragOut, path),
  setTheme: (theme) => ipcRenderer.send(CHANNEL.theme, theme),
  readSecret: async (name) => (await ipcRenderer.invoke(CHANNEL.readSecret, name)) as string | null,
  writeSecret: async (name, value) => void (await ipcRenderer.invoke(CHANNEL.writeSecret, { name, value })),
  onAsk: (next) => {
    listener = next;
    for (const ask of early.splice(0)) next(ask);
  },
};

contextBridge.exposeInMainWorld('dramatis', bridge);
