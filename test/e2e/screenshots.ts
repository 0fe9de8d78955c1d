/**
 * `npm run screenshots`: pictures of every screen, light and dark, of the real studio with the real engine, into
 * `docs/screenshots`. Colours are reduced to a palette, which pictures of a window do not show.
 */
import { execFileSync } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import config from '../../playwright.config.ts';
import buildForTests from './support/build.ts';
import { command, dropFile, openStudio, TestServer, write } from './support/studio.ts';

const OUT = resolve('docs/screenshots');
const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 900, height: 700 };

const SCENE = `# The Lighthouse, shortly before dawn

MARA: You kept the light on. All night.
TOBIAS (tired): Somebody had to. [sigh] The boats do not know that you are angry with me.
MARA: I am not angry. [pause] I was never angry.

(She closes the door against the wind.)

TOBIAS: Then why did you leave?
MARA (softly): Because you never asked me to stay.
OLD PELL: If you two are quite finished, there is a ship out there.
TOBIAS (surprised): Pell! How long have you been listening?
OLD PELL: Since nineteen eighty-two. [laughing] And it was never once dull.
`;

/** What is on the screen for each picture. Each begins where the one before left the studio. */
const SCREENS: readonly { readonly name: string; readonly show: (page: Page) => Promise<void> }[] = [
  { name: 'cast', show: async (page) => page.getByRole('tab', { name: 'Cast' }).click() },
  {
    name: 'playing',
    show: async (page) => {
      await page.locator('.cm-line', { hasText: 'Somebody had to' }).click();
      await page.keyboard.press('Control+Shift+Enter');
      await page.locator('.script-word').waitFor();
    },
  },
  {
    name: 'line',
    show: async (page) => {
      await page.keyboard.press('Escape');
      await page.locator('.cm-line', { hasText: 'Then why did you leave' }).click();
      await page.getByRole('tab', { name: 'Line' }).click();
      await page.locator('.take').nth(1).waitFor();
      await page.locator('.wave canvas').first().waitFor();
    },
  },
  {
    name: 'check',
    show: async (page) => {
      await page.getByRole('tab', { name: 'Cast' }).click();
      await page.getByRole('slider', { name: 'Pace, OLD PELL' }).press('ArrowRight');
      await page.getByRole('tab', { name: /Check/ }).click();
      await page.locator('.finding').first().waitFor();
    },
  },
  {
    name: 'voices',
    show: async (page) => {
      await page.getByRole('button', { name: 'Dismiss' }).first().click();
      await command(page, 'Undo');
      await page.getByRole('tab', { name: 'Cast' }).click();
      await page.getByRole('button', { name: 'Choose a voice for MARA' }).click();
      await page.locator('.voice-choice').first().waitFor();
    },
  },
  {
    name: 'find',
    show: async (page) => {
      await page.locator('.cm-content').click();
      await page.keyboard.press('Control+f');
      await page.getByRole('textbox', { name: 'Find' }).pressSequentially('never');
    },
  },
  {
    name: 'palette',
    show: async (page) => {
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+k');
      await page.locator('.palette-input').pressSequentially('li');
    },
  },
  ...(
    [
      ['shortcuts', 'Shortcuts'],
      ['open', 'Open …'],
      ['save-as', 'Save as …'],
      ['versions', 'Versions …'],
      ['export', 'Export the scene'],
    ] as const
  ).map(([name, title]) => ({
    name,
    show: async (page: Page): Promise<void> => {
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await command(page, title);
      await page.getByRole('dialog').waitFor();
    },
  })),
  {
    name: 'exported',
    show: async (page) => {
      await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click();
      await page.getByText('Done.').waitFor();
    },
  },
  {
    name: 'import',
    show: async (page) => {
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      const text = 'INT. HARBOUR - NIGHT\n\nZOE\n(out of breath)\nThey saw the light.\n\nIVO\nThen they will come.\n';
      await dropFile(page, 'Harbour.fountain', text);
      await page.getByRole('dialog').waitFor();
    },
  },
];

async function picture(page: Page, name: string): Promise<void> {
  const path = join(OUT, `${name}.png`);
  await page.waitForTimeout(300);
  const png = await page.screenshot({ caret: 'hide' });
  const reduce = '[0]split[a][b];[a]palettegen=stats_mode=full:reserve_transparent=0[p];[b][p]paletteuse=dither=none';
  const input = ['-f', 'png_pipe', '-i', 'pipe:0'];
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...input, '-filter_complex', reduce, '-pred', 'mixed', path], {
    input: png,
  });
}

/** A scene as it is after some work: spoken, with two takes of a line, saved twice. */
async function prepare(page: Page): Promise<void> {
  await write(page, SCENE);
  await page.keyboard.press('Control+s');
  await page.getByRole('textbox', { name: 'Name' }).fill('The Lighthouse');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await command(page, 'Render what is missing');
  await page.locator('.dot-ready').nth(7).waitFor();
  await page.locator('.cm-line', { hasText: 'Then why did you leave' }).click();
  await page.keyboard.press('Alt+Enter');
  await page.getByRole('tab', { name: 'Line' }).click();
  await page.locator('.take').nth(1).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+s');
  await page.locator('.save-state', { hasText: 'Saved' }).waitFor();
  for (const notice of await page.getByRole('button', { name: 'Dismiss' }).all()) await notice.click();
  await page.locator('.cm-line', { hasText: 'You kept the light' }).click();
}

await mkdir(OUT, { recursive: true });
await buildForTests();
const wanted = process.argv.slice(2);
const browser = await chromium.launch(config.use?.launchOptions);
// The folder is seen in pictures, so it has a name that means something.
const server = new TestServer(join(tmpdir(), 'Dramatis'));
await mkdir(server.data);
try {
  await server.start({ speaking: true });
  for (const theme of ['light', 'dark'] as const) {
    const page = await browser.newPage({
      viewport: WIDE,
      colorScheme: theme,
      reducedMotion: 'reduce',
      locale: 'en-GB',
    });
    page.setDefaultTimeout(60_000);
    await openStudio(page, server.url);
    await prepare(page);
    for (const { name, show } of SCREENS) {
      await show(page);
      if (wanted.length > 0 && !wanted.includes(name)) continue;
      await picture(page, `${name}-${theme}`);
      if (name !== 'cast' && name !== 'line') continue;
      await page.setViewportSize(NARROW);
      await picture(page, `${name}-900-${theme}`);
      await page.setViewportSize(WIDE);
    }
    await page.close();
  }
} finally {
  await browser.close();
  await server.kill('SIGTERM');
  await rm(server.data, { recursive: true, force: true });
}
