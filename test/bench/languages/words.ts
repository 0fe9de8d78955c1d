/** A language or accent, who else can say its words, and the words: common ones, many of which differ in one sound. */
export interface WordList {
  readonly name: string;
  /** BCP 47, as requests have it. */
  readonly language: string;
  /** eSpeak NG's name for it. */
  readonly espeak: string;
  /** Another free synthesizer that speaks it, made from a person's recordings; null where there is none here. */
  readonly other: { readonly program: 'flite' | 'festival'; readonly voice: string } | null;
  readonly words: readonly string[];
}

const list = (words: string): readonly string[] => words.split(' ');

const ENGLISH = list(
  'bat pat mat sat fat that cat bit beat bet bait boat boot bought sip ship chip zip thin tin fin wine vine line mine ' +
    'rock lock sock king ring cheap jeep yes less gold cold bird board house horse',
);

export const LANGUAGES: readonly WordList[] = [
  { name: 'English, US', language: 'en-US', espeak: 'en-us', other: { program: 'flite', voice: 'rms' }, words: ENGLISH },
  { name: 'English, UK', language: 'en-GB', espeak: 'en-gb', other: null, words: ENGLISH },
  { name: 'English, Scottish', language: 'en-GB-scotland', espeak: 'en-gb-scotland', other: { program: 'flite', voice: 'awb' }, words: ENGLISH },
  {
    name: 'Mandarin', language: 'cmn', espeak: 'cmn-latn-pinyin', other: null,
    words: list('八 怕 妈 发 大 他 拿 拉 歌 课 喝 家 茶 沙 字 次 四 知 吃 是 日 七 鸡 西 鱼 女 绿 路 书 出 走 手 脚 小 鸟 酒 人 心 星 红'),
  },
  {
    name: 'Japanese', language: 'ja', espeak: 'ja', other: null,
    words: list('かさ かた かば かみ かめ きつね くつ くち くび けむり こめ さかな さくら しま しお すいか せみ そら たぬき ちず つき てがみ とり なつ にく ぬの ねこ のり はし ひと ふね へび ほし まど みず むし もり やま ゆき よる'),
  },
  {
    name: 'German', language: 'de', espeak: 'de', other: null,
    words: list('Bett Beet Boot Brot Bad Bach Buch Bauch Berg Burg Hut Hütte Haut Hand Hund Mund Mond Mann Maus Möwe Müll Nacht Licht Tisch Fisch Tasche Tasse Kasse Katze Kirche Kirsche schön schon Zeit Zahn zehn Wein Bein Leute Laute'),
  },
  {
    name: 'French', language: 'fr', espeak: 'fr-fr', other: null,
    words: list('bon bain banc beau bas bout but vin vent vont feu fou faux fin sœur sourd jour joue chou chat champ chien rue roue roi lune lampe pain pont peau peur pur pour main mur mer nuit neuf nez eau'),
  },
  {
    name: 'Spanish', language: 'es', espeak: 'es', other: null,
    words: list('perro pero pelo peso pozo casa caza cama cara carro gato pato rato dato mano mono vino pino lino caña cana lleno lana luna cuna duda dedo dado lado jota bota gota hijo higo hilo chico rico pico queso beso'),
  },
  {
    name: 'Italian', language: 'it', espeak: 'it', other: { program: 'festival', voice: 'voice_lp_diphone' },
    words: list('casa cassa caro carro pala palla pane panna sono sonno nono nonno fato fatto gatto patto matto notte botte bocca rosa rossa cena scena gelo cielo giro chiaro figlio filo ragno rana gnomo luogo fuoco uomo uovo acqua zio pizza'),
  },
  {
    name: 'Portuguese', language: 'pt', espeak: 'pt', other: null,
    words: list('pão pau pé pai mão mãe mau meu vou vão bem bom bola bala cama cana cão casa caça carro caro filho fino vinho ninho galo gala gelo chá já lã lá sol sal sul mel mil rua lua dia'),
  },
]; // prettier-ignore
