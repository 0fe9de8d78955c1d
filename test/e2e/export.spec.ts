import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { BUILT, command, expect, test, write } from './support/studio.ts';
import type { Page } from '@playwright/test';

interface Stream {
  readonly codec_name: string;
  readonly sample_rate: string;
  readonly channels: number;
}

function probe(path: string, raw: readonly string[] = []): { stream: Stream; seconds: number; bitrate: number } {
  const text = execFileSync('ffprobe', ['-v', 'error', ...raw, '-show_streams', '-show_format', '-of', 'json', path], {
    encoding: 'utf8',
  });
  const { streams, format } = JSON.parse(text) as { streams: Stream[]; format: { duration: string; bit_rate: string } };
  return { stream: streams[0]!, seconds: Number(format.duration), bitrate: Number(format.bit_rate) };
}

/** RMS of the decoded audio in dBFS. */
function level(path: string, raw: readonly string[] = []): number {
  const pcm = execFileSync('ffmpeg', ['-v', 'error', ...raw, '-i', path, '-f', 's16le', '-ac', '1', '-'], {
    maxBuffer: 1 << 28,
  });
  const samples = new Int16Array(pcm.buffer, pcm.byteOffset, pcm.byteLength >> 1);
  return 10 * Math.log10(samples.reduce((sum, sample) => sum + (sample / 32_768) ** 2, 0) / samples.length + 1e-12);
}

async function exportAs(page: Page, choose: () => Promise<void>): Promise<{ folder: string; files: string[] }> {
  await command(page, 'Export the scene');
  await choose();
  await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('Done.');
  const folder = (await page.locator('code.path').textContent()) ?? '';
  await page.keyboard.press('Escape');
  return { folder, files: readdirSync(folder).sort() };
}

const SCENE = 'ANNA: The tide is coming in.\nBRAM: Then we should go.';

const formats = [
  { format: 'wav', rates: [8000, 16000, 24000, 32000, 44100], codec: 'pcm_s16le' },
  { format: 'mp3', rates: [32000, 44100], codec: 'mp3' },
  { format: 'opus', rates: [48000], codec: 'opus' },
] as const;

test('a mix in every format and rate decodes to the same scene', async ({ studio }) => {
  await write(studio, SCENE);
  const lengths: { seconds: number; slack: number }[] = [];
  for (const { format, rates, codec } of formats) {
    for (const rate of rates) {
      const { folder, files } = await exportAs(studio, async () => {
        await studio.getByLabel('Format').selectOption(format);
        await studio.getByLabel('Sample rate').selectOption(String(rate));
      });
      const name = files.find((file) => file.endsWith(`.${format}`))!;
      const { stream, seconds } = probe(join(folder, name));
      expect(stream).toMatchObject({ codec_name: codec, sample_rate: String(rate), channels: 1 });
      expect(level(join(folder, name))).toBeGreaterThan(-50);
      // A stream of mp3 cannot say where its sound begins and ends: the delays of coder and decoder, and a last frame.
      lengths.push({ seconds, slack: format === 'mp3' ? (3 * 1152) / rate : 0.03 });
    }
  }
  const { folder, files } = await exportAs(studio, () =>
    studio
      .getByLabel('Format')
      .selectOption('pcm')
      .then(() => undefined),
  );
  const raw = readFileSync(
    join(
      folder,
      files.find((file) => file.endsWith('.pcm'))!,
    ),
  );
  const exact = raw.length / 2 / 44_100;
  for (const { seconds, slack } of lengths) expect(Math.abs(seconds - exact)).toBeLessThan(slack);
});

test('bitrates are what was asked for', async ({ studio }) => {
  await write(studio, SCENE);
  const exported = async (format: 'mp3' | 'opus', bitrate: number): Promise<number> => {
    const { folder, files } = await exportAs(studio, async () => {
      await studio.getByLabel('Format').selectOption(format);
      await studio.getByLabel('Bitrate').selectOption(String(bitrate));
    });
    return (
      probe(
        join(
          folder,
          files.find((file) => file.endsWith(`.${format}`))!,
        ),
      ).bitrate / 1000
    );
  };
  for (const kbps of [64, 128, 192]) {
    expect(Math.abs((await exported('mp3', kbps)) - kbps)).toBeLessThan(kbps * 0.12);
  }
  // Opus spends less where the scene is silent.
  const rates: number[] = [];
  for (const kbps of [24, 32, 48, 64]) rates.push(await exported('opus', kbps * 1000));
  expect(rates).toEqual(rates.toSorted((a, b) => a - b));
  expect(rates[3]!).toBeGreaterThan(rates[0]! * 1.8);
  expect(await exported('opus', -1000)).toBeGreaterThan(16);
});

test('an export that is cancelled leaves nothing behind', async ({ studio, server }) => {
  const folder = join(server.data, 'exports');
  const exports = (): string[] => (existsSync(folder) ? readdirSync(folder) : []);
  const before = exports();
  await write(
    studio,
    Array.from({ length: 80 }, (_, i) => `ANNA: This is line ${i}, and nobody waits for it.`).join('\n'),
  );
  await command(studio, 'Export the scene');
  const dialog = studio.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(dialog.getByRole('progressbar')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByRole('button', { name: 'Export', exact: true })).toBeVisible();
  expect(exports()).toEqual(before);
});

test('one file for each line, and stems as long as the scene', async ({ studio }) => {
  await write(studio, SCENE);
  const lines = await exportAs(studio, () => studio.getByRole('radio', { name: /A file for each line/ }).check());
  expect(lines.files.filter((file) => file.endsWith('.wav'))).toEqual([
    '001 ANNA The tide is coming in.wav',
    '002 BRAM Then we should go.wav',
  ]);
  const stems = await exportAs(studio, () => studio.getByRole('radio', { name: /A stem for each speaker/ }).check());
  const audio = stems.files.filter((file) => file.endsWith('.wav'));
  expect(audio).toEqual(['01 ANNA.wav', '02 BRAM.wav']);
  const [a, b] = audio.map((file) => probe(join(stems.folder, file)).seconds);
  expect(a).toBeCloseTo(b!, 3);
});

test('subtitles and a manifest that names seeds, voices and model hashes', async ({ studio, server }) => {
  await write(studio, SCENE);
  // The second speaker falls into the first one's words.
  await studio.keyboard.press('Control+End');
  await studio.getByRole('tab', { name: 'Line' }).click();
  const pause = studio.getByRole('slider', { name: 'Pause before, BRAM' });
  await pause.fill('-0.5');
  await pause.blur();
  await expect(studio.locator('.gap')).toContainText('−0.50 s · interrupts');
  const { folder, files } = await exportAs(studio, () => studio.getByLabel('Captions (VTT)').check());
  const read = (ending: string): string =>
    readFileSync(
      join(
        folder,
        files.find((file) => file.endsWith(ending))!,
      ),
      'utf8',
    );
  expect(read('.srt')).toMatch(/^1\n00:00:00,000 --> 00:00:0\d,\d{3}\nANNA: The tide is coming in\.\n\n2\n/);
  const times = [...read('.srt').matchAll(/00:00:(\d\d),(\d{3})/g)].map(([, s, ms]) => Number(s) + Number(ms) / 1000);
  expect(times).toHaveLength(4);
  expect(times[2]).toBeCloseTo(times[1]! - 0.5, 2);
  expect(read('.vtt')).toContain('<v BRAM>Then we should go.');
  const manifest = JSON.parse(read('.manifest.json')) as {
    models: { files: Record<string, string> }[];
    lines: { seed: number; voice: string }[];
    files: { sha256: string }[];
  };
  expect(manifest.lines).toHaveLength(2);
  expect(manifest.lines[0]?.voice).toMatch(/^[a-z]+$/);
  expect(Object.values(manifest.models[0]?.files ?? {})[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(manifest.files[0]?.sha256).toMatch(/^[0-9a-f]{64}$/);
  // `dramatis verify` makes the same audio again from it, and compares.
  const manifestFile = join(
    folder,
    files.find((file) => file.endsWith('.json'))!,
  );
  const verify = [join(BUILT, 'main', 'cli.js'), 'verify', manifestFile, '--data', join(server.data, 'elsewhere')];
  expect(execFileSync(process.execPath, verify, { encoding: 'utf8' })).toMatch(/^same +.*\.wav\n$/);
});
