import { createInterface } from 'node:readline';
import { normalizeForDisplay } from '../../engine/text/index.ts';
import { CliError, readArguments } from './usage.ts';

const HELP = `dramatis normalize --lang en|zh [TEXT ...]

Prints each text as it is spoken: numbers, dates, units and the like in words. Without TEXT, every line of standard
input gives one line of output.

  --lang TAG   language of the text (default: en)`;

export async function run(args: string[]): Promise<void> {
  const parsed = readArguments(args, { lang: { type: 'string', default: 'en' } }, HELP);
  if (!parsed) return;
  const { lang } = parsed.values;
  if (!/^(en|zh)(-[A-Za-z0-9-]+)?$/.test(lang))
    throw new CliError(`--lang: "${lang}" is not allowed; it must be en or zh.`);
  if (parsed.positionals.length > 0) {
    for (const text of parsed.positionals) console.log(normalizeForDisplay(text, lang));
    return;
  }
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    process.stdout.write(`${normalizeForDisplay(line, lang)}\n`);
  }
}
