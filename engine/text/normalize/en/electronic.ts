import { isWord } from './lexicon.ts';
import { cardinal, spellDigits, year } from './numbers.ts';
import { before, group, openRule, type Rule } from '../rule.ts';

const TOP_LEVEL =
  'com|org|net|edu|gov|mil|int|info|biz|name|io|ai|app|dev|co|me|tv|us|uk|ca|de|fr|es|it|pt|nl|be|ch|at|se|no|dk|fi|pl|cz|ru|cn|jp|kr|in|br|mx|au|nz|eu|online|site|store|tech|blog|cloud|xyz|museum|gg|fm|ly|gl|to|cc|hk|tw|sg|ie|il|za|tr|gr|hu|ro|ua|ar|cl|id|my|ph|th|vn';
const FILE_TYPE =
  'txt|pdf|docx?|xlsx?|pptx?|csv|tsv|json|xml|ya?ml|html?|css|js|ts|tsx|jsx|mjs|py|rb|java|cpp|cc|hpp|rs|go|sh|bat|exe|dll|zip|tar|gz|rar|7z|iso|jpe?g|png|gif|svg|webp|bmp|tiff?|mp3|mp4|wav|flac|ogg|avi|mov|mkv|webm|md|log|ini|cfg|conf|toml|sql|db|ttf|otf|epub|psd|ai|apk|dmg|deb|rpm|bak|tmp|srt|onnx';

/** Those that cameras and old systems write in capitals. */
const LOUD_TYPE = 'JPE?G|PNG|GIF|PDF|TXT|DOCX?|XLSX?|PPTX?|CSV|ZIP|MP3|MP4|MOV|AVI|EXE|HTML?|WAV|RAW|TIFF?';

const SYMBOLS: Readonly<Record<string, string>> = {
  '.': 'dot',
  '/': 'slash',
  '\\': 'backslash',
  '-': 'dash',
  _: 'underscore',
  '@': 'at',
  ':': 'colon',
  '?': 'question mark',
  '=': 'equals',
  '&': 'and',
  '#': 'hash',
  '%': 'percent',
  '+': 'plus',
  '~': 'tilde',
  '!': 'exclamation mark',
  ',': 'comma',
  $: 'dollar',
  '*': 'asterisk',
  "'": 'apostrophe',
};

/** Endings of addresses and files that are said as words; the others are spelled. */
const SAID = new Set(
  (
    'com org net gov mil info biz name app dev museum online site store tech blog cloud zip doc bat log bin java exe co me my we go to in is it on of at by be do ' +
    'no so up us an as or if hi he a'
  ).split(' '),
);
const SPELLED = new Set('edu usr src img url io ai uk eu tv'.split(' '));

/** Whether a run of letters is a word that can be said; otherwise it is spelled. */
export function isSayable(word: string): boolean {
  const lower = word.toLowerCase();
  if (SPELLED.has(lower) || !/[aeiouy]/.test(lower)) return false;
  if (SAID.has(lower) || isWord(lower)) return lower.length > 2 || SAID.has(lower);
  // "elon", "hulu": four letters in turns.
  if (/^(?:[aeiou][^aeiouy]){2}$|^(?:[^aeiouy][aeiou]){2}$/.test(lower)) return true;
  return lower.length > 4 && !/[^aeiouy]{4}|^[^aeiouy]{3}/.test(lower);
}

const spell = (letters: string): string => [...letters.toUpperCase()].join(' ');

/** An address, a path or a name made for machines: words, spelled letters, digits one by one, and its signs by name. */
export function readAddress(written: string): string {
  const parts = written.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{L}+|\d+|[^\p{L}\d]/gu) ?? [];
  return parts
    .map((part) => {
      if (/^\d+$/.test(part)) return /^(?:19|20)\d\d$/.test(part) ? year(part) : spellDigits(part, 'zero');
      if (/^[\p{L}]+$/u.test(part)) return isSayable(part) ? part.toLowerCase() : spell(part);
      return SYMBOLS[part] ?? '';
    })
    .filter(Boolean)
    .join(' ');
}

const TAIL = String.raw`(?:[\p{L}\p{N}/_~@%&=+#?$!*-]|[.,:;'?!](?=[\p{L}\p{N}/_]))*`;

export const ELECTRONIC_RULES: readonly Rule[] = [
  openRule(
    'electronic',
    String.raw`(?<scheme>https?|ftp|file)://(?<rest>${TAIL})`,
    (m) => `${spell(group(m, 'scheme'))} colon slash slash ${readAddress(group(m, 'rest').replace(/\/$/, ''))}`,
    'i',
  ),
  openRule(
    'electronic',
    String.raw`(?<name>[\p{L}\p{N}][\p{L}\p{N}._%+-]*)@(?<host>[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+)`,
    (m) => `${readAddress(group(m, 'name'))} at ${readAddress(group(m, 'host'))}`,
  ),
  openRule(
    'electronic',
    String.raw`www\.(?<rest>[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?:[/?#]${TAIL})?)`,
    (m) => `W W W dot ${readAddress(group(m, 'rest').replace(/\/$/, ''))}`,
    'i',
  ),
  openRule(
    'electronic',
    String.raw`(?<host>[\p{L}\p{N}][\p{L}\p{N}-]*(?:\.[\p{L}\p{N}-]+)*\.(?:${TOP_LEVEL}))(?<path>:\d{2,5})?(?:(?<rest>[/?#]${TAIL})|(?![\p{L}\p{N}@]))`,
    (m) => {
      // "e.g", "St.Louis" and sentences without a space are no addresses.
      const host = group(m, 'host');
      if (
        !/^[a-z0-9.-]+$|\.(?:com|org|net|io)$/.test(host) ||
        /^(?:[a-z]\.)+[a-z]{1,2}$/i.test(host) ||
        /^\d+(?:\.\d+)*\./.test(host)
      )
        return null;
      return readAddress(host + group(m, 'path') + group(m, 'rest').replace(/\/$/, ''));
    },
  ),
  openRule(
    'electronic',
    String.raw`(?<name>[\p{L}\p{N}_][\p{L}\p{N}_.-]*)\.(?<type>${FILE_TYPE}|${LOUD_TYPE})(?![\p{L}\p{N}])`,
    (m) => readAddress(m[0]),
  ),
  openRule(
    'electronic',
    String.raw`localhost:(?<port>\d+)`,
    (m) => `localhost colon ${spellDigits(group(m, 'port'), 'zero')}`,
  ),
  openRule('electronic', String.raw`[A-Za-z]:\\[\p{L}\p{N}_\\. -]*[\p{L}\p{N}_]`, (m) => readAddress(m[0])),
];

const words = (name: string): string =>
  readAddress(name.replace(/(?<=\p{L})(\d{1,2})(?!\d)/gu, (n) => ` ${cardinal(n)} `))
    .replace(/\bunderscore\b/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** Electronic tokens that begin with a sign. */
export const ELECTRONIC_SIGN_RULES: readonly Rule[] = [
  // "Order #A-2231": a number, not a subject.
  openRule('serial', String.raw`#(?=\p{Lu}{0,3}-?\d)`, (_, c) =>
    /^(?:order|invoice|case|ticket|reference|ref|item|issue|apartment|suite|unit|room|model|part|lot|account|serial|flight|number|is)$/.test(
      c.said[0] ?? '',
    )
      ? 'number'
      : null,
  ),
  openRule(
    'electronic',
    String.raw`#(?<tag>(?=[\p{L}\p{N}_]*\p{L})[\p{L}\p{N}_]+)`,
    (m) => `hashtag ${words(group(m, 'tag'))}`,
  ),
  openRule(
    'electronic',
    String.raw`@(?<name>[\p{L}_][\p{L}\p{N}_.]*[\p{L}\p{N}_]|[\p{L}])`,
    (m) => `at ${readAddress(group(m, 'name'))}`,
  ),
  openRule('electronic', String.raw`\.(?<name>NET|${TOP_LEVEL}|${FILE_TYPE})(?![\p{L}\p{N}])`, (m, c) =>
    /(?:^|[\s(“"'])$/u.test(before(c)) ? `dot ${readAddress(group(m, 'name').toLowerCase())}` : null,
  ),
  openRule('electronic', String.raw`~?/(?:[\p{L}\p{N}_.-]+/)+[\p{L}\p{N}_.-]*[\p{L}\p{N}_]`, (m) => readAddress(m[0])),
];
