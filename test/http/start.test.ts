import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { root } from '../../scripts/setup.mjs';

// The first start may have to build.
vi.setConfig({ testTimeout: 180_000 });

let data = '';
let program: ChildProcess | undefined;

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'dramatis-start-'));
});

afterEach(() => {
  program?.kill('SIGKILL');
  rmSync(data, { recursive: true, force: true });
});

/** Starts a command line and waits for the address that it prints. */
async function start(command: string, args: readonly string[]): Promise<string> {
  const options = ['--headless', '--port', '0', '--data', data];
  program = spawn(command, [...args, ...options], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  for await (const part of program.stdout!) {
    output += String(part);
    const url = /Listening on (http:\/\/127\.0\.0\.1:\d+)\n/.exec(output)?.[1];
    if (url) return url;
  }
  throw new Error(`It ended without an address:\n${output}`);
}

const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/health`).then(
    () => true,
    () => false,
  );

test.each(['SIGINT', 'SIGTERM'] as const)('the server comes up, and %s ends it cleanly', async (signal) => {
  const url = await start(process.execPath, ['scripts/start.mjs']);
  expect((await fetch(`${url}/health`)).status).toBe(200);
  const end = once(program!, 'exit');
  program!.kill(signal);
  expect(await end).toEqual([0, null]);
});

test('SIGTERM to npm ends the server that it started', async () => {
  const url = await start('npm', ['start', '--silent', '--']);
  expect(await answers(url)).toBe(true);
  program!.kill('SIGTERM');
  await once(program!, 'exit');
  while (await answers(url)) await sleep(50);
});
