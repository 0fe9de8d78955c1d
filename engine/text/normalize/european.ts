import { group, oneOf, openRule, type Rule } from './rule.ts';
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

const MONTHS =
  'Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|Jahrhundert|Stock|Klasse|Platz';
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

/** "3. Mai", "im 19. Jahrhundert": eSpeak reads a figure with its stop as an ordinal. */
const GERMAN_ORDINAL = openRule('ordinal', String.raw`(?<n>\d{1,3})\.(?=\s(?:${MONTHS})\b)`, (m) =>
  ordinal(Number(group(m, 'n'))),
);

const ONES =
  'null|erste|zweite|dritte|vierte|fünfte|sechste|siebte|achte|neunte|zehnte|elfte|zwölfte|dreizehnte|vierzehnte|fünfzehnte|sechzehnte|siebzehnte|achtzehnte|neunzehnte'.split(
    '|',
  );
const UNITS = '|ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun'.split('|');
const TENS = '||zwanzig|dreißig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig'.split('|');

/** With the ending of most cases; above a hundred as a number. */
function ordinal(n: number): string {
  if (n < ONES.length) return `${ONES[n] ?? ''}n`;
  if (n > 99) return String(n);
  const unit = UNITS[n % 10] ?? '';
  return `${unit}${unit === '' ? '' : 'und'}${TENS[Math.floor(n / 10)] ?? ''}sten`;
}

/** "R$ 25" and "25 reais". */
const REAIS = openRule('money', String.raw`R\$\s?(?<n>${NUMBER})`, (m) => `${group(m, 'n')} reais`);
const PORTUGUESE_RULES = ruleSet(PORTUGUESE, []);

export const EUROPEAN: Readonly<Record<string, RuleSet>> = {
  de: ruleSet(GERMAN, [GERMAN_ORDINAL]),
  fr: ruleSet(FRENCH, []),
  es: ruleSet(SPANISH, []),
  it: ruleSet(ITALIAN, []),
  pt: { ...PORTUGUESE_RULES, letter: [REAIS, ...PORTUGUESE_RULES.letter] },
};
