import { cleanText } from './plain.ts';

/** Rows of a CSV file (RFC 4180), its separator found from the first line: comma, semicolon or tab. */
export function parseCsv(source: string): string[][] {
  const text = source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const first = text.slice(0, text.indexOf('\n') < 0 ? text.length : text.indexOf('\n'));
  const separator = [',', ';', '\t'].sort((a, b) => first.split(b).length - first.split(a).length)[0] ?? ',';
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!;
    if (quoted) {
      if (char !== '"') cell += char;
      else if (text[i + 1] === '"') cell += text[++i]!;
      else quoted = false;
    } else if (char === '"' && cell.trim() === '') {
      quoted = true;
      cell = '';
    } else if (char === separator || char === '\n') {
      row.push(cell);
      cell = '';
      if (char === '\n') {
        rows.push(row);
        row = [];
      }
    } else cell += char;
  }
  if (cell !== '' || row.length > 0) rows.push([...row, cell]);
  return rows.filter((cells) => cells.some((value) => value.trim() !== ''));
}

const COLUMNS = {
  speaker: /^(speaker|name|character|who|role|sprecher(in)?|figur|rolle|说话人|角色|人物)$/i,
  text: /^(text|line|words|dialogue|dialog|content|satz|zeile|台词|文本|内容)$/i,
  direction: /^(direction|how|emotion|manner|style|regie|语气|情绪)$/i,
} as const;

/** A table with columns for speaker, text and (if there is one) direction; without a header, the last column is the text. */
export function importCsv(source: string): string {
  const rows = parseCsv(source);
  const header = rows[0] ?? [];
  const find = (name: keyof typeof COLUMNS): number => header.findIndex((cell) => COLUMNS[name].test(cell.trim()));
  const named = find('text') >= 0;
  const width = Math.max(0, ...rows.map((cells) => cells.length));
  const at = named
    ? { speaker: find('speaker'), text: find('text'), direction: find('direction') }
    : { speaker: width > 1 ? 0 : -1, text: width > 1 ? 1 : 0, direction: -1 };
  return rows
    .slice(named ? 1 : 0)
    .map((cells) => {
      const words = cleanText(cells[at.text] ?? '')
        .replace(/\s*\n\s*/g, ' ')
        .trim();
      const speaker = (cells[at.speaker] ?? '').replace(/[:\n\r]/g, ' ').trim();
      const direction = (cells[at.direction] ?? '').replace(/[()\n\r]/g, ' ').trim();
      if (words === '') return '';
      return speaker === '' ? words : `${capital(speaker)}${direction === '' ? '' : ` (${direction})`}: ${words}`;
    })
    .filter((line) => line !== '')
    .join('\n');
}

/** A name of a table may be written small; the script knows a speaker by the capital. */
const capital = (name: string): string =>
  name.replace(/(^|\s)(\p{Ll})/gu, (_, space: string, letter: string) => space + letter.toUpperCase());
