import { createServer, type AddressInfo } from 'node:net';
import { access, command, expect, test, visit, write } from './support/studio.ts';

test('a word is said otherwise everywhere and in the scene: heard first, kept, heard again, removed, brought back', async ({
  studio,
}) => {
  await write(studio, 'MARA: Is Siobhan here?');
  await studio.keyboard.press('Control+Enter');
  await expect(studio.locator('.dot-ready')).toHaveCount(1);
  await command(studio, 'Settings and other programs');
  await studio.getByRole('tab', { name: 'Pronunciation' }).click();
  const everywhere = studio.getByRole('region', { name: 'Everywhere' });
  await everywhere.getByRole('textbox', { name: 'Word' }).fill('Siobhan');
  await everywhere.getByRole('textbox', { name: 'Said as' }).fill('shi-VAWN');
  const tried = studio.waitForRequest(/\/app\/voices\/speech/);
  await everywhere.getByRole('button', { name: 'Hear it first' }).click();
  const entry = { word: 'Siobhan', alphabet: 'respelling', pronunciation: 'shi-VAWN' };
  expect((await tried).postDataJSON()).toMatchObject({ card: null, text: 'Siobhan', lexicon: [entry] });
  const kept = studio.waitForRequest((asked) => asked.url().endsWith('/app/settings') && asked.method() === 'PUT');
  await everywhere.getByRole('button', { name: 'Add' }).click();
  expect((await kept).postDataJSON()).toEqual({ lexicon: [entry] });
  await everywhere.getByRole('button', { name: 'Remove Siobhan' }).click();
  await expect(everywhere.getByText('No words yet.')).toBeVisible();
  await studio.locator('dialog .notice').getByRole('button', { name: 'Undo' }).click();
  await expect(everywhere.getByRole('button', { name: 'Hear Siobhan' })).toBeVisible();

  const scene = studio.getByRole('region', { name: 'In this scene' });
  await scene.getByRole('textbox', { name: 'Word' }).fill('here');
  await scene.getByRole('textbox', { name: 'Said as' }).fill('hair');
  await scene.getByRole('button', { name: 'Add' }).click();
  const said = studio.waitForRequest(/\/v1\/tts/);
  await scene.getByRole('button', { name: 'Hear here' }).click();
  expect((await said).postDataJSON()).toMatchObject({ text: 'hair' });
  await everywhere.getByRole('button', { name: 'Remove Siobhan' }).click();
  await studio.keyboard.press('Escape');
  // The line was spoken before: it would sound otherwise now.
  await expect(studio.locator('.dot-stale')).toHaveCount(1);
  // Who comes later says it so too, until it is undone.
  await write(studio, 'MARA: Is Siobhan here?\n\nBERT: Not here.');
  const later = studio.waitForRequest(/\/v1\/tts/);
  await studio.keyboard.press('Control+Enter');
  expect((await later).postDataJSON()).toMatchObject({ text: 'Not hair.' });
});

test('the server stops for other programs, starts again and moves to another port, and the studio goes on', async ({
  page,
  fresh,
}) => {
  const { base, headers } = access(fresh.url);
  await visit(page, fresh.url);
  await command(page, 'Dark');
  await command(page, 'Settings and other programs');
  const made = await fetch(`${base}/app/keys`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ name: 'Reader', credit: null }),
  });
  const { secret } = (await made.json()) as { secret: string };
  const ask = async (url = base): Promise<number> =>
    (await fetch(`${url}/v1/models`, { headers: { authorization: `Bearer ${secret}` } })).status;
  expect(await ask()).toBe(200);
  const panel = page.getByRole('tabpanel', { name: 'Server' });
  await panel.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(panel).toContainText('Stopped: other programs are turned away.');
  expect(await ask()).toBe(503);
  await panel.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(panel.getByRole('button', { name: 'Stop', exact: true })).toBeVisible();
  expect(await ask()).toBe(200);

  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address() as AddressInfo;
  await panel.getByRole('textbox', { name: 'Port' }).fill(String(port));
  await panel.getByRole('button', { name: 'Use this port' }).click();
  await expect(page.locator('dialog .notice')).toContainText('another program has it');
  await new Promise((resolve) => probe.close(resolve));
  await panel.getByRole('button', { name: 'Use this port' }).click();
  await page.waitForURL(`http://127.0.0.1:${port}/`);
  await expect(page.locator('.app[data-ready=true]')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await ask(`http://127.0.0.1:${port}`)).toBe(200);
});
