import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { pocketFiles } from '../unit/packs/families/pocket-files.ts';
import { access, command, expect, openStudio, test as base, TestServer, write } from './support/studio.ts';

const FIXTURES = resolve('test/fixtures/packs');
const PIPER = { 'en_US-many-low.onnx': 'piper-many.onnx', 'en_US-many-low.onnx.json': 'piper-many.onnx.json' };
const POCKET = pocketFiles('house.wav');
const ONE = { 'en_US-one-low.onnx': 'piper-one.onnx', 'en_US-one-low.onnx.json': 'piper-one.onnx.json' };

/** Holds back what comes after the first bytes of a file. */
const shop = { hold: false };

/** A server whose catalogue has one pack, which comes from a place of the test's own. */
const test = base.extend<object, { server: TestServer }>({
  server: [
    async ({}, use) => {
      const files: Record<string, Buffer> = {};
      for (const [name, file] of Object.entries(ONE)) files[`/${name}`] = await readFile(join(FIXTURES, file));
      const store = createServer(({ url = '', headers }, response) => {
        const content = files[url]?.subarray(Number(/\d+/.exec(headers.range ?? '')?.[0] ?? 0));
        response.writeHead(headers.range === undefined ? 200 : 206);
        if (shop.hold) response.write(content?.subarray(0, 500));
        else response.end(content);
      });
      await new Promise<void>((done) => store.listen(0, '127.0.0.1', done));
      const at = `http://127.0.0.1:${(store.address() as AddressInfo).port}`;
      const pack = (id: string, from: string) => ({
        id,
        name: `Piper ${id}`,
        family: 'piper',
        licence: 'CC0-1.0',
        languages: ['en-US'],
        source: 'https://example.org/voices',
        files: Object.entries(files).map(([path, content]) => ({
          name: path.slice(1),
          url: from + path,
          bytes: content.length,
          sha256: createHash('sha256').update(content).digest('hex'),
        })),
      });
      const data = await mkdtemp(join(tmpdir(), 'dramatis-e2e-'));
      // Nothing listens on the second address.
      await writeFile(join(data, 'catalog.json'), JSON.stringify([pack('one', at), pack('far', 'http://127.0.0.1:9')]));
      const server = new TestServer(data);
      await server.start({ speaking: true });
      await use(server);
      await server.kill('SIGTERM');
      store.closeAllConnections();
      store.close();
      await rm(data, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
});

/** A folder with the files of a pack under their own names. */
async function packFolder(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = join(await mkdtemp(join(tmpdir(), 'dramatis-pack-')), 'many');
  await mkdir(folder);
  for (const [name, file] of Object.entries(files)) await copyFile(join(FIXTURES, file), join(folder, name));
  await writeFile(join(folder, 'holiday.jpg'), 'a photograph');
  return folder;
}

async function openModels(page: Page): Promise<void> {
  await command(page, 'Settings');
  await page.getByRole('tab', { name: 'Models', exact: true }).click();
  await expect(page.locator('.pack').first()).toBeVisible();
}

const row = (page: Page, name: string): Locator => page.getByRole('listitem', { name, exact: true });

test('a folder becomes a model: its voices, its speed, what it cannot do at the line; and it goes again', async ({
  studio,
}) => {
  const folder = await packFolder(PIPER);
  await openModels(studio);
  await expect(studio.getByText('Speaking this whole scene takes about')).toBeVisible();
  const sent = studio.waitForRequest((request) => request.url().endsWith('/app/packs') && request.method() === 'POST');
  await studio.locator('input[type=file][webkitdirectory]').setInputFiles(folder);
  await sent;
  const pack = studio.locator('.pack', { hasText: 'many' });
  await expect(pack).toContainText('3 voices');
  await expect(pack).toContainText('It cannot: perform directions (they are left out)');
  await expect(pack).toContainText('Measured here:');
  const name = (await pack.getByRole('heading').textContent())!;
  await pack.getByText('How it runs').click();
  const again = studio.waitForResponse(/\/speed$/);
  await pack.getByRole('combobox', { name: 'Threads' }).selectOption('2');
  expect((await again).status()).toBe(200);
  await expect(pack).toContainText('Measured here:');
  for (const colorScheme of ['light', 'dark'] as const) {
    await studio.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await new AxeBuilder({ page: studio }).include('.screen').analyze()).toMatchObject({ violations: [] });
  }

  await studio.keyboard.press('Escape');
  await write(studio, 'ANNA: [whispering] Who [pause] is there?\n\nBERT: [whispering] Nobody.');
  await expect(studio.locator('.tag-performed')).toHaveText(['[whispering]', '[pause]', '[whispering]']);
  await studio.getByRole('button', { name: 'Choose a voice for ANNA' }).click();
  await studio.getByRole('searchbox').fill('piper');
  await studio.locator('.voice-choice', { hasText: 'anna' }).first().click();
  // What the model cannot change has no slider, and it says so.
  const anna = studio.locator('.card', { hasText: 'ANNA' });
  await expect(anna.getByRole('slider', { name: /^Pitch/ })).toHaveCount(0);
  await expect(anna).toContainText('cannot change: Pitch');
  await expect(studio.locator('.card', { hasText: 'BERT' }).getByRole('slider', { name: /^Pitch/ })).toBeVisible();
  await expect(studio.locator('.tag-unsupported')).toHaveText(['[whispering]']);
  await expect(studio.locator('.tag-performed')).toHaveText(['[pause]', '[whispering]']);
  await studio.locator('.cm-line', { hasText: 'is there' }).click();
  await studio.getByRole('tab', { name: 'Line', exact: true }).click();
  await expect(studio.locator('.limits')).toContainText('performs no directions');
  await studio.keyboard.press('Control+Enter');
  // After it has spoken, the server's own words stand there.
  await expect(studio.locator('.limits')).toContainText('[whispering]');
  await expect(studio.locator('.take')).toHaveCount(1);

  await openModels(studio);
  await expect(row(studio, name)).toContainText('It speaks 1 line of this scene');
  await row(studio, name)
    .getByRole('button', { name: `Remove ${name}` })
    .click();
  await expect(studio.getByText('1 speaker of this scene has one of its voices')).toBeVisible();
  await studio.keyboard.press('Enter');
  await expect(studio.locator('.pack', { hasText: 'many' })).toHaveCount(0);
  await rm(folder, { recursive: true });
});

test('a model that makes voices of recordings makes one that is kept, and it speaks a line', async ({
  studio,
  server,
}) => {
  const { base, headers } = access(server.url);
  const spoken = await fetch(`${base}/v1/tts`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      text: 'The ferry leaves at seven, whatever the weather, and I like to stand at the rail and watch the harbour grow small.',
      format: 'wav',
      reference_id: 'nora',
      seed: 3,
    }),
  });
  const folder = await packFolder(POCKET);
  await openModels(studio);
  await studio.locator('input[type=file][webkitdirectory]').setInputFiles(folder);
  const pack = row(studio, 'Pocket');
  await expect(pack).toContainText('Measured here:');
  await studio.getByRole('dialog').getByRole('button', { name: 'Hear its voices' }).click();
  await expect(studio.locator('.voice-row')).toHaveText([/House.*A voice of Pocket, English/]);
  await studio.getByRole('tab', { name: 'From recordings' }).click();
  await studio
    .locator('input[type=file]')
    .setInputFiles({ name: 'ferry.wav', mimeType: 'audio/wav', buffer: Buffer.from(await spoken.arrayBuffer()) });
  await expect(studio.locator('.candidate')).toContainText('of speech');
  await studio.getByRole('textbox', { name: 'Name of the voice' }).fill('Ferry');
  await studio.getByRole('checkbox', { name: /I am this speaker/ }).check();
  const make = studio.getByRole('button', { name: 'Make the voice' });
  // The model that comes with the program compares words and sound; the other needs the sound alone.
  await expect(make).toBeDisabled();
  await studio.getByRole('combobox', { name: 'Made by' }).selectOption({ label: 'Pocket' });
  await expect(studio.getByText('Pocket speaks from the recordings themselves')).toBeVisible();
  await make.click();
  await expect(studio.getByRole('heading', { name: 'Before and after' })).toBeVisible();
  await expect(studio.getByRole('button', { name: 'New voice: Hear Ferry' })).toBeEnabled();
  await studio.getByRole('tab', { name: 'Library' }).click();
  const made = studio.locator('.voice-row', { hasText: 'Ferry' });
  await expect(made).toContainText('Pocket');
  await made.locator('.voice-choice').click();
  const detail = studio.getByRole('region', { name: 'Ferry' });
  await expect(detail).toContainText('cannot change: Pitch, Melody, Size, Breath, Rough, Bright');
  await expect(detail.getByRole('slider')).toHaveCount(2);
  await detail.getByRole('slider', { name: 'Pace, Ferry' }).press('ArrowRight');
  await detail.getByRole('button', { name: 'Save' }).click();

  await studio.keyboard.press('Escape');
  await write(studio, 'ANNA: Hello there.');
  await studio.getByRole('button', { name: 'Choose a voice for ANNA' }).click();
  await studio.getByRole('searchbox').fill('ferry');
  await studio.locator('.voice-choice', { hasText: 'Ferry' }).first().click();
  await studio.locator('.cm-line', { hasText: 'Hello' }).click();
  await studio.getByRole('tab', { name: 'Line', exact: true }).click();
  await studio.keyboard.press('Control+Enter');
  await expect(studio.locator('.take')).toHaveCount(1);
  // Nothing was asked that it cannot do, so nothing is told.
  await expect(studio.locator('.limits')).toHaveCount(0);
  await rm(folder, { recursive: true });
});

test('what is no model is refused in a sentence, also when it is dropped', async ({ page: studio, server }) => {
  await openStudio(studio, server.url);
  await openModels(studio);
  const files = studio.locator('input[type=file]:not([webkitdirectory])');
  await files.setInputFiles({ name: 'a.onnx', mimeType: '', buffer: Buffer.from('not a graph') });
  await expect(studio.getByRole('alert')).toContainText('a.onnx cannot be opened');
  const dropped = await studio.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['x'], 'letter.txt'));
    return data;
  });
  await studio.dispatchEvent('.pack-drop', 'drop', { dataTransfer: dropped });
  await expect(studio.getByRole('alert')).toContainText('no files of a voice model');
});

test('a download asks first, is cancelled, goes on, and speaks for a model name', async ({ studio }) => {
  shop.hold = true;
  await openModels(studio);
  const one = row(studio, 'Piper one');
  await one.getByRole('button', { name: 'Download Piper one' }).click();
  await expect(one).toContainText('over the network (example.org). Licence: CC0-1.0.');
  await one.getByRole('button', { name: 'Not now' }).click();
  await one.getByRole('button', { name: 'Download Piper one' }).press('Enter');
  await studio.keyboard.press('Enter');
  await expect(one.getByRole('progressbar')).toHaveAttribute('value', /^0\.\d/);
  await one.getByRole('button', { name: 'Cancel' }).click();
  await expect(one.getByRole('button', { name: /^Throw away/ })).toBeVisible();
  shop.hold = false;
  await one.getByRole('button', { name: 'Download Piper one' }).click();
  await studio.keyboard.press('Enter');
  await expect(one).toContainText('It is on this computer.');

  const far = row(studio, 'Piper far');
  await expect(far).toContainText('It is on this computer.');

  const pack = studio.getByRole('combobox', { name: 'Pack of s2.1-pro-free' });
  const value = await pack.locator('option', { hasText: 'one' }).getAttribute('value');
  const changed = studio.waitForResponse(/\/app\/packs\/models\/s2\.1-pro-free/);
  await pack.selectOption(value);
  expect((await changed).status()).toBe(204);
  await expect(pack).toHaveValue(value!);
});
