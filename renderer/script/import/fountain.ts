import { cleanText } from './plain.ts';

/**
 * Fountain (fountain.io, syntax of 1.1): scene headings and sections become headings, characters become speakers,
 * parentheticals become directions, action becomes notes that are not spoken.
 */
export function importFountain(source: string): string {
  const body = cleanText(source)
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\[\[[\s\S]*?\]\]/g, '');
  const lines = dropTitlePage(body).split('\n');
  const out: string[] = [];
  for (let i = 0; i < lines.length; i++) {
    const line = (lines[i] ?? '').trim();
    const before = (lines[i - 1] ?? '').trim();
    const after = (lines[i + 1] ?? '').trim();
    if (line === '') {
      if (out.length > 0 && out.at(-1) !== '') out.push('');
    } else if (/^#{1,6}\s/.test(line)) out.push(line);
    else if (isHeading(line)) out.push(`# ${line.replace(/^\./, '').replace(/\s*#[^#]*#$/, '')}`);
    else if (line.startsWith('=') || /^={3,}$/.test(line)) continue;
    else if (isTransition(line) || line.startsWith('>')) out.push(`// ${line.replace(/^>\s*|\s*<$/g, '')}`);
    else if (before === '' && after !== '' && isCharacter(line)) i = dialogue(lines, i, out);
    else out.push(`// ${plain(line.replace(/^[!~]/, ''))}`);
  }
  return out
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function dropTitlePage(text: string): string {
  return /^[A-Z][A-Za-z ]{0,30}:/.test(text) &&
    /^(title|credit|author|authors|source|draft date|contact|copyright):/i.test(text)
    ? text.replace(/^[\s\S]*?\n\s*\n/, '')
    : text;
}

const isHeading = (line: string): boolean =>
  /^(?:INT|EXT|EST|INT\.?\/EXT|I\/E)[. ]/i.test(line) || /^\.(?!\.)\S/.test(line);

const isTransition = (line: string): boolean => /^[A-Z ]+TO:$/.test(line);

const isCharacter = (line: string): boolean =>
  line.startsWith('@') ||
  (/[A-Z\u00c0-\u00de]/.test(line) && bare(line) === bare(line).toUpperCase() && !/[.!?]$/.test(bare(line)));

const bare = (line: string): string =>
  line
    .replace(/\([^)]*\)/g, '')
    .replace(/\^$/, '')
    .trim();

const plain = (line: string): string => line.replace(/(\*{1,3}|_)(?=\S)(.+?)(?<=\S)\1/g, '$2');

/** Writes one block of dialogue; gives the index of its last line. */
function dialogue(lines: readonly string[], start: number, out: string[]): number {
  const name = bare((lines[start] ?? '').trim().replace(/^@/, ''));
  let direction = '';
  let words: string[] = [];
  const flush = (): void => {
    if (words.length > 0) out.push(`${name}${direction === '' ? '' : ` (${direction})`}: ${plain(words.join(' '))}`);
    words = [];
  };
  let i = start + 1;
  for (; i < lines.length && (lines[i] ?? '').trim() !== ''; i++) {
    const line = (lines[i] ?? '').trim();
    const parenthetical = /^\((.*)\)$/.exec(line);
    if (parenthetical) {
      flush();
      direction = parenthetical[1] ?? '';
    } else words.push(line.replace(/^~/, ''));
  }
  flush();
  return i - 1;
}
