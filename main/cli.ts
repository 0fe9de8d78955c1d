/** `dramatis <command>`: the command line. Prints its result and nothing else on standard output. */
import { CliError } from './cli/usage.ts';
import { DramatisError } from '../engine/contract/errors.ts';
import { BrokenFileError } from './library/json-file.ts';

interface Command {
  readonly summary: string;
  readonly load: () => Promise<{ readonly run: (args: string[]) => Promise<void> }>;
}

const COMMANDS: Readonly<Record<string, Command>> = {
  say: { summary: 'speak a text into a file', load: () => import('./cli/say.ts') },
  voices: { summary: 'list, clone, import and export voices', load: () => import('./cli/voices.ts') },
  packs: { summary: 'add, list and remove voice packs', load: () => import('./cli/packs.ts') },
  serve: { summary: 'start the server', load: () => import('./cli/serve.ts') },
  keys: { summary: 'create, list and revoke API keys', load: () => import('./cli/keys.ts') },
  verify: { summary: 'make an exported scene again and compare', load: () => import('./cli/verify.ts') },
  tags: { summary: 'say what the directions in a text will do', load: () => import('./cli/tags.ts') },
  normalize: { summary: 'write a text out as it is spoken', load: () => import('./cli/normalize.ts') },
};

const HELP = `dramatis <command> [options]

${Object.entries(COMMANDS)
  .map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`)
  .join('\n')}

"dramatis <command> --help" says more.`;

async function main([name, ...args]: string[]): Promise<void> {
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    console.log(HELP);
    return;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new CliError(`There is no command "${name}".\n\n${HELP}`);
  const { run } = await command.load();
  await run(args);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  // Wrong usage and refusals are told in a sentence; anything else is a bug, and its stack is wanted.
  if (error instanceof CliError || error instanceof DramatisError || error instanceof BrokenFileError)
    console.error(error.message);
  else console.error(error);
  process.exitCode = error instanceof CliError ? 2 : 1;
}
