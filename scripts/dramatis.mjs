/**
 * `npm run dramatis -- <command>`: set-up, then the command line from the sources. What set-up has to say goes to
 * standard error, so that standard output is the command's result alone.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, setUp } from './setup.mjs';

setUp();
const { register } = await import('tsx/esm/api');
register();
await import(pathToFileURL(join(root, 'main', 'cli.ts')).href);
