import type { Language } from '../ui/strings.ts';

/** Descriptions to begin with. They are sent to voice design, so they are in English, which it knows best. */
export const PROMPTS = [
  'An elderly man with a deep, gravelly voice, unhurried, telling a bedtime story',
  'A young woman, bright and quick, full of curiosity',
  'A calm female narrator in her forties, low and warm, even pace',
  'A nervous young man who speaks too fast, thin and high',
  'A stern old woman with a rough, dry voice and little patience',
  'A tired detective, low and breathy, slow, late at night',
  'A cheerful child, high and lively',
  'A confident newsreader, clear and brisk, male, middle-aged',
] as const;

/** Languages that a preview can be asked in, with a sentence of each. */
export const PREVIEWS: Readonly<Record<string, string>> = {
  en: 'The lamp was still burning when I came home, and somebody had set a second place at the table.',
  de: 'Die Lampe brannte noch, als ich nach Hause kam, und jemand hatte für zwei gedeckt.',
  zh: '我回到家的时候，灯还亮着，桌上不知是谁多摆了一副碗筷。',
  ja: '家に帰ると、まだ明かりがついていて、食卓には二人分の席が用意されていた。',
  fr: 'La lampe brûlait encore quand je suis rentré, et quelqu’un avait mis un second couvert.',
  es: 'La lámpara seguía encendida cuando llegué a casa, y alguien había puesto otro plato en la mesa.',
};

export function previewText(language: string): string {
  return PREVIEWS[language.slice(0, 2)] ?? PREVIEWS['en']!;
}

/** What a person reads aloud when a voice is recorded: half a minute that has most sounds of the language. */
export const SCRIPTS: Readonly<Record<Language, string>> = {
  en: 'The morning ferry leaves at seven, whatever the weather. I like to stand at the rail and watch the harbour grow small behind us. Gulls follow the boat for a while, then they give up and turn back. By the time we reach the island, the coffee is cold and the fog has lifted. Would you believe that I have made this journey every week for eleven years, and never once been bored?',
  de: 'Die Fähre legt um sieben ab, bei jedem Wetter. Ich stehe gern an der Reling und sehe zu, wie der Hafen hinter uns kleiner wird. Möwen folgen dem Schiff eine Weile, dann geben sie auf und kehren um. Wenn wir die Insel erreichen, ist der Kaffee kalt und der Nebel hat sich gelichtet. Würdest du glauben, dass ich diese Reise seit elf Jahren jede Woche mache und mich nie gelangweilt habe?',
  zh: '早班渡轮七点开，不管天气怎么样。我喜欢站在栏杆边，看着港口在身后越来越小。海鸥跟着船飞一会儿，然后放弃了，掉头回去。等我们到岛上的时候，咖啡已经凉了，雾也散了。你相信吗？十一年来我每个星期都走这条路，一次也没有觉得无聊。',
};
