/** Sounds that are made where the tag stands. */
export const EFFECTS = [
  'laugh', 'chuckle', 'sob', 'cry', 'sigh', 'gasp', 'cough', 'groan', 'yawn', 'pant', 'snore', 'breath', 'lip-smack',
  'clear-throat', 'sniff', 'hum',
] as const; // prettier-ignore
export type Effect = (typeof EFFECTS)[number];

/** Words and phrases for each, in every form that stands alone. */
export const EFFECT_WORDS: Readonly<Record<Effect, string>> = {
  laugh: 'laugh|laughs|laughing|laughter|burst of laughter|bursts out laughing|cackle|cackles|cackling|haha|大笑|笑声|笑',
  chuckle: 'chuckle|chuckles|chuckling|giggle|giggles|giggling|snicker|snickers|snickering|titter|heh|轻笑|窃笑|偷笑',
  sob: 'sob|sobs|sobbing|cry|cries|crying|whimper|whimpers|whimpering|抽泣|啜泣|哭|哭泣',
  cry: 'crying loudly|cries loudly|bawling|wailing|大哭',
  sigh: 'sigh|sighs|sighing|exhale|exhales|exhaling|breathes out|exhalation|heavy breath out|叹气|叹息',
  gasp: 'gasp|gasps|gasping|sharp breath|sharp inhale|sharp intake of breath|倒吸一口气|倒抽一口气',
  cough: 'cough|coughs|coughing|hack|hacks|咳嗽|咳',
  groan: 'groan|groans|groaning|moan|moans|moaning|grunt|grunts|grunting|呻吟',
  yawn: 'yawn|yawns|yawning|打哈欠|哈欠',
  pant: 'pant|pants|panting|breathing heavily|breathing hard|heavy breathing|hyperventilating|喘气|喘息',
  snore: 'snore|snores|snoring|打鼾|打呼噜',
  breath: 'breath|breathe|breathes|inhale|inhales|inhaling|inhalation|deep breath|takes a breath|take a breath|takes a deep breath|breathes in|吸气|深呼吸',
  'lip-smack': 'lip smacking|lip smack|lip smacks|lip-smacking|smacks lips|smack lips|tongue click|tsk|tut|咂嘴',
  'clear-throat': 'clear throat|clears throat|clearing throat|throat clearing|clears his throat|clears her throat|ahem|清嗓子|清嗓',
  sniff: 'sniff|sniffs|sniffing|sniffle|sniffles|sniffling|吸鼻子',
  hum: 'hum|hums|humming|hmm|mm|mmm',
}; // prettier-ignore

/** What is asked for in words but not made here: other people's sounds, other voices, music, rooms. */
export const IMPOSSIBLE =
  /\b(?:audience|crowd|background|applause|clap(?:s|ping)?|music|sing(?! song)(?:s|ing)?|(?<!sing )song|rap(?:ping)?|whistl(?:e|es|ing)|echo(?:ing)?|reverb|telephone|phone|radio|megaphone|accent|dialect|burp(?:s|ing)?|hiccups?|sneez(?:e|es|ing)|kiss(?:es|ing)?|footsteps?|door|thunder|rain|explosion|gunshots?|bell)\b/u;

const UNITS: Readonly<Record<string, number>> = { ms: 0.001, s: 1 };
/** Seconds of the pauses that have names. */
const NAMED: Readonly<Record<string, number>> = {
  pause: 0.5,
  'short pause': 0.25,
  'brief pause': 0.25,
  'medium pause': 0.5,
  'long pause': 1,
  'very long pause': 2,
  beat: 0.5,
  'long beat': 1,
  silence: 1,
  break: 0.5,
  'short break': 0.25,
  'long break': 1,
  停顿: 0.5,
  短暂停顿: 0.25,
  长停顿: 1,
  '停顿 长': 1,
};
/** A pause is held to this. */
export const LONGEST_PAUSE = 30;

/** Seconds of a pause tag ("pause", "long-break", "0.5s", "pause 2 seconds"), or null where the words mean no pause. */
export function pauseSeconds(words: string): number | null {
  const text = words
    .toLowerCase()
    .replace(/[-_\s]+/gu, ' ')
    .trim();
  const named = NAMED[text];
  if (named !== undefined) return named;
  const timed =
    /^(?:(?:pause|break|silence|wait)\s*(?:for|of|:)?\s*)?(\d{1,6}(?:[.,]\d{1,4})?|\.\d{1,4})\s*(ms|msec|milliseconds?|s|secs?|seconds?|毫秒|秒)(?:\s*(?:pause|break|of silence|silence))?$/u.exec(
      text,
    );
  if (!timed) return null;
  const unit = /^(?:ms|mil|毫)/u.test(timed[2]!) ? 'ms' : 's';
  return Number(timed[1]!.replace(',', '.')) * UNITS[unit]!;
}
