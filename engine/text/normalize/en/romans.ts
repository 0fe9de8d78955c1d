import { cardinal, ordinal, romanValue, year } from './numbers.ts';
import { after, before, openRule, rule, type Context, type Rule } from '../rule.ts';

/** What is numbered in Roman figures: "Chapter IV". */
const NUMBERED =
  /^(?:chapters?|parts?|acts?|scenes?|books?|volumes?|sections?|articles?|titles?|phases?|stages?|types?|class|levels?|grade|appendix|figures?|tables?|war|bowl|episodes?|seasons?|round|unit|lesson|mark|mk|fantasy|rocky|wars|number|no|verse|canto|psalm|division|group|corps|sonata|symphony|opus|annex|schedule|amendment|session|tier|category|schedule|factor|olympiad|wwe|titan|saturn|gemini|mod|version|lot|block|area|zone|region|district|column|axis|nerve|apollo|and|to|or)$/;

/** Kings, queens, popes and emperors. */
const REIGNING = new Set(
  (
    'adrian albert alexander alexandra alfonso alphonse amenhotep anastasius antiochus arthur augustus baldwin benedict boniface ' +
    'carl carlos casimir catherine celestine charles charlemagne christian clement cleopatra constantine cyrus darius david ' +
    'edmund edward eleanor elizabeth eric eugene felipe ferdinand francis frederick frederik george gregory gustav gustavus haakon ' +
    'hadrian harald harold henri henry hussein innocent isabella ivan james joan john joseph juan julius justin justinian karl ' +
    'leo leopold louis ludwig margaret margrethe maria martin mary maximilian mehmed michael mohammed murad napoleon nero nicholas ' +
    'olaf olav oscar otto paul pedro peter philip philippe pius ptolemy rama ramesses ramses ramsey richard robert romanus rudolf ' +
    'selim sergius sigismund sixtus stephen suleiman sylvester theodore theodosius thutmose urban valentinian victor victoria ' +
    'vittorio vladimir wilhelm wilhelmina william xerxes akbar abdullah abdul emmanuel umberto umberto'
  ).split(' '),
);

/** First names of families whose sons are numbered: "Thurston Howell III". */
const GIVEN_NAME =
  /\b(?:[A-Z]\.|John|James|William|Robert|Thomas|George|Henry|Charles|Edward|Richard|Thurston|David|Joseph|Frank|Walter|Samuel|Daniel|Michael|Martin|Paul|Arthur|Albert|Harold|Howard|Davis|Sammy|Cornelius|Alexander|Andrew|Benjamin|Kenneth|Donald|Ronald|Steven|Anthony|Louis|Theodore)\s+(?:[A-Z]\.\s+)?[A-Z][a-z]+,?\s+$/;

export const ROMAN_RULES: readonly Rule[] = [
  openRule(
    'roman',
    String.raw`(?<n>[IVXLCDM]+)(?:\.(?=\s+\p{Lu})|(?<s>['’]s))?(?![\p{L}\p{N}]|\.\p{L}{2}|\.\p{Ll})`,
    (m, c) => {
      const words = numeralWords(m.groups?.n ?? '', c);
      return words === null || m.groups?.s === undefined ? words : `${words}'s`;
    },
  ),
];

function numeralWords(numeral: string, c: Context): string | null {
  const value = romanValue(numeral);
  if (value === null) return null;
  const previous = c.said[0] ?? '';
  const capitalized = /\p{Lu}[\p{L}’']*,?\s+$/u.test(before(c));
  const pronoun =
    numeral === 'I' &&
    /^\s+[a-z]/.test(after(c)) &&
    !/^(?:chapter|act|war|type|phase|stage|class)$/.test(previous) &&
    !(
      capitalized &&
      NUMBERED.test(previous) &&
      /^\s+(?:of|in|by|is|was|has|covers|deals|begins|ends|contains)\b/.test(after(c))
    );
  if (pronoun) return null;
  if (NUMBERED.test(previous) && (capitalized || numeral.length > 1) && joinsNumeral(previous, c.said))
    return cardinal(value);
  // "I.B." are initials, "Section III.B" is above.
  if (/^\.\p{Lu}/u.test(after(c))) return null;
  if (capitalized && REIGNING.has(previous) && (numeral !== 'I' || isReign(before(c)))) return `the ${ordinal(value)}`;
  if (/^(?:king|queen|pope|emperor|tsar|sultan|pharaoh)$/.test(c.said[1] ?? '') && capitalized)
    return `the ${ordinal(value)}`;
  if (/^(?:century|centuries|dynasty)$/i.test(/^\s+(\p{L}+)/u.exec(after(c))?.[1] ?? '')) return ordinal(value);
  if (numeral.length >= 5 && value >= 1000 && value < 2100) return year(value);
  if (/^X{1,2}(?:I{1,3}|I?V|VI{1,3}|IX)$/.test(numeral) && numeral.length > 2) return cardinal(value);
  if (numeral.length < 2 || !/^[IVX]+$/.test(numeral) || /^X{2,3}$/.test(numeral)) return null;
  if (GIVEN_NAME.test(before(c)) && value < 6) return `the ${ordinal(value)}`;
  // "an IV", "VI" of an editor: without a name before it, a numeral is rather an abbreviation.
  return capitalized || /^(?:II|III|VII|VIII|IX|XII|XIII|XIV|XVI|XVII|XVIII|XIX)$/.test(numeral)
    ? cardinal(value)
    : null;
}

/** "Volumes I and II": a conjunction counts only behind a numbered thing. */
function joinsNumeral(previous: string, said: readonly string[]): boolean {
  return !/^(?:and|to|or)$/.test(previous) || NUMBERED.test(said[2] ?? '');
}

/** "George I", but not "when George I mean": an I behind a name is a numeral where a title or a full stop follows. */
function isReign(textBefore: string): boolean {
  return /\b(?:King|Queen|Pope|Emperor|Tsar|Sultan|Kaiser|Prince|of|under|by)\s+\p{Lu}[\p{L}’']*\s+$/u.test(textBefore);
}

/** Roman figures that are one character each. */
const CHARACTERS = 'ⅠⅡⅢⅣⅤⅥⅦⅧⅨⅩⅪⅫ';

export const ROMAN_CHARACTER_RULES: readonly Rule[] = [
  openRule('roman', `[${CHARACTERS}]`, (m) => cardinal(CHARACTERS.indexOf(m[0]) + 1)),
];

/** "(iv)" as the mark of an item; "act i, scene ii", "page xiv". */
export const ROMAN_ITEM_RULES: readonly Rule[] = [
  rule('roman', String.raw`(?<n>[ivxl]{1,8})(?!['’.]\p{L})`, (m, c) => {
    const long = (m.groups?.n ?? '').length > 1;
    const named = long
      ? /^(?:act|scene|chapter|chap|part|section|page|pages|pp|book|volume|canto|psalm|verse|appendix|figure|table|stage|phase|type|class|paragraph|clause|item)$/
      : /^(?:act|scene|page)$/;
    const value = named.test(c.said[0] ?? '') ? romanValue(m.groups?.n ?? '') : null;
    return value === null ? null : cardinal(value);
  }),
  openRule('roman', String.raw`(?<n>i{1,3}|iv|vi{0,3}|ix|xi{0,3})(?=\))`, (m, c) => {
    const value = /(?:^|[^\p{L}\p{N}])\($/u.test(before(c)) ? romanValue(m.groups?.n ?? '') : null;
    return value === null ? null : cardinal(value);
  }),
];
