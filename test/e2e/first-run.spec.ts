import AxeBuilder from '@axe-core/playwright';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, TestServer, visit, watchErrors } from './support/studio.ts';

test('the first start: heard, named and done by keyboard, free of axe’s complaints, and never shown again', async ({
  page,
}) => {
  const errors = watchErrors(page);
  const server = new TestServer(await mkdtemp(join(tmpdir(), 'dramatis-e2e-')), false);
  try {
    await server.start({ speaking: true });
    await visit(page, server.url);
    const dialog = page.getByRole('dialog', { name: 'Welcome to Dramatis' });
    const check = async (step: number): Promise<void> => {
      await expect(dialog).toContainText(`${step} of 3`);
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        const axe = new AxeBuilder({ page }).setLegacyMode().options({ preload: false }).include('dialog');
        if (colorScheme === 'dark') axe.withRules(['color-contrast']);
        const { violations } = await axe.analyze();
        expect.soft(violations.map(({ id }) => `${step} ${colorScheme}: ${id}`)).toEqual([]);
      }
    };
    await expect(page.getByRole('button', { name: 'Hear it' })).toBeFocused();
    await check(1);
    await page.keyboard.press('Enter');
    await expect(page.locator('.welcome-line.is-playing')).toContainText('You kept the light on.');
    while (!(await page.getByRole('button', { name: 'Next' }).evaluate((button) => button.matches(':focus'))))
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Name your project' })).toBeFocused();
    await check(2);
    await page.keyboard.type('Storm at sea');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Start writing' })).toBeFocused();
    await expect(dialog).toContainText('Storm at sea.dramatis');
    await check(3);
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(page.locator('.cm-content')).toBeFocused();
    await visit(page, server.url);
    await expect(page.getByRole('textbox', { name: 'Scene title' })).toHaveValue('Storm at sea');
    await expect(dialog).toHaveCount(0);
    expect(errors).toEqual([]);
  } finally {
    await server.kill('SIGTERM');
    await rm(server.data, { recursive: true, force: true });
  }
});

test('a last scene that cannot be opened is told of, and its last save comes back', async ({ page, fresh }) => {
  await visit(page, fresh.url);
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText('\nMARA: This was saved.');
  await page.keyboard.press('Control+s');
  await page.getByRole('textbox', { name: 'Name' }).fill('Torn');
  await page.keyboard.press('Enter');
  await expect(page.locator('.save-state')).toHaveText('Saved');
  await page.goto('about:blank');
  await fresh.kill('SIGTERM');
  await writeFile(join(fresh.data, 'projects', 'Torn.dramatis'), '{ "format": 1');
  await fresh.start();
  await visit(page, fresh.url);
  const notice = page.locator('.notice', { hasText: 'The last scene cannot be opened' });
  await notice.getByRole('button', { name: 'Bring back its last save' }).click();
  await expect(page.locator('.cm-content')).toContainText('This was saved.');
  await expect(page.locator('.save-state')).toHaveText('Edited, kept safe');
});
