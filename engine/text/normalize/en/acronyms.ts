import { cardinal, label, spellDigits } from './numbers.ts';
import { isWord } from './lexicon.ts';
import { isCoded } from './numerals.ts';
import { after, before, group, openRule, rule, type Context, type Rule } from '../rule.ts';

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Acronyms that are said as words. */
const SAID = set(
  'NASA NATO UNESCO UNICEF OPEC AIDS SARS COVID MERS NAFTA FEMA NASDAQ LASER RADAR SONAR SCUBA SWAT PIN RAM ROM GIF JPEG FIFA UEFA ' +
    'YOLO SIM GUI JSON AJAX IKEA LEGO NOAA OSHA PETA TED WASP DARPA SOHO NIMBY ASEAN BRICS GATT POTUS SCOTUS FLOTUS CRISPR TOEFL ' +
    'GMAT LSAT MCAT ACE CAD CAM CAPTCHA SCSI BIOS DOS RAID LAN WAN VLAN MIDI NACA ESRO MOMA GEICO NABISCO QANTAS FIAT SAAB HUD ' +
    'OPEN HIV-AIDS ICANN UNIVAC ENIAC NAND NOR XOR LIDAR ZIP DOGE MAGA SNAP WIC NAACP-x PIXAR TIFF UNIX LINUX ASCII YAML TOML CRUD ' +
    'BASIC COBOL FORTRAN ALGOL LISP LATEX OK-x AWOL FUBAR SNAFU WYSIWYG NECCO HALO NINTENDO SEGA ATARI INTERPOL EUROPOL COMINTERN ' +
    'MAX PRO FLAC VOIP WIFI NAS SAP DREAM GLAAD HIPAA COBRA ERISA STEM CERN ALMA SETI JAXA',
);
/** Words in the lexicon that are spelled when written in capitals. */
const SPELLED = set(
  'US UK EU UN UAE USA USSR IT AI PC TV ID IP IQ ER OR-x PR HR ET AM PM AD BC CE VP CEO CFO CTO COO FBI CIA NSA DEA ATF IRS SEC-x FDA ' +
    'CDC EPA DOJ DOD DOE WHO IMF WTO NBA NFL MLB NHL UFC WWE ESPN CNN BBC ABC NBC CBS HBO MTV PBS NPR UCLA USC MIT NYU NYC LA DC ' +
    'SF UPS USPS DHL IBM AOL AMD HP GM GE BMW VW KFC BBQ ATM SUV CD DVD USB CPU GPU SSD HDD LCD LED OLED HDMI VGA API SDK SQL HTML CSS ' +
    'HTTP HTTPS FTP SSH URL XML PDF FAQ DIY ASAP FYI RSVP AKA ETA RIP OMG LOL BFF TBA TBD PTSD ADHD HIV DNA RNA MRI CT IVF ICU EKG ECG ' +
    'GDP GNP IPO ETF CV MBA PHD BA MA MS MD JD LLC LLP PLC NGO NPO PTA PTO ACLU NAACP NRA AFL CIO OECD IAEA UNHCR EMT SOS APR IRA GPA ' +
    'SAT ACT GRE GED ESL RNC DNC GOP POW MIA AC DC RV UFO TNT GMO MSG RPG FPS NPC MMO PVP WWI WWII AFC NFC TA RA AA AAA EV PE PG TSA DMV IOU',
);
/** Common words that people write in capitals for emphasis. */
const EMPHASIZED = set(
  'A I THE AND BUT FOR NOT YOU ALL ARE CAN HAD HAS HER HIM HIS HOW ITS MAY NEW NOW OLD ONE OUR OUT SEE SHE TWO WAY WHY DID GET LET PUT ' +
    'SAY TOO USE YES NO SO DO GO ME MY WE HE IF IN IS OF ON TO UP AN AS AT BE BY OH AH WOW HEY BAD BIG DAY END FAR FEW GOT HOT JOB KEY ' +
    'LOW MAN MEN OFF OWN RED RUN SET SIT SIX TEN TOP TRY WAR WAS WIN WON YET ANY ASK BOY CAR DOG EAT FUN GUY HIT KID LIE MOM DAD MUST ' +
    'VERY ONLY EVER NEVER ALWAYS STOP HELP FREE SALE OPEN NEXT BACK HATE LOVE LIKE THIS THAT WHAT WHEN WHERE',
);

/** Spelled alone, but words where all around is in capitals. */
const CLASHING = set('AM IT US WHO ACT SAT');

const spell = (letters: string): string => [...letters].join(' ');

/** Whether a word beside it is in capitals too, so that capitals mean loudness, not letters. */
function isShouting(c: Context): boolean {
  const neighbours = [/(\S+)\s+$/.exec(before(c, 30))?.[1], /^[^\s\p{L}]*\s+(\S+)/u.exec(after(c, 30))?.[1]];
  return neighbours.some(
    (word) =>
      word !== undefined && /\p{Lu}{2}/u.test(word) && !/\p{Ll}/u.test(word) && isWord(word.replace(/[^\p{L}]/gu, '')),
  );
}

/** Whether letters could be said as a word that no dictionary has. */
function isPronounceable(word: string): boolean {
  return (
    word.length >= 5 &&
    /[AEIOU]/.test(word) &&
    !/[^AEIOUY]{3}|^[^AEIOUY]{2}(?<!BL|BR|CH|CL|CR|DR|FL|FR|GL|GR|PH|PL|PR|SC|SH|SK|SL|SM|SN|SP|ST|SW|TH|TR|TW|WH)|[AEIOU]{3}/.test(
      word,
    )
  );
}

function isSaid(word: string, c: Context): boolean {
  if (SAID.has(word)) return true;
  if (SPELLED.has(word)) return CLASHING.has(word) && isShouting(c);
  if (isWord(word) && isShouting(c)) return true;
  if (EMPHASIZED.has(word)) return true;
  return word.length >= 4 ? isWord(word) || isPronounceable(word) : false;
}

function capitals(word: string, c: Context): string | null {
  if (isSaid(word, c)) return null;
  return spell(word);
}

/** Parts of a name like "MP3" or "GPT-4": letters spelled where they are capitals, numbers as labels; of a code, figure by figure. */
function mixed(written: string, coded = false): string {
  const parts = written.match(/\p{Lu}\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{Ll}+|\d+(?:\.\d+)?/gu) ?? [];
  const digits = parts.filter((part) => /^\d/.test(part));
  // Many changes or long runs are a serial number: figure by figure.
  const serial = coded || digits.length > 2 || digits.some((part) => part.length > 4 || /^0/.test(part));
  return parts
    .map((part, i) => {
      if (/^\d+\.\d+$/.test(part))
        return part
          .split('.')
          .map((n) => cardinal(n))
          .join(' point ');
      if (/^\d/.test(part)) return serial ? spellDigits(part) : label(part);
      if (/^\p{Lu}+$/u.test(part))
        return SAID.has(part) || (part.length > 3 && isWord(part)) ? part.toLowerCase() : spell(part);
      if (part.length === 1) return part.toUpperCase();
      if (part === 'th' || part === 's') return i > 0 ? part : part.toUpperCase();
      return /[aeiouy]/i.test(part) && part.length > 2 ? part.toLowerCase() : spell(part.toUpperCase());
    })
    .join(' ');
}

export const ACRONYM_RULES: readonly Rule[] = [
  openRule(
    'letters',
    String.raw`(?<letters>(?:\p{Lu}\.\s?){2,}(?<=\.)|(?:\p{Lu}\.)+\p{Lu}(?![\p{L}\p{N}]))(?<s>['’]s)?(?![\p{L}\p{N}])`,
    (m, c) => {
      const letters = group(m, 'letters').replace(/[^\p{Lu}]/gu, '');
      // "J. R. R. Tolkien": the space belongs to what follows.
      if (/\s/.test(group(m, 'letters').trim()) && !/^\s*\p{Lu}\p{Ll}/u.test(after(c))) return null;
      return spell(letters) + (group(m, 's') === '' ? '' : "'s");
    },
  ),
  openRule('letters', String.raw`(?<initial>\p{Lu})\.(?=\s?\p{Lu}\p{Ll})`, (m, c) =>
    group(m, 'initial') === 'I' && !/\p{Lu}\p{Ll}+\s$/u.test(before(c)) ? null : group(m, 'initial'),
  ),
  rule('letters', String.raw`(?<word>\p{Lu}{2,})(?<s>['’]s|s['’]?)`, (m, c) => {
    const word = group(m, 'word');
    if (isSaid(word, c) && !/^[AEIOU]?[^AEIOU]+$/.test(word))
      return `${word.toLowerCase()}${group(m, 's').startsWith('s') ? 's' : "'s"}`;
    return `${spell(word)}'s`;
  }),
  openRule('letters', String.raw`(?<l>[CDFJ])(?<sign>\+\+|#)(?![\p{L}\p{N}#+])`, (m) =>
    group(m, 'sign') === '#' ? `${group(m, 'l')} sharp` : group(m, 'l') === 'C' ? 'C plus plus' : null,
  ),
  // "E=mc²": letters of a formula.
  openRule('letters', String.raw`(?<l>[a-z]{2})(?=[²³^])`, (m, c) =>
    /[=+*/(−-]\s?$/.test(before(c)) ? spell(group(m, 'l').toUpperCase()) : null,
  ),
  rule(
    'letters',
    String.raw`(?<a>\p{Lu}{1,4})&(?<b>\p{Lu}{1,4})`,
    (m) => `${spell(group(m, 'a'))} and ${spell(group(m, 'b'))}`,
  ),
  // "iOS", "macOS", "mRNA": the capitals are spelled, what stands before them where it is no word.
  rule('letters', String.raw`(?<low>\p{Ll}{1,6})(?<high>\p{Lu}{2,5})`, (m) => {
    const low = group(m, 'low');
    return `${low.length > 2 && /[aeiouy]/.test(low) ? low : spell(low.toUpperCase())} ${spell(group(m, 'high'))}`;
  }),
  rule('letters', String.raw`(?<word>\p{Lu}{2,})(?=$|[^\p{L}\p{N}]|-\d)(?!-\d)`, (m, c) =>
    capitals(group(m, 'word'), c),
  ),
  rule(
    'serial',
    String.raw`[vV](?:\.\s?)?(?<n>\d{1,9}(?:\.\d{1,9}){1,6})`,
    (m) => `version ${versionWords(group(m, 'n'))}`,
  ),
  // "Blink-182": behind a name, a number of three figures is read as one.
  rule(
    'serial',
    String.raw`(?<name>\p{Lu}\p{Ll}{2,})-(?<n>\d{3})(?!-)`,
    (m) => `${group(m, 'name').toLowerCase()} ${label(group(m, 'n'))}`,
  ),
  rule('serial', String.raw`(?=\p{L}*[\d])(?:\p{L}{1,12}|\p{Lu}+)-?\d[\p{L}\d]*(?:[.-][\p{Lu}\d]+)*`, (m, c) =>
    mixed(m[0], isCoded(c.said, m[0])),
  ),
  rule('serial', String.raw`(?=[\p{L}\d-]*\d)(?=[\p{Lu}\d-]*\p{Lu})[\p{Lu}\d]+(?:-[\p{Lu}\d]+)+`, (m, c) =>
    mixed(m[0], isCoded(c.said, m[0])),
  ),
];

/** "3.11.4": three or more parts of a version. */
export function versionWords(version: string): string {
  return version
    .split('.')
    .map((part) => (/^0\d/.test(part) ? spellDigits(part, 'zero') : cardinal(part)))
    .join(' point ');
}

export const VERSION_RULES: readonly Rule[] = [
  rule(
    'serial',
    String.raw`802\.11(?<kind>[a-z]{1,2})?`,
    (m) => `eight O two point eleven${group(m, 'kind') === '' ? '' : ` ${spell(group(m, 'kind').toUpperCase())}`}`,
  ),
  rule(
    'cardinal',
    String.raw`(?<n>\d{1,3})-(?<words>(?:year|month|week|day)s?-olds?)`,
    (m) => `${cardinal(group(m, 'n'))} ${group(m, 'words').replace('-', ' ')}`,
  ),
  rule('measure', String.raw`\d{1,6}(?:x\d{1,6}){1,3}|\d{3,4}\s?×\s?\d{3,4}`, (m) =>
    m[0]
      .split(/\s?[x×]\s?/)
      .map(label)
      .join(' by '),
  ),
  rule('serial', String.raw`(?<n>\d{1,9}(?:\.\d{1,9}){2,6})`, (m) =>
    /^[1-9]\d{0,2}(?:\.\d{3}){2}$/.test(m[0]) ? null : versionWords(group(m, 'n')),
  ),
];

/** Names that begin with a figure. */
export const MIXED_NUMBER_RULES: readonly Rule[] = [
  rule('serial', String.raw`(?=[\d-]*\p{L})\d+(?!\d)(?:\p{Ll}{1,2})?[\p{Lu}\d]*(?:-[\p{Lu}\d]+)*`, (m, c) =>
    /\p{L}/u.test(m[0]) ? mixed(m[0], isCoded(c.said, m[0])) : null,
  ),
  // "5-year-old", "3-bedroom": the hyphen only joins.
  openRule('cardinal', String.raw`(?<n>\d{1,4})-(?=\p{Ll}{3,})`, (m) =>
    group(m, 'n').length === 4 ? null : cardinal(group(m, 'n')),
  ),
];
