import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { test as base, expect, type Page } from '@playwright/test';

/** Where the studio, the server and the engine that the tests use are built. */
export const BUILT = resolve('node_modules/.cache/dramatis-e2e');
export const STUDIO = join(BUILT, 'renderer');

/** A server of its own with an empty data folder; it can be killed and started again. */
export class TestServer {
  private child: ChildProcess | null = null;
  /** Address with the launch token. */
  url = '';

  /** @param welcomed whether the first steps were seen; they come before everything else otherwise */
  constructor(
    readonly data: string,
    private readonly welcomed = true,
  ) {}

  /** Resolves when pages are served; `speaking`: when lines can be spoken, too. */
  async start({ speaking = false } = {}): Promise<void> {
    if (this.welcomed)
      await writeFile(join(this.data, 'settings.json'), '{ "welcomed": true }', { flag: 'wx' }).catch(() => undefined);
    const script = join(BUILT, 'main', 'server.js');
    const more = speaking ? ['--speaking'] : [];
    const child = spawn(process.execPath, [script, '--data', this.data, '--studio', STUDIO, ...more], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.child = child;
    for await (const line of createInterface({ input: child.stdout })) {
      const found = /^Studio: (\S+)/.exec(line);
      if (found?.[1]) {
        this.url = found[1];
        return;
      }
    }
    throw new Error('The server ended before it was ready.');
  }

  /** As a power cut would: nothing is written any more. */
  async kill(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
}

export const test = base.extend<{ studio: Page; fresh: TestServer }, { server: TestServer }>({
  server: [
    async ({}, use) => {
      const server = new TestServer(await mkdtemp(join(tmpdir(), 'dramatis-e2e-')));
      await server.start({ speaking: true });
      await use(server);
      await server.kill('SIGTERM');
      await rm(server.data, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  /** A server for a test that stops it. */
  fresh: async ({}, use) => {
    const server = new TestServer(await mkdtemp(join(tmpdir(), 'dramatis-e2e-')));
    await server.start();
    await use(server);
    await server.kill();
    await rm(server.data, { recursive: true, force: true });
  },
  /** The studio with the sample scene, its voices cast. A message on the console that is an error fails the test. */
  studio: async ({ page, server }, use) => {
    const errors = watchErrors(page);
    await openStudio(page, server.url);
    await use(page);
    expect(errors).toEqual([]);
  },
});

export { expect };

export function watchErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return errors;
}

/** Opens the address; the scene is there. */
export async function visit(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect(page.locator('.app[data-ready=true]')).toBeVisible();
}

/** Opens the address and, whatever was open before, the sample scene with its cast. */
export async function openStudio(page: Page, url: string): Promise<void> {
  await visit(page, url);
  await command(page, 'Open the sample scene');
  const leave = page.getByRole('button', { name: 'Don’t save' });
  const begun = page.locator('.save-state', { hasText: 'New, not saved yet' });
  await expect(leave.or(begun)).toBeVisible();
  if (await leave.isVisible()) await leave.click();
  await expect(page.locator('.cm-content')).toContainText('You kept the light on.');
  await expect(page.locator('.voice-name').first()).not.toHaveText('Default voice');
}

/** What was written so far is on the server's disk, in the scene's file or in its journal. */
export async function expectSafe(page: Page): Promise<void> {
  await expect(page.locator('.save-state')).toHaveAttribute('data-safe', 'true');
}

/** Runs a command by its name, from the palette. */
export async function command(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'What would you like to do?' })).toBeFocused();
  await page.keyboard.insertText(name);
  await expect(page.locator('.palette-list [aria-selected=true]')).toContainText(name);
  await page.keyboard.press('Enter');
  await expect(page.locator('.palette-input')).toHaveCount(0);
  // It runs in a task of its own once the palette has closed.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
}

/** Replaces the script. */
export async function write(page: Page, script: string): Promise<void> {
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(script);
}

/** Drops a file onto the script, as from a file manager. */
export async function dropFile(page: Page, name: string, content: string): Promise<void> {
  const dropped = await page.evaluateHandle(
    ([as, text]) => {
      const data = new DataTransfer();
      data.items.add(new File([text], as));
      return data;
    },
    [name, content] as const,
  );
  await page.dispatchEvent('.cm-content', 'drop', { dataTransfer: dropped });
}

/** Address and launch token of the studio's server. */
export function access(url: string): { base: string; headers: Record<string, string> } {
  const [base = '', token = ''] = url.split('/#k=');
  return { base, headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' } };
}

/** Drops a file of any kind onto what a selector finds, as from a file manager. */
export async function dropBytes(page: Page, selector: string, name: string, bytes: Uint8Array): Promise<void> {
  const dropped = await page.evaluateHandle(
    ([as, values]) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(atob(values), (sign) => sign.charCodeAt(0))], as));
      return data;
    },
    [name, Buffer.from(bytes).toString('base64')] as const,
  );
  await page.dispatchEvent(selector, 'drop', { dataTransfer: dropped });
}
