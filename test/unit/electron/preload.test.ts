import { expect, test, vi } from 'vitest';
import type { Ask, DesktopBridge } from '../../../main/electron/bridge.ts';
import type { Bridge } from '../../../renderer/api/client.ts';
import type { Ask as StudioAsk, ShellBridge } from '../../../renderer/desktop/shell.ts';
import { exposed, ipcRenderer } from './support/fake-electron.ts';

vi.mock('electron', () => import('./support/fake-electron.ts'));

/** The renderer knows the bridge by types of its own: they must say the same. */
export type Agreement = [
  DesktopBridge extends Bridge & ShellBridge ? true : never,
  Ask extends StudioAsk ? true : never,
  StudioAsk extends Ask ? true : never,
];
const agreement: Agreement = [true, true, true];

const { default: nothing } = (await import('../../../main/electron/preload.ts')) as { default?: undefined };
const bridge = exposed['dramatis'] as DesktopBridge;

test('the bridge is all that the page gets, and holds no channel, no event and no function of Electron', () => {
  expect(agreement).toEqual([true, true, true]);
  expect(nothing).toBeUndefined();
  expect(Object.keys(exposed)).toEqual(['dramatis']);
  expect(Object.keys(bridge).sort()).toEqual(
    'base dragOut onAsk pickFile pickSave readSecret reveal setTheme token writeSecret'.split(' '),
  );
});

test('the key of the launch is asked for, once, and nowhere else to be seen', () => {
  expect(bridge.token).toBe('key-of-the-launch');
  expect(ipcRenderer.calls.filter(({ how }) => how === 'sendSync')).toHaveLength(1);
  expect(process.argv.join(' ')).not.toContain(bridge.token);
});

test('each call is one message', async () => {
  ipcRenderer.calls.length = 0;
  await bridge.reveal('/a');
  await bridge.pickSave('Scene');
  await bridge.writeSecret('key', null);
  bridge.dragOut('/a/b.wav');
  bridge.setTheme('dark');
  expect(ipcRenderer.calls).toEqual([
    { how: 'invoke', channel: 'dramatis:reveal', value: '/a' },
    { how: 'invoke', channel: 'dramatis:pick-save', value: 'Scene' },
    { how: 'invoke', channel: 'dramatis:write-secret', value: { name: 'key', value: null } },
    { how: 'send', channel: 'dramatis:drag-out', value: '/a/b.wav' },
    { how: 'send', channel: 'dramatis:theme', value: 'dark' },
  ]);
});

test('what was asked before the studio listened is not lost, and the event itself does not reach the page', () => {
  const heard: unknown[][] = [];
  ipcRenderer.emit('dramatis:ask', { sender: 'secret' }, { kind: 'open', path: '/a.dramatis' });
  bridge.onAsk((...all) => heard.push(all));
  ipcRenderer.emit('dramatis:ask', { sender: 'secret' }, { kind: 'command', id: 'save' });
  expect(heard).toEqual([[{ kind: 'open', path: '/a.dramatis' }], [{ kind: 'command', id: 'save' }]]);
});

test('a page that gets no key is not the studio, and gets no bridge', async () => {
  vi.resetModules();
  const fresh = await import('./support/fake-electron.ts');
  fresh.ipcRenderer.session = null;
  vi.doMock('electron', () => fresh);
  await expect(import('../../../main/electron/preload.ts')).rejects.toThrow('not the studio');
  expect(fresh.exposed).toEqual({});
});
