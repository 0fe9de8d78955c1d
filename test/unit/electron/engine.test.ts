import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SpeechRequest } from '../../../engine/contract/speech.ts';
import { Activity } from '../../../main/electron/activity.ts';
import { hasInference, unpacked, utilityEngine } from '../../../main/electron/engine.ts';
import { createEngineHost, type EngineHost } from '../../../main/engine-host/index.ts';
import { root } from '../../../scripts/setup.mjs';
import { utilityProcess } from './support/fake-electron.ts';

vi.mock('electron', () => import('./support/fake-electron.ts'));

const entry = { path: join(import.meta.dirname, '../../fixtures/fake-engine.mjs'), execArgv: ['--no-warnings'] };
const never = new AbortController().signal;
const request = (text: string): SpeechRequest => ({ text, profile: { pack: 'fake' } }) as unknown as SpeechRequest;

let host: EngineHost;
let activity: Activity;
let counts: number[];
let lines: string[];

beforeEach(async () => {
  [activity, counts, lines] = [new Activity(), [], []];
  activity.onChange(() => counts.push(activity.count));
  host = createEngineHost({
    packs: ['/opt/Dramatis/resources/app.asar/models/starter'],
    entry,
    spawn: utilityEngine(activity),
    log: (line) => lines.push(line),
  });
  await host.ready;
});
afterEach(async () => host.stop());

async function speak(text: string): Promise<number> {
  let blocks = 0;
  for await (const event of host.speak(request(text), never)) if (event.type === 'audio') blocks += event.bytes.length;
  return blocks;
}

describe('the engine as a utility process', () => {
  test('is forked with its arguments, and its error output becomes the log', async () => {
    expect(utilityProcess.forks.at(-1)).toEqual({
      path: entry.path,
      options: {
        execArgv: ['--no-warnings'],
        stdio: ['ignore', 'ignore', 'pipe'],
        serviceName: 'Dramatis speech engine',
      },
    });
    while (!lines.some((line) => line.includes('loaded'))) await sleep(5);
  });

  test('gets the packs where they lie beside the archive, not in it', async () => {
    while (lines.length === 0) await sleep(5);
    expect(lines[0]).toBe('engine: loaded /opt/Dramatis/resources/app.asar.unpacked/models/starter');
    expect(unpacked('C:\\Dramatis\\app.asar\\build\\a.png')).toBe('C:\\Dramatis\\app.asar.unpacked\\build\\a.png');
    expect(unpacked('/home/me/app.asar.old/models')).toBe('/home/me/app.asar.old/models');
    expect(unpacked('/opt/app.asar.unpacked/models')).toBe('/opt/app.asar.unpacked/models');
  });

  test('speaks, with its bytes as they are', async () => {
    expect(await speak('count 20')).toBe(20);
  });

  test('is known to be at work while it is', async () => {
    await speak('count 2');
    await sleep(5);
    expect(counts).toContain(1);
    expect(counts.at(-1)).toBe(0);
  });

  test('costs a crash only what was at work, and comes back', async () => {
    const first = host.pid;
    await expect(speak('crash 1')).rejects.toMatchObject({ reason: 'engine_crashed' });
    await sleep(5);
    expect(activity.count).toBe(0);
    expect(await speak('count 1')).toBe(1);
    expect(host.pid).not.toBe(first);
  });

  test('is ended at once, also while it hangs', async () => {
    const hanging = speak('hang');
    const failed = expect(hanging).rejects.toMatchObject({ reason: 'engine_crashed' });
    await sleep(50);
    utilityEnd(host);
    await failed;
    expect(await speak('count 1')).toBe(1);
  });
});

test('computers for which there is no inference are known', () => {
  expect(hasInference(root)).toBe(true);
  expect(hasInference(root, 'darwin', 'arm64')).toBe(true);
  expect(hasInference(root, 'darwin', 'x64')).toBe(false);
});

/** What the host's watchdog does to an engine that does not answer. */
function utilityEnd(of: EngineHost): void {
  (of as unknown as { child: { kill: () => void } }).child.kill();
}
