import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

vi.setConfig({ testTimeout: 120_000 });

const root = join(import.meta.dirname, '..', '..');
let data: string;
let child: ChildProcess | undefined;
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'dramatis-headless-'));
});
afterEach(async () => {
  child?.kill('SIGKILL');
  await rm(data, { recursive: true, force: true });
});

interface Started {
  readonly process: ChildProcess;
  readonly out: () => string;
  readonly errors: () => string;
}

function start(...args: string[]): Started {
  const env = { ...process.env, DRAMATIS_API_KEY: 'of-the-environment' };
  const started = spawn(process.execPath, ['--import', 'tsx', 'main/headless.ts', '--headless', ...args], {
    cwd: root,
    env,
  });
  child = started;
  let [out, errors] = ['', ''];
  started.stdout.on('data', (text: Buffer) => (out += text.toString()));
  started.stderr.on('data', (text: Buffer) => (errors += text.toString()));
  return { process: started, out: () => out, errors: () => errors };
}

async function listening({ process: { stdout }, out, errors }: Started): Promise<string> {
  while (!/^Listening on .*\n/m.test(out())) {
    if (stdout?.readableEnded) throw new Error(`it ended: ${errors()}`);
    await Promise.race([once(stdout!, 'data'), once(stdout!, 'end')]);
  }
  return /^Listening on (http:\/\/127\.0\.0\.1:\d+)$/m.exec(out())?.[1] ?? '';
}

describe('the server without a window', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'prints its address, speaks, and ends at %s with requests at work',
    async (signal) => {
      const started = start('--port', '0', '--data', data);
      const url = await listening(started);
      const headers = { Authorization: 'Bearer of-the-environment', 'Content-Type': 'application/json' };
      const speak = (text: string): Promise<Response> =>
        fetch(`${url}/v1/tts`, { method: 'POST', headers, body: JSON.stringify({ text, format: 'wav' }) });
      expect((await (await speak('Hello.')).arrayBuffer()).byteLength).toBeGreaterThan(20_000);
      const long = await speak('A long text, which takes its time. '.repeat(500));
      started.process.kill(signal);
      const [code] = (await once(started.process, 'exit')) as [number | null];
      expect([0, 1]).toContain(code);
      await expect(long.arrayBuffer()).rejects.toThrow();
      await expect(fetch(url)).rejects.toThrow();
    },
  );

  it('says in a sentence what is wrong with its arguments, or that the port is taken', async () => {
    const wrong = start('--port', 'many', '--data', data);
    expect(await once(wrong.process, 'exit')).toEqual([1, null]);
    expect(wrong.errors()).toContain('--port: "many" is not allowed; it must be 0 to 65535.');
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const taken = start('--port', String(port), '--data', data);
    await once(taken.process, 'exit');
    other.close();
    expect(taken.errors()).toContain('This port is taken');
    expect(taken.out()).toBe('');
  });
});
