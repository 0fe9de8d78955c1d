import { readFileSync } from 'node:fs';
import { command, expect, expectSafe, test, visit, write } from './support/studio.ts';

test('what was typed before the server was killed is there again', async ({ page, fresh }) => {
  await visit(page, fresh.url);
  await write(page, 'ANNA: Nothing is ever lost.');
  await page.keyboard.type(' Not even this.', { delay: 20 });
  await expectSafe(page);
  await fresh.kill('SIGKILL');
  await page.goto('about:blank');
  await fresh.start();
  await visit(page, fresh.url);
  await expect(page.locator('.cm-content')).toHaveText('ANNA: Nothing is ever lost. Not even this.');
});

test('a server that is killed while it saves has all of it, in the file or beside it', async ({ page, fresh }) => {
  await visit(page, fresh.url);
  await write(page, 'ANNA: One.');
  await page.keyboard.press('Control+s');
  await page.getByRole('textbox', { name: 'Name' }).fill('Storm');
  await page.keyboard.press('Enter');
  await expect(page.locator('.save-state')).toHaveText('Saved');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText(' Two.');
  await expectSafe(page);
  // In the middle of it, when the request is on its way.
  const saving = page.waitForRequest((request) => request.method() === 'PUT');
  await page.keyboard.press('Control+s');
  await saving;
  await fresh.kill('SIGKILL');
  await page.goto('about:blank');
  await fresh.start();
  await visit(page, fresh.url);
  await expect(page.locator('.cm-content')).toHaveText('ANNA: One. Two.');
});

test('edits go on while the server is away, and are kept when it is back', async ({ page, fresh }) => {
  await visit(page, fresh.url);
  await command(page, 'Save as');
  await page.getByRole('textbox', { name: 'Name' }).fill('Storm');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.locator('.save-state')).toHaveText('Saved');
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText('PELL: One more thing.');
  await expect(page.locator('.save-state')).toHaveText('Edited, kept safe');
  await expectSafe(page);
  await fresh.kill('SIGKILL');
  await fresh.start();
  await page.goto('about:blank');
  await visit(page, fresh.url);
  await expect(page.locator('.cm-content')).toContainText('One more thing.');
  await expect(page.locator('.notice')).toContainText('Your unsaved edits');
  await page.getByRole('button', { name: 'Use the saved scene instead' }).click();
  await expect(page.locator('.cm-content')).not.toContainText('One more thing.');
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+z');
  await expect(page.locator('.cm-content')).toContainText('One more thing.');
});

test('new, save, open, versions', async ({ page, fresh }) => {
  await visit(page, fresh.url);
  await write(page, 'ANNA: First version.');
  await expect(page.locator('.save-state')).toHaveText('Edited, kept safe');
  await page.keyboard.press('Control+s');
  await page.getByRole('textbox', { name: 'Name' }).fill('Two / versions');
  await page.keyboard.press('Enter');
  await expect(page.locator('.save-state')).toHaveText('Saved');
  const path = (await page.locator('.save-state').getAttribute('title')) ?? '';
  expect(path).toMatch(/projects\/Two {1,3}versions\.dramatis$/);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
    title: 'Two / versions',
    script: 'ANNA: First version.',
  });
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText(' And second.');
  await expect(page.locator('.save-state')).toHaveText('Edited, kept safe');
  await page.keyboard.press('Control+s');
  await expect(page.locator('.save-state')).toHaveText('Saved');
  await command(page, 'New scene');
  await expect(page.locator('.cm-content')).not.toContainText('version');
  await command(page, 'Open');
  await page.getByRole('button', { name: /Two \/ versions/ }).click();
  await expect(page.locator('.cm-content')).toHaveText('ANNA: First version. And second.');
  await command(page, 'Versions');
  await page.getByRole('button', { name: 'Bring back' }).last().click();
  await expect(page.locator('.cm-content')).toHaveText('ANNA: First version.');
});
