/**
 * `npm run icons`: draws the icons of the application from the pictures in build/*.svg, in every size and container that
 * a platform wants. What it writes is committed, so that packaging needs no browser.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Page } from 'playwright';
import { root } from './setup.mjs';

const BUILD = join(root, 'build');
/** Below this the simpler drawing is clearer. */
const SMALL = 32;
/** Sizes of a Linux icon theme. */
const LINUX = [16, 24, 32, 48, 64, 96, 128, 256, 512, 1024];
const ICO = [16, 24, 32, 48, 64, 128, 256];
/** Types of an ICNS whose payload is a PNG, with its pixels; `ic11` to `ic14` are those of high density. */
const ICNS: readonly (readonly [type: string, size: number])[] = [
  ['icp4', 16],
  ['icp5', 32],
  ['icp6', 64],
  ['ic07', 128],
  ['ic08', 256],
  ['ic09', 512],
  ['ic10', 1024],
  ['ic11', 32],
  ['ic12', 64],
  ['ic13', 256],
  ['ic14', 512],
];
/** On a Mac an icon fills this part of its square, as Apple's grid has it. */
const MAC_SCALE = 824 / 1024;

/** A picture that can be had in any size, in pixels. */
type Draw = (size: number) => Buffer;

/** A Windows icon: a directory of PNG pictures (sizes up to 256). */
export function writeIco(sizes: readonly number[], draw: Draw): Buffer {
  const pictures = sizes.map(draw);
  const head = Buffer.alloc(6 + 16 * sizes.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(sizes.length, 4);
  let offset = head.length;
  sizes.forEach((size, i) => {
    const at = 6 + 16 * i;
    const { length } = pictures[i]!;
    // 256 does not fit into a byte and is written as 0.
    head.writeUInt8(size % 256, at);
    head.writeUInt8(size % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += length;
  });
  return Buffer.concat([head, ...pictures]);
}

/** An Apple icon: blocks of a type, a length and a PNG. */
export function writeIcns(types: readonly (readonly [string, number])[], draw: Draw): Buffer {
  const block = (type: string, payload: Buffer): Buffer => {
    const head = Buffer.alloc(8);
    head.write(type, 'latin1');
    head.writeUInt32BE(8 + payload.length, 4);
    return Buffer.concat([head, payload]);
  };
  return block('icns', Buffer.concat(types.map(([type, size]) => block(type, draw(size)))));
}

async function render(page: Page, svg: string, size: number, scale = 1, colour = '#000'): Promise<Buffer> {
  const inner = Math.round(size * scale);
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(
    `<style>*{margin:0}body{display:grid;place-items:center;height:${size}px;color:${colour};fill:${colour}}` +
      `svg{width:${inner}px;height:${inner}px;display:block}</style>${svg}`,
  );
  return await page.screenshot({ omitBackground: true, type: 'png' });
}

/** Renders every size that is asked for first, so that the writers of containers need not wait. */
async function drawer(
  page: Page,
  sizes: Iterable<number>,
  picture: (size: number) => string,
  scale = 1,
): Promise<Draw> {
  const drawn = new Map<number, Buffer>();
  for (const size of new Set(sizes)) drawn.set(size, await render(page, picture(size), size, scale));
  return (size) => drawn.get(size)!;
}

async function main(): Promise<void> {
  const executablePath = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path));
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] });
  const page = await browser.newPage();
  const read = (name: string): string => readFileSync(join(BUILD, name), 'utf8');
  const write = (name: string, bytes: Buffer): void => writeFileSync(join(BUILD, name), bytes);
  for (const folder of ['icons', 'shell']) mkdirSync(join(BUILD, folder), { recursive: true });

  const application = (size: number): string => read(size < SMALL ? 'icon-small.svg' : 'icon.svg');
  const plain = await drawer(page, [...LINUX, ...ICO], application);
  const mac = await drawer(
    page,
    ICNS.map(([, size]) => size),
    application,
    MAC_SCALE,
  );
  for (const size of LINUX) write(`icons/${size}x${size}.png`, plain(size));
  write('icon.ico', writeIco(ICO, plain));
  write('icon.icns', writeIcns(ICNS, mac));
  for (const kind of ['scene', 'voice']) {
    const file = await drawer(page, [...ICO, ...ICNS.map(([, size]) => size)], () => read(`${kind}.svg`));
    write(`${kind}.ico`, writeIco(ICO, file));
    write(`${kind}.icns`, writeIcns(ICNS, file));
  }

  // What the shell itself shows while it runs.
  write('shell/icon.png', plain(256));
  write('shell/drag.png', await render(page, read('scene.svg'), 64));
  const tray = read('tray.svg');
  for (const [suffix, size] of [
    ['', 16],
    ['@2x', 32],
  ] as const) {
    write(`shell/trayTemplate${suffix}.png`, await render(page, tray, size));
    write(`shell/tray${suffix}.png`, plain(size));
  }
  await browser.close();
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main();
