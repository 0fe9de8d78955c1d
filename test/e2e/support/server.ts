/** The real server and engine with a studio that was built for the tests: `server.ts --data DIR --studio DIR [--speaking]`. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { appRoot } from '../../../main/app-root.ts';
import { createEngineHost } from '../../../main/engine-host/index.ts';
import { openLibrary } from '../../../main/library/index.ts';
import { Catalog } from '../../../main/library/packs/catalog.ts';
import { createServer } from '../../../main/server/app.ts';

const { values } = parseArgs({
  options: { data: { type: 'string' }, studio: { type: 'string' }, speaking: { type: 'boolean', default: false } },
});
const log = (line: string): void => console.error(line);
const catalog = join(values.data ?? '', 'catalog.json');
const library = await openLibrary(values.data ?? '');
const engine = createEngineHost({
  packs: [join(appRoot, 'models', 'starter')],
  runs: () => library.settings.read().packRuns,
  log,
});
const server = await createServer({
  engine,
  library,
  settings: library.settings,
  clock: { now: () => new Date() },
  version: '0.0.0-test',
  studio: values.studio,
  // A catalogue of the test's own, beside the data.
  catalog: existsSync(catalog) ? Catalog.parse(JSON.parse(readFileSync(catalog, 'utf8'))) : undefined,
  report: log,
});
const url = await server.listen(0);
if (values.speaking) await engine.ready;
console.log(`Studio: ${url}/#k=${server.launchToken}`);
const stop = async (): Promise<void> => {
  await Promise.all([server.close(), engine.stop()]);
  process.exit(0);
};
process.on('SIGTERM', () => void stop());
process.on('SIGINT', () => void stop());
