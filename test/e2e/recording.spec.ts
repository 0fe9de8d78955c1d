import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import config from '../../playwright.config.ts';
import { access, command, expect, test } from './support/studio.ts';

/** What the browser's microphone hears. */
const HEARD = join(tmpdir(), `dramatis-e2e-microphone-${process.pid}.wav`);
const { launchOptions } = config.use ?? {};
test.use({
  permissions: ['microphone'],
  launchOptions: {
    ...launchOptions,
    args: [
      ...(launchOptions?.args ?? []),
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-audio-capture=${HEARD}`,
    ],
  },
});
test.afterAll(() => rm(HEARD, { force: true }));

test('a voice is recorded with a level meter and a script to read', async ({ studio, server }) => {
  const { base, headers } = access(server.url);
  const text = 'The morning ferry leaves at seven, whatever the weather. I like to stand at the rail.';
  const spoken = await fetch(`${base}/v1/tts`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ text, format: 'wav', reference_id: 'nora', seed: 3 }),
  });
  await writeFile(HEARD, Buffer.from(await spoken.arrayBuffer()));
  await command(studio, 'Voices: audition and library');
  await studio.getByRole('tab', { name: 'From recordings', exact: true }).click();
  await expect(studio.locator('.recorder blockquote')).toContainText('The morning ferry leaves at seven');
  const level = (): Promise<number> =>
    studio
      .locator('.recorder .meter-bar')
      .evaluate((bar) => Number(/scaleX\(([\d.]+)\)/.exec(bar.getAttribute('style') ?? '')?.[1] ?? 0));
  await studio.getByRole('button', { name: 'Record', exact: true }).click();
  await expect.poll(level).toBeGreaterThan(0.1);
  await expect(studio.getByRole('timer')).toHaveText('0:05');
  await studio.locator('.recorder').getByRole('button', { name: 'Stop' }).click();
  expect(await level()).toBe(0);
  const recording = studio.locator('.candidate');
  await expect(recording).toContainText(/[3-6]\.\d s of speech/);
  await expect(recording).toContainText('Short: with 10 to 30 seconds');
  await expect(recording.getByRole('textbox')).toHaveValue(/The morning ferry leaves at seven/);
  await expect(recording.locator('canvas').first()).toBeVisible();
});
