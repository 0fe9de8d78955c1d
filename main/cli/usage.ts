import { parseArgs, type ParseArgsConfig } from 'node:util';

/** The command line was used wrongly; the message says how it is used rightly. Exit status 2. */
export class CliError extends Error {
  override readonly name = 'CliError';
}

type Options = NonNullable<ParseArgsConfig['options']>;
type Parsed<O extends Options> = ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>;

/** Reads a command's arguments. `--help` prints `help` and gives null. @throws CliError for unknown options */
export function readArguments<const O extends Options>(args: string[], options: O, help: string): Parsed<O> | null {
  if (args.includes('--help') || args.includes('-h')) {
    console.log(help);
    return null;
  }
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new CliError(`${error instanceof Error ? error.message : String(error)}\n\n${help}`);
  }
}

/** A number given as an option. @throws CliError */
export function numberOption(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new CliError(`--${name}: "${text}" is not a number.`);
  return value;
}
