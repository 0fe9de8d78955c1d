/** Finds the language of a sentence from its script and its small words. Tags are BCP 47. */

const SCRIPTS: readonly (readonly [language: string, pattern: RegExp])[] = [
  ['ko', /\p{Script=Hangul}/u],
  ['ru', /\p{Script=Cyrillic}/u],
  ['el', /\p{Script=Greek}/u],
  ['ar', /\p{Script=Arabic}/u],
  ['he', /\p{Script=Hebrew}/u],
  ['hi', /\p{Script=Devanagari}/u],
];
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HAN = /\p{Script=Han}/u;

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Words that are frequent in one language and rare in the others. */
const SMALL_WORDS: Readonly<Record<string, ReadonlySet<string>>> = {
  'en-US': words(
    "the and of to in is that it was for you with he be on i by this had not are but from or have they which one we were her she there would their him been has when who will no if out so said what up its about into than them can only other new some could time these two may then do first any my now such like our over me even most after also did many before must through years where much your way well down should because each just those people how too little good very make world still own see men work long get here between both life being under never day same another know while last might us great old year off come since against go came right used take three it's i'm don't",
  ),
  de: words(
    'der die das und ist nicht ein eine einen einem einer ich du er sie es wir ihr mit von zu zum zur den dem des im auf für sich auch als an noch wie nach bei aus wenn nur aber war hat haben sein wird werden kann dass daß oder über mehr schon sehr bitte danke ja nein guten heute morgen jetzt hier dann doch mir mich dich uns euch was wer wo warum',
  ),
  fr: words(
    "le la les des du un une et est pas que qui dans pour sur avec ce cette ces je tu il elle nous vous ils elles au aux ne se son sa ses mais ou où par plus comme tout bien être avoir fait faire été très oui non merci bonjour c'est j'ai d'un d'une n'est qu'il l'on s'il aujourd'hui moi toi lui leur quand aussi sans même",
  ),
  es: words(
    'el la los las un una unos unas y es no que en de del por para con se su sus lo al como más pero fue ha muy ya este esta esto eso ese esa yo tú él ella nosotros ustedes ellos mi me te le les hay está están son ser estar tiene también cuando donde qué quién cómo sí gracias hola buenos días señor porque todo sin sobre',
  ),
  it: words(
    'il lo la gli le un una uno e è non che di da in con su per tra fra del della dei delle degli al alla ai nel nella sul si ci ma anche come più sono ho hai ha abbiamo essere stato questo questa quello quella io tu lui lei noi voi loro mi ti perché quando dove chi cosa molto bene grazie ciao buongiorno sì già ancora tutto',
  ),
  'pt-BR': words(
    'o a os as um uma uns umas e é não que em de do da dos das por para com se seu sua no na nos nas ao à mais mas foi há muito já este esta isto isso esse essa eu tu ele ela nós vocês eles você meu minha me te lhe são ser estar tem também quando onde quem como sim obrigado olá bom dia senhor porque tudo sem sobre então ainda até',
  ),
};

/** Letters that one of these languages has and most of the others have not. */
const LETTERS: readonly (readonly [language: string, pattern: RegExp, weight: number])[] = [
  ['de', /[äöüß]/giu, 2],
  ['fr', /[àâçèêëîïôœùûÿ]|\b[cdjlmnst]['’](?=\p{L})/giu, 1.5],
  ['es', /[ñ¿¡]/giu, 4],
  ['es', /[áíóú]/giu, 1],
  ['it', /[àèìòù](?!\p{L})/giu, 2],
  ['pt-BR', /[ãõ]/giu, 4],
  ['pt-BR', /[áâçêíóôú]/giu, 1],
];

/** The language of a text; `fallback` where the text says nothing about it. Only the first 600 characters count. */
export function detectLanguage(text: string, fallback = 'en-US'): string {
  const sample = text.slice(0, 600);
  if (KANA.test(sample)) return 'ja';
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  const han = sample.match(/\p{Script=Han}/gu)?.length ?? 0;
  // A word of Hanzi weighs as much as several letters.
  if (han > 0 && han * 4 >= letters - han) return 'cmn';
  for (const [language, pattern] of SCRIPTS) {
    const count = sample.match(new RegExp(pattern, 'gu'))?.length ?? 0;
    if (count * 2 > letters) return language;
  }
  return latinLanguage(sample, fallback);
}

function latinLanguage(sample: string, fallback: string): string {
  const written = sample.toLowerCase().replace(/’/g, "'");
  const tokens = new Set(written.match(/[\p{Script=Latin}\p{M}']+/gu) ?? []);
  const scores = new Map<string, number>();
  for (const [language, small] of Object.entries(SMALL_WORDS)) {
    let score = 0;
    // One letter is a word in many languages, and a name in all.
    for (const token of tokens) if (small.has(token)) score += token.length === 1 ? 0.5 : 2;
    scores.set(language, score);
  }
  for (const [language, pattern, weight] of LETTERS) {
    const count = Math.min(6, written.match(pattern)?.length ?? 0);
    scores.set(language, (scores.get(language) ?? 0) + count * weight);
  }
  const base = sameLanguage(fallback, scores);
  let best = base;
  for (const [language, score] of scores) {
    if (score > (scores.get(best) ?? 0) + (best === base ? 1.5 : 0)) best = language;
  }
  return best === base ? fallback : best;
}

function sameLanguage(tag: string, scores: ReadonlyMap<string, number>): string {
  const primary = tag.split('-')[0] ?? tag;
  return [...scores.keys()].find((language) => language.split('-')[0] === primary) ?? tag;
}

/** The language of letters that stand in a sentence of another language; null where they fit into it. */
export function languageOfRun(letters: string, sentence: string, sentenceHasKana: boolean): string | null {
  // A Roman figure ("Ⅲ") is a number of that script, but no letter.
  const latin = /(?=\p{L})\p{Script=Latin}/u.test(letters);
  const latinSentence = !/^(?:cmn|zh|ja|ko|ru|el|ar|he|hi)\b/.test(sentence);
  if (latin) return latinSentence ? null : 'en-US';
  if (KANA.test(letters)) return sentence.startsWith('ja') ? null : 'ja';
  if (HAN.test(letters)) {
    if (/^(?:cmn|zh|ja)\b/.test(sentence)) return null;
    return sentenceHasKana ? 'ja' : 'cmn';
  }
  const other = SCRIPTS.find(([, pattern]) => pattern.test(letters))?.[0] ?? null;
  return other === null || sentence.startsWith(other) ? null : other;
}

export { HAN, KANA };
