import { describe, expect, it } from 'vitest';
import { toSrt, toVtt } from '../../../main/library/exports/captions.ts';
import { decodeText, importScript } from '../../../renderer/script/import/index.ts';
import { cleanText } from '../../../renderer/script/import/plain.ts';

describe('plain text', () => {
  it('takes out what a word processor left in', () => {
    expect(cleanText('\uFEFFAN\u00adNA:\u00a0Hi.\r\nBRAM:\tYes.\u000bNo.')).toBe('ANNA: Hi.\nBRAM: Yes.\nNo.');
    expect(cleanText('ANNA\tHello.')).toBe('ANNA: Hello.');
    expect(cleanText('a table\tcell')).toBe('a table cell');
  });
});

describe('Markdown', () => {
  it('keeps the words and the headings', () => {
    const text =
      '---\ntitle: x\n---\n# Act *one*\n\n**Anna:** I _did_ see [it](http://x.y/a_(b)).\n\n> - Bram: `No`\n\n```js\ncode\n```\nsnake_case stays';
    expect(importScript('a.md', text)).toBe(
      '# Act *one*\n\nAnna: I did see it.\n\n- Bram: No\n\nsnake_case stays'.replace('- Bram', 'Bram'),
    );
  });
});

describe('Fountain', () => {
  it('reads scenes, characters, parentheticals and action', () => {
    const text = [
      'Title: The Lake',
      'Author: A',
      '',
      'EXT. LAKE - NIGHT',
      '',
      'Water. *Very* dark.',
      '',
      'ANNA (O.S.)',
      '(whispering)',
      'Are you there?',
      'Are you?',
      '',
      '@McBram ^',
      'Here.',
      '',
      'CUT TO:',
      '',
      '/* cut */',
      '= synopsis',
    ].join('\n');
    expect(importScript('a.fountain', text)).toBe(
      '# EXT. LAKE - NIGHT\n\n// Water. Very dark.\n\nANNA (whispering): Are you there? Are you?\n\nMcBram: Here.\n\n// CUT TO:',
    );
  });
});

describe('subtitles', () => {
  it('reads SubRip', () => {
    expect(
      importScript(
        'a.srt',
        '1\r\n00:00:01,000 --> 00:00:02,000\r\n<i>Hello</i>\r\nthere.\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\n- Yes.\r\n- No.\r\n',
      ),
    ).toBe('Hello there.\nYes.\nNo.');
  });
  it('reads WebVTT with voices', () => {
    expect(
      importScript(
        'a.vtt',
        'WEBVTT\n\nNOTE x\n\nid\n00:01.000 --> 00:02.000 align:start\n<v.loud Anna>Fish &amp; chips</v>',
      ),
    ).toBe('Anna: Fish & chips');
  });
  it('reads back what it writes', () => {
    const captions = [
      { start: 0, end: 1.2345, speaker: 'Anna', text: 'Hello, [laugh] you.' },
      { start: 3661.5, end: 3662, speaker: 'Bram', text: 'a < b' },
    ];
    expect(toSrt(captions)).toContain('01:01:01,500 --> 01:01:02,000\nBram: a < b');
    expect(importScript('x.srt', toSrt(captions))).toBe('Anna: Hello, you.\nBram: a < b');
    expect(importScript('x.vtt', toVtt(captions))).toBe('Anna: Hello, you.\nBram: a < b');
    expect(toVtt(captions)).toContain('00:00:00.000 --> 00:00:01.235');
  });
});

describe('CSV', () => {
  it('reads a header in any order, quotes and semicolons', () => {
    expect(importScript('a.csv', 'text;how;speaker\n"He said ""no""; twice";angry;anna\nYes.;;Bram\n')).toBe(
      'Anna (angry): He said "no"; twice\nBram: Yes.',
    );
  });
  it('reads two columns without a header, and one', () => {
    expect(importScript('a.csv', 'ANNA,"Hi,\nyou"\nBRAM,Yes')).toBe('ANNA: Hi, you\nBRAM: Yes');
    expect(importScript('a.csv', 'Only this\nAnd this')).toBe('Only this\nAnd this');
  });
});

describe('files', () => {
  it('refuses a kind that it does not know', () => expect(importScript('a.pdf', 'x')).toBeNull());
  it('decodes UTF-8, UTF-16 and Windows-1252', () => {
    expect(decodeText(new Uint8Array([0xff, 0xfe, 0x41, 0x00]))).toBe('A');
    expect(decodeText(new Uint8Array([0xe9]))).toBe('é');
    expect(decodeText(new TextEncoder().encode('é中'))).toBe('é中');
  });
});
