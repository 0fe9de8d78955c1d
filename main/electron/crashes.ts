import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { app, crashReporter, dialog } from 'electron';
import { say } from './strings.ts';

/** Reports of our own that are kept; the oldest go first. */
const KEPT = 20;

/**
 * Keeps reports of crashes in a folder of the user's and sends them nowhere. Must run before Electron is ready.
 * @returns the folder
 */
export function keepCrashReports(data: string): string {
  const folder = join(data, 'crashes');
  // Electron takes only folders that are there.
  mkdirSync(folder, { recursive: true });
  app.setPath('crashDumps', folder);
  crashReporter.start({ uploadToServer: false, compress: false });
  process.on('uncaughtException', (error) => {
    writeReport(folder, 'main', error);
    // Nobody knows what still holds after it. The scene is in the journal, and the next start begins with it.
    dialog.showErrorBox(say('crash.title'), `${say('crash.text')}\n${folder}`);
    app.exit(1);
  });
  process.on('unhandledRejection', (error) => writeReport(folder, 'main', error));
  app.on('render-process-gone', (_event, _contents, details) => {
    if (details.reason !== 'clean-exit') writeReport(folder, 'page', JSON.stringify(details));
  });
  app.on('child-process-gone', (_event, details) => {
    if (details.reason !== 'clean-exit') writeReport(folder, 'child', JSON.stringify(details));
  });
  return folder;
}

/** Writes one report; a disk that is full must not make things worse. */
export function writeReport(folder: string, part: string, problem: unknown): void {
  try {
    mkdirSync(folder, { recursive: true });
    const old = readdirSync(folder)
      .filter((name) => name.endsWith('.txt'))
      .sort();
    for (const name of old.slice(0, Math.max(0, old.length - KEPT + 1))) rmSync(join(folder, name));
    const now = new Date().toISOString();
    const text = problem instanceof Error ? (problem.stack ?? problem.message) : String(problem);
    const about = `Dramatis ${app.getVersion()}, ${process.platform} ${process.arch}`;
    writeFileSync(join(folder, `${now.replaceAll(':', '.')} ${part}.txt`), `${now}\n${about}\n${text}\n`);
  } catch {
    process.stderr.write(`${String(problem)}\n`);
  }
}
