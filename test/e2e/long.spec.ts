import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { dropFile, expect, expectSafe, STUDIO, test } from './support/studio.ts';

/** A script of as many lines, most of them named, some going on from the line before, as people write them. */
function longScript(lines: number): string {
  const names = ['MARA', 'TOBIAS', 'OLD PELL', 'THE KEEPER', 'ANNA'];
  const words = 'the light kept its slow turning over a sea that nobody had crossed since spring'.split(' ');
  return Array.from({ length: lines }, (_, i) => {
    const text = Array.from({ length: 6 + (i % 9) }, (_, n) => words[(i * 7 + n * 3) % words.length]).join(' ');
    if (i % 50 === 0) return `# Scene ${i / 50 + 1}`;
    return i % 11 === 0 ? `${text}.` : `${names[(i * 3) % names.length]}: ${text}, ${i}.`;
  }).join('\n');
}

async function openLong(page: Page, lines: number): Promise<void> {
  await dropFile(page, 'long.txt', longScript(lines));
  await page.getByRole('button', { name: 'Replace the script' }).click();
  await expect(page.locator('.cm-content')).toContainText('Scene 1');
  await expect(page.locator('.card')).toHaveCount(5);
}

/** Figures are printed and not judged: machines differ. */
const tell = (line: string): void => void process.stdout.write(`    ${line}\n`);

const figure = (values: readonly number[], share: number): string =>
  ([...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0).toFixed(1);

test('a script of 10,000 lines is written in, undone and kept like a short one', async ({ studio }) => {
  await openLong(studio, 10_000);
  // Only what is in sight is in the page.
  expect(await studio.locator('.cm-line').count()).toBeLessThan(200);
  await studio.locator('.cm-content').click();
  await studio.keyboard.press('Control+f');
  await studio.getByRole('textbox', { name: 'Find' }).pressSequentially(', 5001.');
  await studio.keyboard.press('Enter');
  await expect(studio.locator('.cm-searchMatch-selected')).toHaveText(', 5001.');
  await studio.keyboard.press('Escape');
  await studio.keyboard.press('End');
  const line = studio.locator('.cm-line', { hasText: ', 5001.' });

  // From each key to the next picture of the page.
  await studio.evaluate(() => {
    const times: number[] = [];
    (window as unknown as { keyTimes: number[] }).keyTimes = times;
    document.addEventListener(
      'beforeinput',
      (event) => requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - event.timeStamp))),
      true,
    );
  });
  await studio.keyboard.type(' Here something new is said in the middle of it.', { delay: 30 });
  await expect(line).toContainText(', 5001. Here something new is said in the middle of it.');
  const typed = await studio.evaluate(() => (window as unknown as { keyTimes: number[] }).keyTimes);
  const scrolled = await studio.evaluate(async () => {
    const scroller = document.querySelector('.cm-scroller')!;
    const times: number[] = [];
    let before = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
    for (let i = 0; i < 60; i++) {
      scroller.scrollTop += 900;
      const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
      times.push(now - before);
      before = now;
    }
    return times;
  });
  tell(
    `10,000 lines: key to picture ${figure(typed, 0.5)} ms (95th percentile ${figure(typed, 0.95)}), ` +
      `frame while scrolling ${figure(scrolled, 0.5)} ms (95th percentile ${figure(scrolled, 0.95)})`,
  );
  await expectSafe(studio);
  // Undo leads back to the place, wherever one has scrolled to; slow typing is more than one step.
  await expect(async () => {
    await studio.keyboard.press('Control+z');
    await expect(line).toHaveText(/, 5001\.$/, { timeout: 500 });
  }).toPass();
});

test('what a first visit loads is small, and on the screen at once', async ({ page, server }) => {
  const loaded: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (/\.(js|css)$/.test(pathname)) loaded.push(pathname);
  });
  await page.goto(server.url);
  await expect(page.locator('.app[data-ready=true]')).toBeVisible();
  await page.waitForLoadState('networkidle');
  const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0);
  const packed = loaded.map((path) => gzipSync(readFileSync(join(STUDIO, path)), { level: 9 }).length);
  const total = packed.reduce((sum, bytes) => sum + bytes, 0);
  const assets = join(STUDIO, 'assets');
  const whole = readdirSync(assets)
    .filter((name) => /\.(js|css)$/.test(name) && statSync(join(assets, name)).isFile())
    .reduce((sum, name) => sum + gzipSync(readFileSync(join(assets, name)), { level: 9 }).length, 0);
  tell(
    `first paint ${paint.toFixed(0)} ms; scripts and styles of a first visit ${(total / 1000).toFixed(0)} kB gzipped, ` +
      `all there are ${(whole / 1000).toFixed(0)} kB`,
  );
  expect(loaded.length).toBeGreaterThan(1);
  expect(whole).toBeLessThan(400_000);
});
