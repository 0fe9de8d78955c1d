import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { access, command, dropBytes, expect, test, visit } from './support/studio.ts';

async function openVoices(page: Page, tab: string): Promise<void> {
  await command(page, 'Voices: audition and library');
  await page.getByRole('tab', { name: tab, exact: true }).click();
}

/** Begins an audition with a voice of the library. */
async function beginWith(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Begin with a voice' }).selectOption({ label: name });
  await expect(page.locator('.candidate')).toHaveCount(1);
  await expect(page.locator('.candidate h3')).toHaveText(name);
}

test('an audition: voices near one, keys, kept, discarded, ranked blind, given to a speaker, there again later', async ({
  studio,
  server,
}) => {
  await openVoices(studio, 'Audition');
  await beginWith(studio, 'Nora');
  await studio.getByRole('button', { name: 'More like this' }).click();
  const candidates = studio.locator('.candidate');
  await expect(candidates).toHaveCount(4);
  await expect(studio.locator('.candidate .clip-wave canvas').first()).toBeVisible();
  await studio.keyboard.press('2');
  await expect(candidates.nth(1).getByRole('button', { name: 'Hear Near 2' })).toHaveAttribute('aria-pressed', 'true');
  await studio.keyboard.press('3');
  await expect(candidates.nth(2).getByRole('button', { name: 'Hear Near 3' })).toHaveAttribute('aria-pressed', 'true');
  await studio.keyboard.press('x');
  await expect(candidates.nth(1).getByRole('button', { name: 'Hear Near 2' })).toHaveAttribute('aria-pressed', 'true');
  await candidates.nth(1).getByRole('button', { name: 'Keep' }).click();
  await candidates.nth(3).getByRole('button', { name: 'Discard Near 4' }).click();
  await expect(candidates).toHaveCount(3);
  await studio.locator('dialog').getByRole('button', { name: 'Undo' }).click();
  await expect(candidates).toHaveCount(4);

  await studio.getByRole('button', { name: 'Compare blind' }).click();
  const rows = studio.locator('.blind-row');
  await expect(rows).toHaveCount(4);
  await expect(rows.first()).not.toContainText('Near');
  for (let place = 1; place <= 3; place++)
    await studio
      .getByRole('button', { name: `Place ${place}`, exact: true })
      .first()
      .click();
  await expect(studio.getByText('Your ranking:')).toBeVisible();
  await expect(rows.first()).toContainText('Near');
  await studio.getByRole('button', { name: 'Back to the candidates' }).click();
  await expect(studio.locator('.candidate .chip')).toHaveCount(4);

  await candidates.first().getByRole('button', { name: 'Save …' }).click();
  await studio.getByRole('textbox', { name: 'Name of the voice' }).fill('Pell at sea');
  await studio.getByRole('combobox', { name: 'Give to a speaker' }).selectOption({ label: 'and give to OLD PELL' });
  await studio.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(studio.locator('dialog .notice')).toContainText('Pell at sea');
  await studio.keyboard.press('Escape');
  await expect(studio.locator('.card', { hasText: 'OLD PELL' }).locator('.voice-name')).toHaveText('Pell at sea');

  await studio.goto('about:blank');
  await visit(studio, server.url);
  await openVoices(studio, 'Audition');
  await expect(studio.locator('.candidate')).toHaveCount(4);
  await expect(studio.locator('.family > ul > li').first().locator('.family-row')).toHaveCount(5);
  await expect(studio.locator('.candidate.is-kept').first()).toBeVisible();
});

test('a voice is asked for in words, where the pack can design one; then in one other word with the same seed', async ({
  studio,
  server,
}) => {
  const { base, headers } = access(server.url);
  const can = (await (await fetch(`${base}/app/voices/abilities`, { headers })).json()) as { design: boolean };
  await openVoices(studio, 'Audition');
  const prompt = studio.getByRole('textbox', { name: 'The voice in words' });
  await expect(studio.getByRole('combobox', { name: 'Begin with a voice' })).toBeVisible();
  // What a pack cannot do is not offered.
  await expect(prompt).toHaveCount(can.design ? 1 : 0);
  if (!can.design) return;
  await prompt.fill('An old man, deep and calm');
  const first = studio.waitForRequest(/\/v1\/voice-design/);
  await studio.getByRole('button', { name: 'Hear candidates' }).click();
  const { seed } = (await first).postDataJSON() as { seed: number };
  await expect(studio.locator('.candidate', { hasText: 'Candidate' })).toHaveCount(4);
  await studio.getByRole('button', { name: 'Change a word' }).first().click();
  await prompt.fill('An old woman, deep and calm');
  await expect(studio.locator('.changed del')).toHaveText('man,');
  await expect(studio.locator('.changed ins')).toHaveText('woman,');
  const second = studio.waitForRequest(/\/v1\/voice-design/);
  await studio.getByRole('button', { name: 'Hear candidates' }).click();
  expect((await second).postDataJSON()).toMatchObject({ seed, instruction: 'An old woman, deep and calm' });
  await expect(studio.locator('.candidate', { hasText: 'Other words' })).toHaveCount(4);
});

test('an audition by keyboard alone: described, heard, kept, changed by its sliders, saved', async ({ studio }) => {
  const focused = (name: string): Promise<boolean> =>
    studio.evaluate((wanted) => {
      const element = document.activeElement;
      return (element?.getAttribute('aria-label') ?? element?.textContent.trim()) === wanted;
    }, name);
  const tabTo = async (name: string): Promise<void> => {
    for (let i = 0; i < 40 && !(await focused(name)); i++) await studio.keyboard.press('Tab');
    expect(await focused(name), name).toBe(true);
  };
  await studio.keyboard.press('Alt+s');
  await studio.getByRole('tab', { name: 'Audition' }).press('ArrowLeft');
  await expect(studio.locator('dialog [role=tab][aria-selected=true]')).toHaveText('From recordings');
  await studio.keyboard.press('ArrowRight');
  const prompt = studio.getByRole('textbox', { name: 'The voice in words' });
  await expect(prompt).toBeVisible();
  for (let i = 0; i < 6 && !(await prompt.evaluate((field) => field === document.activeElement)); i++)
    await studio.keyboard.press('Tab');
  await studio.keyboard.press('Control+a');
  await studio.keyboard.type('A stern old woman, dry and slow');
  await studio.keyboard.press('Control+Enter');
  await expect(studio.locator('.candidate h3', { hasText: 'Candidate 4' })).toBeVisible();
  await tabTo('Hear Candidate 1');
  await studio.keyboard.press('2');
  await expect(studio.getByRole('button', { name: 'Hear Candidate 2' }).first()).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await tabTo('Keep');
  await studio.keyboard.press('Enter');
  await expect(studio.locator('.candidate.is-kept')).toHaveCount(1);
  await tabTo('Sliders');
  await studio.keyboard.press('Enter');
  await tabTo('Pitch, Candidate 1');
  const heard = studio.waitForRequest(/\/app\/voices\/speech/);
  await studio.keyboard.press('ArrowLeft');
  await heard;
  await tabTo('Put it on the stage');
  await studio.keyboard.press('Enter');
  await expect(studio.locator('.candidate h3')).toHaveText(['Moved by hand']);
  // The focus went with the voice that took the stage.
  expect(await focused('Hear Moved by hand')).toBe(true);
  await tabTo('Save …');
  await studio.keyboard.press('Enter');
  await studio.keyboard.type('Stern');
  await studio.keyboard.press('Enter');
  await expect(studio.locator('dialog .notice')).toContainText('Stern is in the library.');
});

test('a line is copied as a command for other programs', async ({ studio, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await command(studio, 'Copy this line as curl');
  await expect(studio.locator('.notice')).toContainText('Copied.');
  const copied = await studio.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^curl -X POST 'http:\/\/127\.0\.0\.1:\d+\/v1\/tts'/);
  expect(copied).not.toContain('dk_');
});

test('sliders make another voice of one, and the tree says so', async ({ studio }) => {
  await openVoices(studio, 'Audition');
  await beginWith(studio, 'Ivy');
  await studio.getByRole('button', { name: 'Sliders' }).click();
  const speech = studio.waitForRequest(/\/app\/voices\/speech/);
  await studio.getByRole('slider', { name: 'Breath, Ivy' }).focus();
  await studio.keyboard.press('ArrowRight');
  expect((await speech).postDataJSON()).toMatchObject({ card: { breathiness: 0.05 } });
  await studio.getByRole('button', { name: 'Put it on the stage' }).click();
  await expect(studio.locator('.candidate h3')).toHaveText('Moved by hand');
});

test('the library: found, heard, duplicated, renamed, exported, deleted, brought back, imported', async ({
  studio,
}) => {
  await openVoices(studio, 'Library');
  const rows = studio.locator('.voice-row');
  await expect(rows.first()).toBeVisible();
  const all = await rows.count();
  for (const [name, value, shows] of [
    ['Sex', 'male', 'Otto'],
    ['Age', 'child', 'Pia'],
    ['Pitch', 'low', 'Bruno'],
    ['Texture', 'breathy', 'June'],
    ['Language', 'en', 'Nora'],
  ] as const) {
    await studio.locator('.filters').getByRole('combobox', { name, exact: true }).selectOption(value);
    await expect(rows.filter({ hasText: shows })).toHaveCount(1);
    if (name !== 'Language') await expect.poll(() => rows.count()).toBeLessThan(all);
    await studio.getByRole('button', { name: 'Show all' }).click();
    await expect(rows).toHaveCount(all);
  }
  await studio.getByRole('checkbox', { name: 'My own' }).check();
  await expect(rows.filter({ hasText: 'Nora' })).toHaveCount(0);
  await studio.getByRole('button', { name: 'Show all' }).click();
  await studio.getByRole('searchbox', { name: 'Search voices' }).fill('Nora');
  await expect(rows).toHaveCount(1);
  const speech = studio.waitForRequest(/\/app\/voices\/speech/);
  await rows.getByRole('button', { name: 'Hear Nora' }).click();
  await speech;
  await rows.getByRole('button', { name: 'Favourite: Nora' }).click();
  await studio.getByRole('button', { name: 'Show all' }).click();
  await studio.getByRole('checkbox', { name: 'Favourites' }).check();
  await expect(rows).toHaveCount(1);
  await rows.locator('.voice-choice').click();
  await expect(studio.locator('.voice-detail')).toContainText('In this scene: MARA');
  await studio.getByRole('button', { name: 'Show all' }).click();
  await studio.getByRole('button', { name: 'Duplicate' }).click();
  const detail = studio.locator('.voice-detail');
  await detail.getByRole('textbox', { name: 'Name of Nora (copy)' }).fill('Nora of the tests');
  await studio.keyboard.press('Enter');
  await expect(studio.locator('.voice-row', { hasText: 'Nora of the tests' })).toBeVisible();
  const download = studio.waitForEvent('download');
  await detail.getByRole('button', { name: 'Export as a file' }).click();
  const file = await (await download).path();
  await detail.getByRole('button', { name: 'Delete' }).click();
  await expect(studio.locator('.voice-row', { hasText: 'Nora of the tests' })).toHaveCount(0);
  await studio.locator('dialog .notice', { hasText: 'was deleted' }).getByRole('button', { name: 'Undo' }).click();
  await expect(studio.locator('.voice-row', { hasText: 'Nora of the tests' })).toHaveCount(1);
  await dropBytes(studio, '.library', 'nora.dramatis-voice', await readFile(file));
  await expect(studio.locator('.voice-row', { hasText: 'Nora of the tests' })).toHaveCount(2);
});

test('two voices are mixed on a slider, and the mixture is kept', async ({ studio }) => {
  await openVoices(studio, 'Mix');
  const speech = studio.waitForRequest(/\/app\/voices\/speech/);
  await studio.locator('.mix').getByRole('slider').focus();
  await studio.keyboard.press('ArrowRight');
  await speech;
  await studio.getByRole('textbox', { name: 'Name of the voice' }).fill('In between');
  await studio.getByRole('button', { name: 'Save', exact: true }).click();
  await studio.getByRole('tab', { name: 'Library' }).click();
  await studio.locator('.voice-row', { hasText: 'In between' }).locator('.voice-choice').click();
  await expect(studio.locator('.voice-detail')).toContainText('Mixed from other voices.');
});

test('a key is made and shown once; what it asks is seen, heard again and copied; then it is taken back', async ({
  studio,
  server,
}) => {
  const { base } = access(server.url);
  await command(studio, 'Settings and other programs');
  await studio.getByRole('tab', { name: 'Keys' }).click();
  await studio.getByRole('textbox', { name: 'Name' }).fill('Reader');
  await studio.getByRole('button', { name: 'Create a key' }).click();
  const secret = (await studio.locator('.secret code').textContent()) ?? '';
  expect(secret).toMatch(/^dk_/);
  const ask = (): Promise<Response> =>
    fetch(`${base}/v1/tts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'Read by another program.', format: 'wav', reference_id: 'nora' }),
    });
  await (await ask()).arrayBuffer();
  await studio.getByRole('tab', { name: 'Requests' }).click();
  const row = studio.locator('.requests tbody tr', { hasText: 'Read by another program.' });
  await expect(row).toContainText('Reader');
  await expect(row).toContainText('200');
  await expect(row).toContainText(/\d\.\d s/);
  await row.getByRole('button').click();
  await expect(studio.locator('.snippets pre')).toContainText('curl -X POST');
  await studio.getByRole('button', { name: 'Python' }).click();
  await expect(studio.locator('.snippets pre')).toContainText('import requests');
  const again = studio.waitForRequest(/\/v1\/tts$/);
  await studio.getByRole('button', { name: 'Send again and hear it' }).click();
  expect((await again).postDataJSON()).toMatchObject({ text: 'Read by another program.' });
  await studio.getByRole('button', { name: 'Open as a script' }).click();
  await studio.getByRole('button', { name: 'Replace the script' }).click();
  await expect(studio.locator('.cm-content')).toHaveText('NORA: Read by another program.');
  await expect(studio.locator('.card .voice-name')).toHaveText('Nora');
  await command(studio, 'Settings and other programs');
  await studio.getByRole('tab', { name: 'Keys' }).click();
  await expect(studio.locator('.table tbody')).toContainText('24 bytes');
  await studio.getByRole('button', { name: 'Revoke: Reader' }).click();
  await studio.getByRole('button', { name: 'Revoke Reader for good' }).click();
  await expect(studio.getByText('There are no keys yet.')).toBeVisible();
  expect((await ask()).status).toBe(401);
});

test('a voice is made from a recording whose speaker agreed', async ({ studio, server }) => {
  const { base, headers } = access(server.url);
  const text =
    'The ferry leaves at seven, whatever the weather, and I like to stand at the rail and watch the harbour grow small behind us until the gulls give up and turn back.';
  const spoken = await fetch(`${base}/v1/tts`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ text, format: 'wav', reference_id: 'nora', seed: 3 }),
  });
  await openVoices(studio, 'From recordings');
  await studio
    .locator('input[type=file]')
    .setInputFiles({ name: 'harbour.wav', mimeType: 'audio/wav', buffer: Buffer.from(await spoken.arrayBuffer()) });
  await expect(studio.locator('.candidate')).toContainText('Short: with 10 to 30 seconds');
  await expect(studio.locator('.candidate')).toContainText(/noise \d+ dB below the voice/);
  await studio.getByRole('textbox', { name: 'What is said in it, word for word' }).fill(text);
  await studio.getByRole('textbox', { name: 'Name of the voice' }).fill('Harbour');
  const make = studio.getByRole('button', { name: 'Make the voice' });
  await expect(make).toBeDisabled();
  await studio.getByRole('checkbox', { name: /I am this speaker/ }).check();
  await make.click();
  await expect(studio.getByRole('heading', { name: 'Before and after' })).toBeVisible();
  await expect(studio.getByRole('meter', { name: 'Likeness' })).toHaveAttribute('aria-valuenow', /^\d+$/);
  await expect(studio.locator('.before-after canvas')).not.toHaveCount(0);
  await studio.getByRole('button', { name: 'New voice: Hear Harbour' }).click();
  await expect(studio.getByRole('button', { name: 'New voice: Hear Harbour' })).toHaveAttribute('aria-pressed', 'true');
  await studio.getByRole('tab', { name: 'Library' }).click();
  await expect(studio.locator('.voice-row', { hasText: 'Harbour' })).toBeVisible();
});

for (const scheme of ['light', 'dark'] as const) {
  test(`axe finds nothing in voices and settings, and nothing runs past 900 px, ${scheme}`, async ({ studio }) => {
    await studio.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await studio.setViewportSize({ width: 900, height: 700 });
    const check = async (where: string): Promise<void> => {
      const axe = new AxeBuilder({ page: studio }).setLegacyMode().options({ preload: false }).include('dialog');
      if (scheme === 'dark') axe.withRules(['color-contrast']);
      const { violations } = await axe.analyze();
      expect
        .soft(
          violations.map(
            ({ id, nodes }) => `${where}: ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
          ),
        )
        .toEqual([]);
      const over = await studio.locator('dialog').evaluate((element) => element.scrollWidth - element.clientWidth);
      expect.soft(over, where).toBeLessThanOrEqual(0);
    };
    await openVoices(studio, 'Audition');
    await beginWith(studio, 'Nora');
    await studio.getByRole('button', { name: 'Sliders' }).click();
    await check('audition');
    await studio.getByRole('tab', { name: 'Library' }).click();
    await studio.locator('.voice-choice').first().click();
    await expect(studio.locator('.voice-detail')).toBeVisible();
    await check('library');
    await studio.getByRole('tab', { name: 'Mix' }).click();
    await check('mix');
    await studio.getByRole('tab', { name: 'From recordings' }).click();
    await check('clone');
    await studio.keyboard.press('Escape');
    await command(studio, 'Settings and other programs');
    for (const tab of ['Server', 'Pronunciation', 'Keys', 'Requests', 'API reference']) {
      await studio.getByRole('tab', { name: tab }).click();
      await expect(studio.locator('.settings-part').first()).toBeVisible();
      await check(tab);
    }
  });
}
