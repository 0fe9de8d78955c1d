import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Preferences } from '../../../main/electron/preferences.ts';
import { allowsRequest, confinePages, confineSession } from '../../../main/electron/security.ts';
import { windowOptions } from '../../../main/electron/window.ts';
import * as electron from './support/fake-electron.ts';

vi.mock('electron', () => import('./support/fake-electron.ts'));

const BASE = 'http://127.0.0.1:4711';
const PAGE = 'app://dramatis/';
type Asked = Parameters<NonNullable<electron.FakeSession['permissionRequest']>>;
type Checked = Parameters<NonNullable<electron.FakeSession['permissionCheck']>>;

test("the studio's page is a stranger to the machine", () => {
  const { webPreferences } = windowOptions(Preferences.parse({}), [], '/app/preload.cjs', '/icon.png');
  expect(webPreferences).toEqual({
    preload: '/app/preload.cjs',
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    safeDialogs: true,
    spellcheck: false,
  });
});

describe('pages', () => {
  const contents = new electron.FakeContents();
  const SOURCE = 'https://example.org/voices/1';
  confinePages(BASE, [SOURCE]);
  electron.app.emit('web-contents-created', new electron.Preventable(), contents);

  test.each(['will-navigate', 'will-frame-navigate', 'will-redirect', 'will-attach-webview'])(
    '%s is denied',
    (name) => {
      const event = new electron.Preventable();
      expect(contents.emit(name, event)).toBe(true);
      expect(event.defaultPrevented).toBe(true);
    },
  );
  test.each(['https://example.org', 'file:///etc/passwd', `${BASE}/`, PAGE, `${BASE}/docs/../app`])(
    'a window for %s is not opened, nor handed to another program',
    (url) => {
      electron.shell.external.length = 0;
      expect(contents.openHandler!({ url } as never)).toEqual({ action: 'deny' });
      expect(electron.shell.external).toEqual([]);
    },
  );
  test('the page that a known voice pack is from opens in the browser, and no other address there', () => {
    electron.shell.external.length = 0;
    for (const url of [SOURCE, `${SOURCE}?said=secret`, `${SOURCE}/../2`, `${SOURCE}#x`])
      expect(contents.openHandler!({ url } as never)).toEqual({ action: 'deny' });
    expect(electron.shell.external).toEqual([SOURCE]);
    electron.shell.external.length = 0;
  });
  test("the server's documentation opens in the browser", () => {
    expect(contents.openHandler!({ url: `${BASE}/docs` } as never)).toEqual({ action: 'deny' });
    expect(electron.shell.external).toEqual([`${BASE}/docs`]);
  });
});

describe('requests', () => {
  test.each([`${PAGE}assets/a.js`, `${BASE}/v1/tts`, 'ws://127.0.0.1:4711/v1/tts/live', `blob:${PAGE}1-2`])(
    '%s is asked for',
    (url) => expect(allowsRequest(url, BASE)).toBe(true),
  );
  test.each([
    'https://example.org/',
    'http://127.0.0.1:4712/',
    'http://localhost:4711/',
    'http://127.0.0.1:4711.example.org/',
    'ws://127.0.0.1:9/',
    'app://other/',
    'file:///etc/passwd',
    'chrome://gpu/',
    'ftp://127.0.0.1/',
  ])('%s is not', (url) => expect(allowsRequest(url, BASE)).toBe(false));
});

describe('a session', () => {
  let session: electron.FakeSession;
  beforeEach(() => {
    session = new electron.FakeSession();
    confineSession(session as never, BASE);
    electron.dialog.asked.length = 0;
    electron.dialog.button = 0;
  });
  const ask = (permission: string, details: object = {}): Promise<boolean> =>
    new Promise((resolve) => {
      const all = { requestingUrl: PAGE, isMainFrame: true, ...details };
      session.permissionRequest!(new electron.FakeContents() as never, permission as Asked[1], resolve, all);
    });
  const check = (permission: string, details: object = {}, origin = PAGE): boolean =>
    session.permissionCheck!(null, permission as Checked[1], origin, { isMainFrame: true, ...details });
  const microphone = { mediaTypes: ['audio'] };

  test.each(['geolocation', 'notifications', 'midi', 'midiSysex', 'fullscreen', 'openExternal', 'clipboard-read'])(
    '%s is denied without asking',
    async (permission) => {
      expect(await ask(permission)).toBe(false);
      expect(check(permission)).toBe(false);
      expect(electron.dialog.asked).toEqual([]);
    },
  );
  test.each(['usb', 'hid', 'serial', 'display-capture', 'fileSystem', 'storage-access', 'local-fonts', 'unknown'])(
    '%s is denied without asking',
    async (permission) => {
      expect(await ask(permission)).toBe(false);
      expect(check(permission)).toBe(false);
    },
  );
  test('devices and screens are denied', () => {
    expect(session.device!({} as never)).toBe(false);
    const answer = vi.fn();
    session.displayMedia!({} as never, answer);
    expect(answer).toHaveBeenCalledWith(null);
    expect(session.spellChecker).toBe(false);
  });
  test('the microphone is asked for, and allowed by a yes', async () => {
    expect(check('media', { mediaType: 'audio' })).toBe(false);
    expect(await ask('media', microphone)).toBe(true);
    expect(electron.dialog.asked).toHaveLength(1);
    expect(check('media', { mediaType: 'audio' })).toBe(true);
    expect(await ask('media', microphone)).toBe(true);
    expect(electron.dialog.asked).toHaveLength(1);
  });
  test('a no is a no, and is asked again at the next recording', async () => {
    electron.dialog.button = 1;
    expect(await ask('media', microphone)).toBe(false);
    expect(check('media', { mediaType: 'audio' })).toBe(false);
    expect(await ask('media', microphone)).toBe(false);
    expect(electron.dialog.asked).toHaveLength(2);
  });
  test.each([
    [{ mediaTypes: ['video'] }],
    [{ mediaTypes: ['audio', 'video'] }],
    [{ mediaTypes: [] }],
    [{}],
    [{ ...microphone, requestingUrl: 'https://example.org/' }],
    [{ ...microphone, requestingUrl: 'app://dramatis.example/' }],
    [{ ...microphone, isMainFrame: false }],
  ])('recording with %j is denied without asking', async (details) => {
    expect(await ask('media', details)).toBe(false);
    expect(electron.dialog.asked).toEqual([]);
  });
  test('the camera is never allowed, not even after the microphone', async () => {
    await ask('media', microphone);
    expect(check('media', { mediaType: 'video' })).toBe(false);
    expect(check('media', { mediaType: 'audio' }, 'https://example.org')).toBe(false);
  });
  test('the page may copy text, and reach the server that the filter of requests lets it reach', async () => {
    expect(await ask('clipboard-sanitized-write')).toBe(true);
    expect(check('loopback-network')).toBe(true);
    expect(check('loopback-network', {}, 'https://example.org')).toBe(false);
  });
  test('requests to strangers are cancelled', () => {
    const cancelled = (url: string): boolean | undefined => {
      let answer: { cancel?: boolean } = {};
      session.beforeRequest!({ url }, (response) => (answer = response));
      return answer.cancel;
    };
    expect(cancelled('https://example.org/pixel.png')).toBe(true);
    expect(cancelled(`${BASE}/health`)).toBe(false);
  });
});
