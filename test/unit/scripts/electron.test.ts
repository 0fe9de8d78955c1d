import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { browserCommand } from '../../../main/browser.ts';
import { canReach, electronBinary, fetchElectron } from '../../../scripts/electron.mjs';

let folder = '';
let server: Server | undefined;
const put = (path: string, text = ''): void => {
  const file = join(folder, 'node_modules', 'electron', path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};
/** A server that does with a connection what `serve` does. */
async function listen(serve: 'answers' | 'is silent'): Promise<string> {
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    if (serve === 'answers') socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server!.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
/** Writes what Electron's installer would. */
const INSTALLER = `
  const { mkdirSync, writeFileSync } = require('node:fs');
  mkdirSync(__dirname + '/dist');
  writeFileSync(__dirname + '/dist/electron', '');
  writeFileSync(__dirname + '/path.txt', 'electron');
`;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dramatis-electron-'));
});
afterEach(() => {
  server?.close();
  server = undefined;
  rmSync(folder, { recursive: true });
});

describe('the binary of Electron', () => {
  test('is found where it was downloaded, and only there', () => {
    expect(electronBinary(folder)).toBeNull();
    put('path.txt', 'electron\n');
    expect(electronBinary(folder)).toBeNull();
    put('dist/electron');
    expect(electronBinary(folder)).toBe(join(folder, 'node_modules', 'electron', 'dist', 'electron'));
  });

  test('is not asked for again once it is there', async () => {
    put('path.txt', 'electron');
    put('dist/electron');
    put('install.js', 'process.exit(1)');
    expect(await fetchElectron(folder, {})).toEqual({ binary: electronBinary(folder) });
  });

  test('is downloaded where a network is', async () => {
    put('install.js', INSTALLER);
    const found = await fetchElectron(folder, { ...process.env, ELECTRON_MIRROR: await listen('answers') });
    expect(found).toEqual({ binary: join(folder, 'node_modules', 'electron', 'dist', 'electron') });
  });

  test('is not waited for where no network is', async () => {
    put('install.js', INSTALLER);
    // Port 1 of this computer: nothing listens there.
    const found = await fetchElectron(folder, { ELECTRON_MIRROR: 'http://127.0.0.1:1/' });
    expect(found).toEqual({ obstacle: 'Electron is not downloaded, and 127.0.0.1:1 cannot be reached' });
    expect(electronBinary(folder)).toBeNull();
  });

  test('that cannot be downloaded is told of', async () => {
    put('install.js', 'process.exit(1)');
    const found = await fetchElectron(folder, { ...process.env, ELECTRON_MIRROR: await listen('answers') });
    expect(found).toEqual({ obstacle: 'Electron could not be downloaded (see above)' });
  });

  test('needs its package', async () => {
    expect(await fetchElectron(folder, {})).toEqual({ obstacle: 'the package electron is not installed' });
  });
});

test('a network that is silent is given up in time', async () => {
  expect(await canReach(await listen('is silent'), 50)).toBe(false);
  expect(await canReach('no address', 50)).toBe(false);
});

test('the browser of each platform is opened by its own program', () => {
  const url = 'http://127.0.0.1:8757/#k=a&b';
  expect(browserCommand(url, 'darwin', {})).toEqual(['open', url]);
  expect(browserCommand(url, 'win32', {})?.at(-1)).toBe(url);
  expect(browserCommand(url, 'linux', { DISPLAY: ':0' })).toEqual(['xdg-open', url]);
  expect(browserCommand(url, 'linux', {})).toBeNull();
});
