/** The server without a window: `npm start -- --headless [--port N] [--data DIR]`. */
import { parseArgs } from 'node:util';
import { openInBrowser } from './browser.ts';
import { BrokenFileError } from './library/json-file.ts';
import { defaultDataFolder } from './library/paths.ts';
import { DEFAULT_PORT, startService } from './service.ts';

/** After a signal we are gone within 2 s, whatever hangs. */
const GRACE_MS = 1900;

const USAGE = `npm start -- --headless [--port N] [--data DIR]

  --port N     port on 127.0.0.1; 0 takes any that is free (default: that of the settings, or else ${DEFAULT_PORT})
  --data DIR   data folder (default: ${defaultDataFolder()})
  --open       opens the studio in the default browser, where there is one`;

async function main(args: string[]): Promise<void> {
  const options = readOptions(args);
  if (!options) return;
  const stopped = untilSignal();
  const service = await startService({ ...options, log: (line) => console.error(line) });
  console.log(`Listening on ${service.url}`);
  // The key in the fragment never leaves the browser, and is good until this server stops.
  const studio = `${service.url}/#k=${service.server.launchToken}`;
  console.log(`Studio: ${studio}`);
  if (options.open) openInBrowser(studio);
  await stopped;
  await service.close();
}

function readOptions(args: string[]): { port: number | null; data: string; open: boolean } | null {
  const { values } = parseArgs({
    args,
    options: {
      headless: { type: 'boolean' },
      open: { type: 'boolean', default: false },
      port: { type: 'string' },
      data: { type: 'string', default: defaultDataFolder() },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return null;
  }
  if (values.port === undefined) return { port: null, data: values.data, open: values.open };
  const port = Number(values.port);
  if (!/^\d+$/.test(values.port) || port > 65535)
    throw new TypeError(`--port: "${values.port}" is not allowed; it must be 0 to 65535.`);
  return { port, data: values.data, open: values.open };
}

/** From the first signal on the time runs, also when it comes while we are still starting. */
function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    const leave = (): void => {
      setTimeout(() => process.exit(1), GRACE_MS).unref();
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, leave);
  });
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (error instanceof TypeError) console.error(`${error.message}\n\n${USAGE}`);
  else if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
    console.error('This port is taken by another program: choose one with --port, or --port 0 for any that is free.');
  } else if (error instanceof BrokenFileError) console.error(error.message);
  else console.error(error);
  process.exitCode = 1;
}
