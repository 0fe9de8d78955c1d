import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NOTICES_FILE, readNotices, renderNotices } from '../../../scripts/notices.ts';
import { root } from '../../../scripts/setup.mjs';

test('the notices name what is installed now (else: npm run notices)', () => {
  expect(readFileSync(NOTICES_FILE, 'utf8')).toBe(renderNotices(root));
});

test('every dependency of package.json is among them', () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { dependencies: object };
  const names = readNotices(root).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(Object.keys(dependencies)));
});

test('a package whose licence does not go with ours is refused, one for development is left out', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dramatis-notices-'));
  const write = (packages: object): void => {
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }));
  };
  write({ 'node_modules/tool': { version: '1.0.0', license: 'GPL-2.0-only', dev: true } });
  expect(readNotices(folder)).toEqual([]);
  write({ 'node_modules/part': { version: '1.0.0', license: 'GPL-2.0-only' } });
  expect(() => readNotices(folder)).toThrow('part 1.0.0 is under "GPL-2.0-only"');
  write({ 'node_modules/part': { version: '1.0.0' } });
  expect(() => readNotices(folder)).toThrow('part 1.0.0');
  rmSync(folder, { recursive: true });
});
