import { once } from 'node:events';
import type { Readable } from 'node:stream';
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
  process.stdin.setEncoding('utf8');
  for await (const line of lines(process.stdin)) {
    const written = process.stdout.write(`${normalizeForDisplay(line, lang)}\n`);
    if (!written) await once(process.stdout, 'drain');
  }
}

/**
 * The lines of a text that comes in pieces. A line ends with "\n" or "\r\n" and with nothing else, so that input and output
 * stay side by side; what stands behind the last of them is a line if it is not empty.
 */
export async function* lines(text: Readable | Iterable<string>): AsyncGenerator<string> {
  // Pieces of a line that has not ended: joined once, so that a long line costs its length and no more.
  let open: string[] = [];
  for await (const piece of text as AsyncIterable<string>) {
    const [first = '', ...others] = piece.split('\n');
    open.push(first);
    for (const next of others) {
      yield open.join('').replace(/\r$/, '');
      open = [next];
    }
  }
  const rest = open.join('');
  if (rest !== '') yield rest.replace(/\r$/, '');
}
