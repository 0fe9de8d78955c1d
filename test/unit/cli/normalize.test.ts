import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { lines } from '../../../main/cli/normalize.ts';

async function all(...pieces: string[]): Promise<string[]> {
  const found: string[] = [];
  for await (const line of lines(Readable.from(pieces))) found.push(line);
  return found;
}

it('a line ends with a line feed alone, with or without a carriage return', async () => {
  expect(await all('one\r\ntwo\n\n \nfour\u2028still four\u0085and\rhere')).toEqual([
    'one',
    'two',
    '',
    ' ',
    'four\u2028still four\u0085and\rhere',
  ]);
});

it('lines go on over the pieces in which they come', async () => {
  expect(await all('on', 'e\r', '\nt', 'wo\nthr', 'ee')).toEqual(['one', 'two', 'three']);
  expect(await all('one\n', '')).toEqual(['one']);
  expect(await all('')).toEqual([]);
});
