import { romanValue } from './en/numbers.ts';
import { after, group, oneOf, openRule, type Rule } from './rule.ts';
import type { RuleSet } from './scan.ts';

/**
 * Short forms of German, French, Spanish, Italian and Portuguese, which eSpeak NG would spell. It reads figures itself, in
 * its language; here they only lose what it trips over.
 */
interface Language {
  /** With the full stop that they are written with. */
  readonly short: Readonly<Record<string, string>>;
  readonly signs: Readonly<Record<string, string>>;
  /** Between the hour and the minutes of "14:30". */
  readonly hour: string;
  readonly minus: string;
  readonly to: string;
}

const signs = (list: string): Record<string, string> => {
  const [and = '', plus = '', equals = '', percent = '', times = ''] = list.split('|');
  return { '&': and, '+': plus, '=': equals, '%': percent, '×': times, '€': 'euro', $: 'dollar', '£': 'pound' };
};

const GERMAN: Language = {
  short: {
    'Dr.': 'Doktor', 'Prof.': 'Professor', 'Nr.': 'Nummer', 'Hr.': 'Herr', 'Hrn.': 'Herrn', 'Fr.': 'Frau', 'St.': 'Sankt',
    'Str.': 'Straße', 'z. B.': 'zum Beispiel', 'z.B.': 'zum Beispiel', 'd. h.': 'das heißt', 'd.h.': 'das heißt',
    'u. a.': 'unter anderem', 'u.a.': 'unter anderem', 'usw.': 'und so weiter', 'bzw.': 'beziehungsweise', 'ca.': 'circa',
    'evtl.': 'eventuell', 'ggf.': 'gegebenenfalls', 'inkl.': 'inklusive', 'Mio.': 'Millionen', 'Mrd.': 'Milliarden',
    'vgl.': 'vergleiche', 'S.': 'Seite', 'Tel.': 'Telefon', 'km/h': 'Kilometer pro Stunde', 'm²': 'Quadratmeter', '°C': 'Grad Celsius',
  },
  signs: signs('und|plus|gleich|Prozent|mal'),
  hour: 'Uhr',
  minus: 'minus',
  to: 'bis',
}; // prettier-ignore
const FRENCH: Language = {
  short: {
    'M.': 'monsieur', 'MM.': 'messieurs', Mme: 'madame', Mmes: 'mesdames', Mlle: 'mademoiselle', 'Dr': 'docteur', 'Pr': 'professeur',
    'n°': 'numéro', 'N°': 'numéro', 'etc.': 'et cetera', 'p. ex.': 'par exemple', 'c.-à-d.': "c'est-à-dire", 'St': 'saint', 'Ste': 'sainte',
    'env.': 'environ', 'km/h': 'kilomètres à l’heure', 'm²': 'mètres carrés', '°C': 'degrés', 'av. J.-C.': 'avant Jésus-Christ',
  },
  signs: signs('et|plus|égale|pour cent|fois'),
  hour: 'heures',
  minus: 'moins',
  to: 'à',
}; // prettier-ignore
const SPANISH: Language = {
  short: {
    'Sr.': 'señor', 'Sra.': 'señora', 'Srta.': 'señorita', 'Sres.': 'señores', 'Dr.': 'doctor', 'Dra.': 'doctora', 'D.': 'don', 'Dña.': 'doña',
    'Ud.': 'usted', 'Uds.': 'ustedes', 'nº': 'número', 'n.º': 'número', 'núm.': 'número', 'pág.': 'página', 'etc.': 'etcétera',
    'p. ej.': 'por ejemplo', 'EE. UU.': 'Estados Unidos', 'EE.UU.': 'Estados Unidos', 'Av.': 'avenida', 'Avda.': 'avenida',
    'km/h': 'kilómetros por hora', 'm²': 'metros cuadrados', '°C': 'grados',
  },
  signs: signs('y|más|igual a|por ciento|por'),
  hour: 'y',
  minus: 'menos',
  to: 'a',
}; // prettier-ignore
const ITALIAN: Language = {
  short: {
    'Sig.': 'signor', 'sig.': 'signor', 'Sig.ra': 'signora', 'Sigg.': 'signori', 'Dott.': 'dottor', 'dott.': 'dottor', 'Dott.ssa': 'dottoressa',
    'Prof.': 'professor', 'prof.': 'professor', 'Ing.': 'ingegner', 'Avv.': 'avvocato', 'n.': 'numero', 'nº': 'numero', 'ecc.': 'eccetera',
    'p. es.': 'per esempio', 'S.': 'san', 'pag.': 'pagina', 'km/h': 'chilometri orari', 'm²': 'metri quadrati', '°C': 'gradi',
  },
  signs: signs('e|più|uguale|per cento|per'),
  hour: 'e',
  minus: 'meno',
  to: 'a',
}; // prettier-ignore
const PORTUGUESE: Language = {
  short: {
    'Sr.': 'senhor', 'Sra.': 'senhora', 'Dr.': 'doutor', 'Dra.': 'doutora', 'D.': 'dom', 'nº': 'número', 'n.º': 'número', 'pág.': 'página',
    'etc.': 'etcétera', 'p. ex.': 'por exemplo', 'Av.': 'avenida', 'R.': 'rua', 'km/h': 'quilômetros por hora', 'm²': 'metros quadrados', '°C': 'graus',
  },
  signs: signs('e|mais|igual a|por cento|vezes'),
  hour: 'e',
  minus: 'menos',
  to: 'a',
}; // prettier-ignore

const NUMBER = String.raw`\d+(?:[.,:]\d+)*`;
const clean = (digits: string): string => digits.replace(/[\s\u00a0\u202f]/g, '');

function ruleSet({ short, signs: named, hour, minus, to }: Language, own: readonly Rule[]): RuleSet {
  const abbreviation = openRule(
    'abbreviation',
    String.raw`(?<short>${oneOf(Object.keys(short))})(?![\p{L}\p{N}])`,
    (m) => short[group(m, 'short')] ?? null,
  );
  return {
    isPlain: (word, following) => /^\p{Ll}{4,}$/u.test(word) && !following.startsWith('.'),
    word: /[\p{L}\p{M}]+(?:['’ʼ·-][\p{L}\p{M}]+)*['’]?/uy,
    spell: (digits) => [...digits].join(' '),
    letter: [abbreviation],
    sign: [
      abbreviation,
      openRule('money', String.raw`(?<sign>[€$£])\s?(?<n>${NUMBER})`, (m) => `${group(m, 'n')} ${named[group(m, 'sign')] ?? ''}`),
      openRule('cardinal', String.raw`[-−](?=\d)`, (_, c) => (/(?:^|[\s(])$/u.test(c.text.slice(0, c.at)) ? minus : null)),
      openRule('range', String.raw`(?<=\d)\s?[–-]\s?(?=\d)`, () => to),
      openRule('verbatim', String.raw`[&+=%×€]`, (m) => named[m[0]] ?? null),
    ],
    digit: [
      ...own,
      openRule('time', String.raw`(?<h>[01]?\d|2[0-4])(?::|\s?h\s?)(?<m>[0-5]\d)(?:\s?Uhr)?(?![\d:])`, (m) =>
        group(m, 'm') === '00' && hour.length > 1
          ? `${Number(group(m, 'h'))} ${hour}`
          : `${Number(group(m, 'h'))} ${hour} ${Number(group(m, 'm'))}`,
      ),
      openRule('cardinal', String.raw`\d{1,3}(?:[\s\u00a0\u202f]\d{3})+(?!\d)(?:,\d+)?`, (m) => clean(m[0])),
      openRule('measure', String.raw`(?<n>${NUMBER})\s?(?<sign>[%€$£])`, (m) => `${group(m, 'n')} ${named[group(m, 'sign')] ?? ''}`),
      openRule('cardinal', NUMBER, (m) => m[0]),
    ],
  };
} // prettier-ignore

type Gender = 'm' | 'f' | 'n';

/** Nouns that are counted by ordinals; months are all masculine. */
const COUNTED: Readonly<Record<Gender, string>> = {
  m: 'Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|Stock|Platz|Tag|Rang|Weltkrieg|Geburtstag|Akt|Teil|Band|Bezirk|Versuch|Spieltag|Hochzeitstag|Todestag|Advent',
  f: 'Klasse|Auflage|Etage|Reihe|Runde|Liga|Woche|Minute|Stunde|Staffel|Folge|Stufe|Generation|Symphonie|Sinfonie|Bundesliga',
  n: 'Jahrhundert|Jahrtausend|Kapitel|Mal|Quartal|Semester|Jahr|Obergeschoss|Stockwerk|Tor|Gebot|Buch|Halbjahr',
};
const ALL_COUNTED = Object.values(COUNTED).join('|');

const genderOf = (noun: string): Gender =>
  (['m', 'f', 'n'] as const).find((g) => COUNTED[g].split('|').includes(noun)) ?? 'm';

/** "der 3. Mai", "am 3. Mai", "3. Mai", "im 19. Jahrhundert": the word before and the noun's gender tell the ending. */
const GERMAN_ORDINAL = openRule('ordinal', String.raw`(?<n>\d{1,3})\.(?=\s(?<noun>${ALL_COUNTED})\b)`, (m, c) =>
  ordinal(Number(group(m, 'n')), ending(c.said[0] ?? '', genderOf(group(m, 'noun')))),
); // prettier-ignore

/** "am 3.5.2020", "der 3.5.": day and month as ordinals. */
const GERMAN_DATE = openRule(
  'date',
  String.raw`(?<day>[12]\d|3[01]|0?[1-9])\.\s?(?<month>1[0-2]|0?[1-9])\.(?:\s?(?<year>\d{4}))?(?!\d|\.\d)`,
  (m, c) => {
    const said = c.said[0] ?? '';
    const year = group(m, 'year');
    if (year === '' && !/^(?:am|vom|zum|bis|seit|ab|der|den|dem|des)$/.test(said)) return null;
    const end = ending(said, 'm');
    return `${ordinal(Number(group(m, 'day')), end)} ${ordinal(Number(group(m, 'month')), end)}${year === '' ? '' : ` ${year}`}`;
  },
); // prettier-ignore

const ONES =
  'null|erste|zweite|dritte|vierte|fünfte|sechste|siebte|achte|neunte|zehnte|elfte|zwölfte|dreizehnte|vierzehnte|fünfzehnte|sechzehnte|siebzehnte|achtzehnte|neunzehnte'.split(
    '|',
  );
const UNITS = '|ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun'.split('|');
const TENS = '||zwanzig|dreißig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig'.split('|');

/** What follows the -e of an ordinal: weak behind an article that shows the case, strong behind none or "ein". */
function ending(before: string, gender: Gender): '' | 'n' | 'r' | 's' {
  if (before === 'der') return gender === 'm' ? '' : 'n';
  if (/^(?:die|das|dieser|diese|dieses|jeder|jede|jedes|welcher|welche|welches|eine|keine|meine|seine|ihre|unsere)$/.test(before)) return '';
  if (/^(?:ein|kein|mein|sein|ihr|unser)$/.test(before)) return gender === 'm' ? 'r' : gender === 'n' ? 's' : '';
  if (/^(?:am|im|vom|zum|zur|beim|den|dem|des|bis|seit|ab|einem|einer|einen|eines|seinem|seiner|seinen|ihrem|ihrer|ihren|meinem|meiner|meinen|diesem|diesen|jedem|jeden|und|oder|ins|ans)$/.test(before)) return 'n';
  // "3. Mai 2020": nobody's case, so the nominative.
  return gender === 'm' ? 'r' : gender === 'n' ? 's' : '';
} // prettier-ignore

/** "dritte" and its ending; above a hundred as a number. */
function ordinal(n: number, end: string): string {
  if (n < ONES.length) return `${ONES[n] ?? ''}${end}`;
  if (n > 99) return String(n);
  const unit = UNITS[n % 10] ?? '';
  return `${unit}${unit === '' ? '' : 'und'}${TENS[Math.floor(n / 10)] ?? ''}ste${end}`;
}

/** "im Jahr 1848", "seit 1999": hundreds, where eSpeak would say a thousand and eight hundred. */
const GERMAN_YEAR = openRule('date', String.raw`(?<h>1[1-9])(?<rest>\d{2})(?![\d.,]\d|\d|\s?(?:€|%|km|kg|m\b|Euro|Meter|Stück|Menschen|Personen|Mal))`, (m, c) => {
  if (!/^(?:jahr|jahre|jahres|jahren|seit|anno|um|ab|bis|von|vor|nach|und|sommer|winter|herbst|frühjahr|frühling|januar|jänner|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|anfang|mitte|ende)$/.test(c.said[0] ?? ''))
    return null;
  return `${group(m, 'h')} hundert${group(m, 'rest') === '00' ? '' : ` ${Number(group(m, 'rest'))}`}`;
}); // prettier-ignore

const FRENCH_ONES =
  ' unième deuxième troisième quatrième cinquième sixième septième huitième neuvième dixième onzième douzième treizième quatorzième quinzième seizième dix-septième dix-huitième dix-neuvième'.split(
    ' ',
  );
const FRENCH_TENS = ['', '', 'vingt', 'trente', 'quarante', 'cinquante', 'soixante'];

/** "1er", "2e", "XIXe siècle": eSpeak says the letter. */
const FRENCH_ORDINAL = openRule(
  'ordinal',
  String.raw`(?<n>\d{1,2})(?<end>ers?|re|res|ères?|e|es|ᵉ|èmes?|nde?)(?![\p{L}\p{N}])`,
  (m) => frenchOrdinal(Number(group(m, 'n')), group(m, 'end')),
);
const FRENCH_CENTURY = openRule(
  'roman',
  String.raw`(?<n>[IVX]{1,5})(?<end>er|e|ᵉ|ème)(?=\s(?:siècles?|arrondissement|République|dynastie)(?!\p{L}))`,
  (m) => {
    const value = romanValue(group(m, 'n'));
    return value === null ? null : frenchOrdinal(value, group(m, 'end'));
  },
);

function frenchOrdinal(n: number, end: string): string | null {
  if (n === 1) return /^(?:er|ers)$/.test(end) ? 'premier' : /^(?:re|res|ères?)$/.test(end) ? 'première' : null;
  if (n < 1) return null;
  if (n < FRENCH_ONES.length) return FRENCH_ONES[n] ?? null;
  const ten = FRENCH_TENS[Math.floor(n / 10)];
  if (ten === undefined) return null;
  const one = n % 10;
  if (one === 0) return `${ten.replace(/e$/, '')}ième`;
  return `${ten}${one === 1 ? ' et ' : '-'}${FRENCH_ONES[one] ?? ''}`;
}

const SPANISH_ORDINALS = ' primero segundo tercero cuarto quinto sexto séptimo octavo noveno décimo'.split(' ');
/** "1.º", "3.ª", "1.er"; above ten a Spaniard says the number. */
const SPANISH_ORDINAL = openRule('ordinal', String.raw`(?<n>\d{1,3})\.?(?<end>º|ª|°|er(?!\p{L}))`, (m, c) => {
  const word = SPANISH_ORDINALS[Number(group(m, 'n'))];
  // "20°" is a temperature.
  if (group(m, 'end') === '°' && !/^\s\p{Ll}/u.test(after(c))) return null;
  if (word === undefined || word === '') return group(m, 'n');
  if (group(m, 'end') === 'ª') return word.replace(/o$/, 'a');
  return group(m, 'end') === 'er' ? word.replace(/o$/, '') : word;
});

/** eSpeak reads "1º" as an ordinal, but not "1.º". */
const STOPPED_ORDINAL = openRule(
  'ordinal',
  String.raw`(?<n>\d{1,4})\.(?<end>[ºª])`,
  (m) => group(m, 'n') + group(m, 'end'),
);

/** "R$ 25" and "25 reais". */
const REAIS = openRule('money', String.raw`R\$\s?(?<n>${NUMBER})`, (m) => `${group(m, 'n')} reais`);
const PORTUGUESE_RULES = ruleSet(PORTUGUESE, [STOPPED_ORDINAL]);
const FRENCH_RULES = ruleSet(FRENCH, [FRENCH_ORDINAL]);

export const EUROPEAN: Readonly<Record<string, RuleSet>> = {
  de: ruleSet(GERMAN, [GERMAN_DATE, GERMAN_ORDINAL, GERMAN_YEAR]),
  fr: { ...FRENCH_RULES, letter: [FRENCH_CENTURY, ...FRENCH_RULES.letter] },
  es: ruleSet(SPANISH, [SPANISH_ORDINAL]),
  it: ruleSet(ITALIAN, [STOPPED_ORDINAL]),
  pt: { ...PORTUGUESE_RULES, letter: [REAIS, ...PORTUGUESE_RULES.letter] },
};
