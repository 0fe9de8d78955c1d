import { after, before, group, oneOf, openRule, type Context, type Rule } from '../rule.ts';
import { label, spellDigits } from './numbers.ts';
import { STATES, STATES_SHORT } from './states.ts';

/** Read out wherever they stand, with or without a full stop. */
const ALWAYS: Readonly<Record<string, string>> = {
  Mr: 'mister',
  Mrs: 'missus',
  Messrs: 'messrs',
  Prof: 'professor',
  Capt: 'captain',
  Sgt: 'sergeant',
  Cpl: 'corporal',
  Cmdr: 'commander',
  Lieut: 'lieutenant',
  Jr: 'junior',
  Sr: 'senior',
  Blvd: 'boulevard',
  Hwy: 'highway',
  Pkwy: 'parkway',
  Dept: 'department',
  Govt: 'government',
  approx: 'approximately',
  Approx: 'approximately',
  dept: 'department',
  govt: 'government',
  etc: 'et cetera',
  vs: 'versus',
  Vs: 'versus',
  aka: 'also known as',
  Bros: 'brothers',
};

/** Read out only with their full stop. */
const STOPPED: Readonly<Record<string, string>> = {
  Rev: 'reverend',
  Hon: 'honorable',
  Gov: 'governor',
  Sen: 'senator',
  Rep: 'representative',
  Gen: 'general',
  Col: 'colonel',
  Lt: 'lieutenant',
  Brig: 'brigadier',
  Cdr: 'commander',
  Comdr: 'commander',
  Amb: 'ambassador',
  Msgr: 'monsignor',
  Fr: 'father',
  Drs: 'doctors',
  Asst: 'assistant',
  Det: 'detective',
  Maj: 'major',
  Pvt: 'private',
  Adm: 'admiral',
  Pres: 'president',
  Supt: 'superintendent',
  Insp: 'inspector',
  Atty: 'attorney',
  Esq: 'esquire',
  Ave: 'avenue',
  Rd: 'road',
  Ln: 'lane',
  Ste: 'suite',
  Apt: 'apartment',
  Bldg: 'building',
  Sq: 'square',
  Inc: 'incorporated',
  Ltd: 'limited',
  Corp: 'corporation',
  Co: 'company',
  Assn: 'association',
  Assoc: 'associates',
  Univ: 'university',
  Intl: 'international',
  Natl: 'national',
  Mfg: 'manufacturing',
  Vol: 'volume',
  vol: 'volume',
  Ed: 'edition',
  ed: 'edition',
  eds: 'editors',
  est: 'estimated',
  Est: 'established',
  max: 'maximum',
  min: 'minimum',
  avg: 'average',
  Avg: 'average',
  temp: 'temperature',
  tel: 'telephone',
  Tel: 'telephone',
  ext: 'extension',
  Ext: 'extension',
  misc: 'miscellaneous',
  incl: 'including',
  excl: 'excluding',
  hrs: 'hours',
  hr: 'hour',
  mins: 'minutes',
  secs: 'seconds',
  yrs: 'years',
  yr: 'year',
  wks: 'weeks',
  mos: 'months',
  lbs: 'pounds',
  oz: 'ounces',
  ft: 'feet',
  assoc: 'associated',
  orig: 'originally',
  cf: 'compare',
  viz: 'namely',
  Mt: 'mount',
  Ft: 'fort',
  Pt: 'point',
};

/** Read out before a number only. */
const NUMBERED: Readonly<Record<string, string>> = {
  No: 'number',
  no: 'number',
  NO: 'number',
  Nos: 'numbers',
  nos: 'numbers',
  Nr: 'number',
  p: 'page',
  pp: 'pages',
  pg: 'page',
  vv: 'verses',
  Ch: 'chapter',
  ch: 'chapter',
  Chap: 'chapter',
  chap: 'chapter',
  Sec: 'section',
  sec: 'section',
  Fig: 'figure',
  fig: 'figure',
  Figs: 'figures',
  figs: 'figures',
  Eq: 'equation',
  eq: 'equation',
  Ex: 'example',
  Vol: 'volume',
  vol: 'volume',
  Vols: 'volumes',
  Art: 'article',
  art: 'article',
  para: 'paragraph',
  Op: 'opus',
  Pt: 'part',
  pt: 'part',
  Rm: 'room',
  Apt: 'apartment',
  Ste: 'suite',
  Fl: 'floor',
  Ext: 'extension',
  ext: 'extension',
  c: 'circa',
  ca: 'circa',
  Rte: 'route',
  Rt: 'route',
  ver: 'version',
  Ver: 'version',
};

/** Between brackets, before a year. */
const LIVED: Readonly<Record<string, string>> = { b: 'born', d: 'died', r: 'reigned', fl: 'flourished' };

/** Phrases with stops or slashes inside them. */
const PHRASES: Readonly<Record<string, string>> = {
  'e.g.': 'for example',
  'eg.': 'for example',
  'e.g': 'for example',
  'i.e.': 'that is',
  'i.e': 'that is',
  'et al.': 'et al',
  'a.k.a.': 'also known as',
  'w/o': 'without',
  'w/': 'with',
  'b/c': 'because',
  'c/o': 'care of',
  'n/a': 'N A',
  'N/A': 'N A',
  'and/or': 'and or',
  'he/she': 'he or she',
  'she/he': 'she or he',
  'his/her': 'his or her',
  'him/her': 'him or her',
  's/he': 'he or she',
  'Ph.D.': 'P H D',
  'Ph.D': 'P H D',
  PhD: 'P H D',
  IEEE: 'I triple E',
  WWI: 'world war one',
  WWII: 'world war two',
  'M.Sc.': 'M S C',
  'B.Sc.': 'B S C',
  'LL.B.': 'L L B',
  'LL.M.': 'L L M',
  'Ed.D.': 'E D D',
  'o.k.': 'O K',
  'a.m.': 'A M',
  'p.m.': 'P M',
};

/** Books of the Bible before chapter and verse. */
const BOOKS: Readonly<Record<string, string>> = {
  Ps: 'psalm', Cor: 'corinthians', Rom: 'romans', Gal: 'galatians', Eph: 'ephesians', Phil: 'philippians', Matt: 'matthew',
  Gen: 'genesis', Exod: 'exodus', Deut: 'deuteronomy', Prov: 'proverbs', Isa: 'isaiah', Jer: 'jeremiah', Rev: 'revelation',
}; // prettier-ignore

const FUNCTION_WORD =
  /^(?:in|on|at|of|to|from|the|a|and|or|by|near|with|for|see|dear|ask|call|was|is|met|via|our|st|saint|when|if|as|but|visit|said|says)$/i;
const STREETS = /\b(?:(?:[A-Z][a-z]+|\d+(?:st|nd|rd|th)|[A-Z]\.?)\s)$/;

/** Whether the word before is a name, or a numbered street, so that "St." and "Dr." belong to a street. */
function afterStreetName(c: Context): boolean {
  const word = /(\S+)\s$/.exec(before(c))?.[1] ?? '';
  return STREETS.test(before(c)) && !FUNCTION_WORD.test(word) && !/[,.;:!?]$/.test(word);
}

const beforeName = (c: Context): boolean => /^\s*[“"‘']?\p{Lu}/u.test(after(c));
const beforeNumber = (c: Context): boolean => /^\s*\d/.test(after(c));

const WORD_END = String.raw`(?![\p{L}\p{N}])`;

export const ABBREVIATION_RULES: readonly Rule[] = [
  openRule(
    'abbreviation',
    String.raw`(?<=\()(?<word>b|d|r|fl)\.\s?(?=(?:c\.\s?)?\d{3,4}\b)`,
    (m) => LIVED[group(m, 'word')] ?? null,
  ),
  openRule(
    'abbreviation',
    String.raw`(?<phrase>${oneOf(Object.keys(PHRASES))})${WORD_END}`,
    (m) => PHRASES[group(m, 'phrase')] ?? null,
  ),
  openRule('abbreviation', String.raw`St\.?(?=\s|[,;)]|$)`, (m, c) => {
    if (afterStreetName(c)) return 'street';
    if (beforeName(c)) return 'saint';
    return m[0].endsWith('.') ? 'street' : null;
  }),
  openRule('abbreviation', String.raw`Dr\.?(?=\s|[,;)]|$)`, (m, c) => {
    if (beforeName(c) && !(afterStreetName(c) && /\d\s+(?:\S+\s+){1,2}$/.test(before(c)))) return 'doctor';
    return afterStreetName(c) ? 'drive' : m[0].endsWith('.') || c.said[0] === 'the' ? 'doctor' : null;
  }),
  openRule(
    'abbreviation',
    String.raw`(?<book>Ps|Cor|Rom|Gal|Eph|Phil|Matt|Gen|Exod|Deut|Prov|Isa|Jer|Rev)\.?(?=\s\d{1,3}:\d)`,
    (m) => BOOKS[group(m, 'book')] ?? null,
  ),
  openRule('abbreviation', String.raw`[Tt]el(?=:)`, () => 'telephone'),
  openRule('abbreviation', String.raw`[Ee]st\.(?=\s(?:1\d|20)\d\d(?!\d))`, () => 'established'),
  openRule('abbreviation', String.raw`(?<word>Mt|Ft|Pt)\.?(?=\s\p{Lu})`, (m) => STOPPED[group(m, 'word')] ?? null),
  openRule('abbreviation', String.raw`Fl\.?(?=\s|[,;)]|$)`, (_, c) =>
    /\d(?:st|nd|rd|th)\s$/.test(before(c)) ? 'floor' : null,
  ),
  openRule('abbreviation', String.raw`(?<word>Ct|Pl)\.?(?=\s|[,;)]|$)`, (m, c) =>
    afterStreetName(c) ? (group(m, 'word') === 'Ct' ? 'court' : 'place') : null,
  ),
  openRule('abbreviation', String.raw`(?<word>Ave|Rd|Ln)(?=\s|[,;)]|$)`, (m, c) =>
    afterStreetName(c) ? (STOPPED[group(m, 'word')] ?? null) : null,
  ),
  openRule(
    'abbreviation',
    String.raw`(?<dir>NE|NW|SE|SW|[NSEW])\.?(?=\s+(?:\p{Lu}\p{Ll}+|\d+(?:st|nd|rd|th)))`,
    (m, c) => {
      if (!/\d\s+$/.test(before(c))) return null;
      const names: Readonly<Record<string, string>> = { N: 'north', S: 'south', E: 'east', W: 'west' };
      return [...group(m, 'dir')].map((letter) => names[letter] ?? '').join('');
    },
  ),
  openRule('address', String.raw`(?<dir>N\.?E\.?|N\.?W\.?|S\.?E\.?|S\.?W\.?)(?![\p{L}\p{N}])`, (m, c) => {
    if (!/^(?:street|avenue|boulevard|road|drive|lane|court|place|way|highway|square)$/.test(c.said[0] ?? ''))
      return null;
    const [first = '', second = ''] = group(m, 'dir').replace(/\./g, '');
    return (first === 'N' ? 'north' : 'south') + (second === 'E' ? 'east' : 'west');
  }),
  openRule(
    'abbreviation',
    String.raw`(?<word>${oneOf(Object.keys(NUMBERED))})(?:\.\s?|\s)(?=[#№]?\d|[IVXL]+\b)`,
    (m, c) => {
      const word = group(m, 'word');
      if (!/\./.test(m[0]) && !/^(?:No|Nos|Fig|Vol|pp|Rte|Apt|Ste|Rm|Ch)$/.test(word)) return null;
      if (/^no$/i.test(word) && /^\s*\d+\s+[a-z]+s\b/.test(after(c)) && !m[0].includes('.')) return null;
      return NUMBERED[word] ?? null;
    },
  ),
  openRule(
    'abbreviation',
    String.raw`(?<word>${oneOf(Object.keys(ALWAYS))})(?:\.|${WORD_END})`,
    (m) => ALWAYS[group(m, 'word')] ?? null,
  ),
  openRule('abbreviation', String.raw`(?<word>${oneOf(Object.keys(STOPPED))})\.`, (m, c) => {
    const word = group(m, 'word');
    // "He sat at the min." — small words that end a sentence are left as they are written.
    if (
      /^(?:temp|min|max|ed|est|Ed|Est|Hon|Gen|Rep|Pt)$/.test(word) &&
      /^["”’)]*(?:$|\s*$)/.test(after(c)) &&
      !beforeNumber(c)
    )
      return null;
    if (
      /^(?:Gen|Rep|Sen|Gov|Rev|Pres|Maj|Col|Adm|Hon|Lt|Pvt|Brig|Cdr|Comdr|Amb|Msgr|Fr|Drs|Asst|Det)$/.test(word) &&
      !beforeName(c)
    )
      return null;
    return STOPPED[word] ?? null;
  }),
  openRule('address', String.raw`(?<state>${oneOf(Object.keys(STATES_SHORT))})\.`, (m, c) =>
    /\p{Lu}[\p{L}.]+,\s+$/u.test(before(c)) ? (STATES_SHORT[group(m, 'state')] ?? null) : null,
  ),
  // "D-Calif.", "R-Texas": a party and a state.
  openRule(
    'address',
    String.raw`(?<party>[DRI])-(?:(?<short>${oneOf(Object.keys(STATES_SHORT))})\.|(?<code>${oneOf(Object.keys(STATES))})(?![\p{L}\p{N}])|(?<name>\p{Lu}\p{Ll}{3,}))`,
    (m) => {
      const name = STATES_SHORT[group(m, 'short')] ?? STATES[group(m, 'code')] ?? group(m, 'name').toLowerCase();
      return Object.values(STATES).includes(name) ? `${group(m, 'party')} ${name}` : null;
    },
  ),
  openRule('address', String.raw`(?<state>${oneOf(Object.keys(STATES))})(?=\s+\d{5}\b|\s*(?:[,.;)]|$))`, (m, c) =>
    /\p{Lu}[\p{L}.]+,\s+$/u.test(before(c)) ? (STATES[group(m, 'state')] ?? null) : null,
  ),
];

const STREET_TYPE =
  'St|Street|Ave|Avenue|Blvd|Boulevard|Rd|Road|Dr|Drive|Ln|Lane|Way|Ct|Court|Pl|Place|Hwy|Highway|Pkwy|Parkway|Sq|Square|Terrace|Circle|Cir|Broadway|Trail';

/** A house number in pairs: "sixteen hundred pennsylvania avenue". */
export const ADDRESS_RULES: readonly Rule[] = [
  openRule(
    'address',
    String.raw`(?<n>\d{1,5})(?=\s+(?:(?:[NSEW]|NE|NW|SE|SW)\.?\s+|(?:North|South|East|West)\s+)?(?:(?:\p{Lu}\p{Ll}+\.?|\d+(?:st|nd|rd|th))\s+){1,3}(?:${STREET_TYPE})\b)`,
    (m) => label(group(m, 'n')),
  ),
  openRule('address', String.raw`(?<zip>\d{5})(?!\d|[,.]\d|-)`, (m, c) => {
    const state = Object.values(STATES).some(
      (name) => c.said[0]?.toLowerCase() === name.split(' ').at(-1)?.toLowerCase(),
    );
    if (!state || !/(?:\b[A-Z]{2}|\bD\.C\.|\p{Lu}\p{Ll}+\.?)\s+$/u.test(before(c))) return null;
    return spellDigits(group(m, 'zip'));
  }),
];
