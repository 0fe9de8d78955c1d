import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isComplete } from '../../../scripts/setup.mjs';
import { desktopObstacle } from '../../../scripts/start.mjs';

describe('an installation', () => {
  const lockFile = (packages: Record<string, object>): string => JSON.stringify({ packages });
  const zod = { version: '4.6.7', integrity: 'sha512-a' };
  const lock = lockFile({
    '': {},
    'node_modules/zod': zod,
    'node_modules/fsevents': { version: '2.3.3', optional: true },
  });

  test('is complete when only optional packages are absent', () => {
    expect(isComplete(lock, lockFile({ 'node_modules/zod': zod }))).toBe(true);
  });

  test.each([
    ['a package is absent', {}],
    ['a version differs', { 'node_modules/zod': { ...zod, version: '4.6.6' } }],
    ['a content differs', { 'node_modules/zod': { ...zod, integrity: 'sha512-b' } }],
    ['an optional package is another', { 'node_modules/zod': zod, 'node_modules/fsevents': { version: '1.0.0' } }],
  ])('is not when %s', (_, packages) => {
    expect(isComplete(lock, lockFile(packages))).toBe(false);
  });
});

describe('the desktop window', () => {
  let folder = '';
  const put = (path: string, text = ''): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'dramatis-start-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  test('needs the shell and, on Linux, a display and a user', () => {
    expect(desktopObstacle(folder, 'linux', { DISPLAY: ':0' }, 1000)).toContain('no desktop shell');
    put('dist/main/electron.js');
    expect(desktopObstacle(folder, 'linux', {}, 1000)).toContain('display');
    expect(desktopObstacle(folder, 'linux', { DISPLAY: ':0' }, 0)).toContain('root');
    expect(desktopObstacle(folder, 'linux', { DISPLAY: ':0' }, 1000)).toBeNull();
    expect(desktopObstacle(folder, 'linux', { WAYLAND_DISPLAY: 'wayland-0' }, 1000)).toBeNull();
    expect(desktopObstacle(folder, 'darwin', {}, 0)).toBeNull();
    expect(desktopObstacle(folder, 'win32', {}, undefined)).toBeNull();
  });
});
