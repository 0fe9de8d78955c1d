import { defaultDataFolder } from '../library/paths.ts';
import { openLibrary, type Library } from '../library/index.ts';
import { CliError, numberOption, readArguments } from './usage.ts';

const HELP = `dramatis keys create NAME [--credit BYTES]   make an API key and print it (it is shown this once)
dramatis keys list                           name, credit and spending of every key
dramatis keys revoke NAME                    take a key back

  --credit BYTES   UTF-8 bytes of text that the key may spend; without it, as many as it likes
  --data DIR       data folder (default: ${defaultDataFolder()})`;

export async function run(args: string[]): Promise<void> {
  const parsed = readArguments(args, { credit: { type: 'string' }, data: { type: 'string' } }, HELP);
  if (!parsed) return;
  const [action, name, ...others] = parsed.positionals;
  if (others.length > 0) throw new CliError(`One name at a time.\n\n${HELP}`);
  const library = await openLibrary(parsed.values.data ?? defaultDataFolder());
  switch (action) {
    case 'create': {
      const credit = numberOption('credit', parsed.values.credit) ?? null;
      const { secret } = await library.keys.create(wanted(name), credit, new Date());
      console.log(secret);
      break;
    }
    case 'list':
      list(library);
      break;
    case 'revoke':
      await library.keys.revoke(wanted(name));
      break;
    default:
      throw new CliError(HELP);
  }
}

function wanted(name: string | undefined): string {
  if (name === undefined) throw new CliError(`A name is needed.\n\n${HELP}`);
  return name;
}

function list({ keys }: Library): void {
  for (const { id, name, credit, createdAt } of keys.list()) {
    const spent = keys.spent(id);
    console.log(
      [name, credit === null ? 'unlimited' : `${credit - spent} of ${credit} left`, `${spent} spent`, createdAt].join(
        '\t',
      ),
    );
  }
}
