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
import { access, command, dropFile, openStudio, TestServer, visit, write } from './support/studio.ts';

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

/** The voices and the settings, which take the whole window. */
const WHOLE: typeof SCREENS = [
  {
    name: 'audition',
    show: async (page) => {
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await command(page, 'Voices: audition and library');
      await page.getByRole('textbox', { name: 'The voice in words' }).fill('A gruff old sea captain, deep and hoarse');
      await page.getByRole('button', { name: 'Hear candidates' }).click();
      await page.locator('.candidate').nth(3).waitFor();
      await page.getByRole('button', { name: 'Keep', exact: true }).first().click();
      await page.getByRole('button', { name: 'Sliders' }).first().click();
      await page.keyboard.press('2');
      await page.waitForTimeout(900);
    },
  },
  {
    name: 'library',
    show: async (page) => {
      await page.getByRole('tab', { name: 'Library' }).click();
      await page.locator('.voice-row', { hasText: 'Hugo' }).locator('.voice-choice').click();
      await page.locator('.voice-detail').waitFor();
    },
  },
  { name: 'mix', show: async (page) => page.getByRole('tab', { name: 'Mix' }).click() },
  {
    name: 'clone',
    show: async (page) => {
      await page.getByRole('tab', { name: 'From recordings' }).click();
      await page.locator('input[type=file]').setInputFiles({
        name: 'reading.wav',
        mimeType: 'audio/wav',
        buffer: await reading(page),
      });
      await page.getByText('kHz').waitFor();
      await page.getByRole('textbox', { name: 'What is said in it, word for word' }).fill(READ);
      await page.getByRole('textbox', { name: 'Name of the voice' }).fill('The reader');
      await page.getByRole('checkbox', { name: /I am this speaker/ }).check();
      await page.getByRole('button', { name: 'Make the voice' }).click();
      await page.getByRole('meter', { name: 'Likeness' }).waitFor();
      await page.locator('.before-after .half').nth(1).locator('canvas').first().waitFor();
    },
  },
  ...(
    [
      ['server', 'Server'],
      ['models', 'Models'],
      ['pronunciation', 'Pronunciation'],
      ['keys', 'Keys'],
      ['requests', 'Requests'],
      ['reference', 'API reference'],
    ] as const
  ).map(([name, tab]) => ({
    name,
    show: async (page: Page): Promise<void> => {
      if (name === 'server') {
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        await command(page, 'Settings and other programs');
      }
      await page.getByRole('tab', { name: tab }).click();
      if (name === 'models') await page.getByText('Measured here:').waitFor();
      if (name === 'pronunciation') await sayOtherwise(page);
      if (name === 'keys') await makeKey(page);
      if (name === 'requests') await page.locator('.requests .bare').first().click();
      if (name === 'reference') await page.locator('.reference summary', { hasText: 'POST /v1/tts' }).first().click();
    },
  })),
];

const READ =
  'The ferry leaves at seven, whatever the weather, and I like to stand at the rail and watch the harbour grow small ' +
  'behind us until the gulls give up and turn back. By the time we reach the island, the coffee is cold.';

/** A recording of somebody who is no house voice. */
async function reading(page: Page): Promise<Buffer> {
  const { base, headers } = access(server.url);
  const body = JSON.stringify({ text: READ, format: 'wav', reference_id: 'nora@+2st', seed: 3 });
  return Buffer.from(await (await page.request.post(`${base}/v1/tts`, { headers, data: body })).body());
}

async function sayOtherwise(page: Page): Promise<void> {
  const everywhere = page.getByRole('region', { name: 'Everywhere' });
  await everywhere.getByRole('textbox', { name: 'Word' }).fill('Siobhan');
  await everywhere.getByRole('textbox', { name: 'Said as' }).fill('shi-VAWN');
  await everywhere.getByRole('button', { name: 'Add' }).click();
  const here = page.getByRole('region', { name: 'In this scene' });
  await here.getByRole('textbox', { name: 'Word' }).fill('Pell');
  await here.getByRole('textbox', { name: 'Said as' }).fill('peel');
  await here.getByRole('button', { name: 'Add' }).click();
  for (const notice of await page.locator('dialog').getByRole('button', { name: 'Dismiss' }).all())
    await notice.click();
}

/** A key, and what its program asks for. */
async function makeKey(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Name' }).fill('Reader');
  await page.getByRole('button', { name: 'Create a key' }).click();
  const secret = (await page.locator('.secret code').textContent()) ?? '';
  const { base } = access(server.url);
  for (const text of ['Chapter one.', 'It was a night of wind and rain.'])
    await fetch(`${base}/v1/tts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ text, format: 'mp3', reference_id: 'nora' }),
    }).then((response) => response.arrayBuffer());
  // A key in a picture is a key that nobody should have.
  await page.getByRole('button', { name: 'I have it' }).click();
}

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
const server = new TestServer(join(tmpdir(), 'Dramatis'), false);
try {
  for (const theme of ['light', 'dark'] as const) {
    await rm(server.data, { recursive: true, force: true });
    await mkdir(server.data);
    await server.start({ speaking: true });
    const page = await browser.newPage({
      viewport: WIDE,
      colorScheme: theme,
      reducedMotion: 'reduce',
      locale: 'en-GB',
    });
    page.setDefaultTimeout(60_000);
    const take = async (name: string): Promise<void> => {
      if (wanted.length === 0 || wanted.includes(name)) await picture(page, `${name}-${theme}`);
    };
    await visit(page, server.url);
    await page.getByRole('dialog').waitFor();
    await take('welcome');
    await page.keyboard.press('Escape');
    await openStudio(page, server.url);
    await prepare(page);
    // Only as far as the last picture that is wanted.
    const screens = [...SCREENS, ...WHOLE];
    const end = wanted.length === 0 ? screens.length : 1 + screens.findLastIndex(({ name }) => wanted.includes(name));
    const from =
      wanted.length > 0 && wanted.every((name) => !SCREENS.some((one) => one.name === name)) ? SCREENS.length : 0;
    for (const { name, show } of screens.slice(from, end)) {
      await show(page);
      await take(name);
      if (name !== 'cast' && name !== 'line') continue;
      await page.setViewportSize(NARROW);
      await take(`${name}-900`);
      await page.setViewportSize(WIDE);
    }
    await page.close();
    await server.kill('SIGTERM');
  }
} finally {
  await browser.close();
  await server.kill('SIGTERM');
  await rm(server.data, { recursive: true, force: true });
}
