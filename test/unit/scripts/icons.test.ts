import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../scripts/setup.mjs';

const read = (name: string): Buffer => readFileSync(join(root, 'build', name));

/** Width and height of a PNG, from its first block. */
function sizeOf(png: Buffer): [number, number] {
  expect(png.subarray(0, 8)).toEqual(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

test('Linux has its icon in every size of a theme', () => {
  const names = readdirSync(join(root, 'build', 'icons'));
  expect(names).toEqual(
    expect.arrayContaining(['16x16.png', '48x48.png', '256x256.png', '512x512.png', '1024x1024.png']),
  );
  for (const name of names) expect(sizeOf(read(`icons/${name}`)).join('x')).toBe(name.replace('.png', ''));
});

test.each(['icon', 'scene', 'voice'])('%s.ico holds a picture of each size that Windows shows', (name) => {
  const ico = read(`${name}.ico`);
  expect([ico.readUInt16LE(0), ico.readUInt16LE(2)]).toEqual([0, 1]);
  const sizes = Array.from({ length: ico.readUInt16LE(4) }, (_, i) => {
    const at = 6 + 16 * i;
    const [length, offset] = [ico.readUInt32LE(at + 8), ico.readUInt32LE(at + 12)];
    const [width, height] = sizeOf(ico.subarray(offset, offset + length));
    expect([width % 256, height % 256]).toEqual([ico[at], ico[at + 1]]);
    return width;
  });
  expect(sizes).toEqual([16, 24, 32, 48, 64, 128, 256]);
});

test.each(['icon', 'scene', 'voice'])('%s.icns holds a picture of each size that macOS shows', (name) => {
  const icns = read(`${name}.icns`);
  expect([icns.toString('latin1', 0, 4), icns.readUInt32BE(4)]).toEqual(['icns', icns.length]);
  const found: Record<string, number> = {};
  for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4)) {
    const [width, height] = sizeOf(icns.subarray(at + 8, at + icns.readUInt32BE(at + 4)));
    expect(width).toBe(height);
    found[icns.toString('latin1', at, at + 4)] = width;
  }
  const plain = { icp4: 16, icp5: 32, icp6: 64, ic07: 128, ic08: 256, ic09: 512, ic10: 1024 };
  expect(found).toEqual({ ...plain, ic11: 32, ic12: 64, ic13: 256, ic14: 512 });
});

test('the tray has a picture for plain and for dense screens', () => {
  for (const name of ['tray', 'trayTemplate']) {
    expect(sizeOf(read(`shell/${name}.png`))).toEqual([16, 16]);
    expect(sizeOf(read(`shell/${name}@2x.png`))).toEqual([32, 32]);
  }
});
