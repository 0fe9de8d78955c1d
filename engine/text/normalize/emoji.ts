import { after, before, oneOf, openRule, type Rule } from './rule.ts';

/** How emoji are read, in English and in Chinese. Those that are not here are pictures: nothing is said. */
const NAMES: ReadonlyMap<string, readonly [english: string, chinese: string]> = new Map(
  (
    [
      ['😀', 'grinning face', '笑脸'],
      ['😃', 'smiling face', '笑脸'],
      ['😄', 'smiling face', '笑脸'],
      ['😁', 'beaming face', '露齿笑'],
      ['😆', 'laughing face', '大笑'],
      ['😅', 'nervous laughter', '尴尬的笑'],
      ['😂', 'tears of joy', '笑哭'],
      ['🤣', 'rolling on the floor laughing', '笑倒'],
      ['😊', 'smiling face', '微笑'],
      ['🙂', 'slight smile', '微笑'],
      ['😉', 'winking face', '眨眼'],
      ['😍', 'heart eyes', '花痴'],
      ['🥰', 'smiling face with hearts', '爱慕'],
      ['😘', 'blowing a kiss', '飞吻'],
      ['😎', 'cool face', '酷'],
      ['🤔', 'thinking face', '思考'],
      ['😐', 'neutral face', '面无表情'],
      ['😢', 'crying face', '哭'],
      ['😭', 'loudly crying face', '大哭'],
      ['😡', 'angry face', '生气'],
      ['😠', 'angry face', '生气'],
      ['😱', 'screaming face', '尖叫'],
      ['😴', 'sleeping face', '睡觉'],
      ['🤯', 'mind blown', '震惊'],
      ['🥳', 'party face', '庆祝'],
      ['😇', 'angel face', '天使'],
      ['🙄', 'eye roll', '翻白眼'],
      ['😏', 'smirk', '坏笑'],
      ['😬', 'grimacing face', '尴尬'],
      ['😳', 'flushed face', '脸红'],
      ['🤗', 'hugging face', '拥抱'],
      ['🤷', 'shrug', '耸肩'],
      ['🤦', 'face palm', '捂脸'],
      ['👍', 'thumbs up', '赞'],
      ['👎', 'thumbs down', '踩'],
      ['👏', 'clapping hands', '鼓掌'],
      ['🙏', 'folded hands', '双手合十'],
      ['👋', 'waving hand', '挥手'],
      ['👌', 'okay hand', '没问题'],
      ['✌', 'victory hand', '胜利'],
      ['💪', 'flexed biceps', '加油'],
      ['🤝', 'handshake', '握手'],
      ['👀', 'eyes', '眼睛'],
      ['❤', 'red heart', '爱心'],
      ['💔', 'broken heart', '心碎'],
      ['💕', 'two hearts', '爱心'],
      ['💙', 'blue heart', '蓝心'],
      ['💚', 'green heart', '绿心'],
      ['💛', 'yellow heart', '黄心'],
      ['💜', 'purple heart', '紫心'],
      ['🧡', 'orange heart', '橙心'],
      ['🖤', 'black heart', '黑心'],
      ['💖', 'sparkling heart', '爱心'],
      ['🔥', 'fire', '火'],
      ['✨', 'sparkles', '闪亮'],
      ['⭐', 'star', '星星'],
      ['🌟', 'glowing star', '星星'],
      ['💯', 'one hundred points', '一百分'],
      ['🎉', 'party popper', '庆祝'],
      ['🎊', 'confetti', '庆祝'],
      ['🎂', 'birthday cake', '生日蛋糕'],
      ['🎁', 'gift', '礼物'],
      ['🎄', 'christmas tree', '圣诞树'],
      ['🎃', "jack o'lantern", '南瓜灯'],
      ['🎵', 'musical note', '音符'],
      ['🎶', 'musical notes', '音符'],
      ['🚀', 'rocket', '火箭'],
      ['🚗', 'car', '汽车'],
      ['✈', 'airplane', '飞机'],
      ['🏠', 'house', '房子'],
      ['☀', 'sun', '太阳'],
      ['🌞', 'sun', '太阳'],
      ['🌙', 'moon', '月亮'],
      ['🌈', 'rainbow', '彩虹'],
      ['☔', 'umbrella', '雨伞'],
      ['⛄', 'snowman', '雪人'],
      ['❄', 'snowflake', '雪花'],
      ['🌹', 'rose', '玫瑰'],
      ['🌸', 'cherry blossom', '樱花'],
      ['🌻', 'sunflower', '向日葵'],
      ['🍀', 'four leaf clover', '四叶草'],
      ['🍎', 'apple', '苹果'],
      ['🍕', 'pizza', '披萨'],
      ['🍔', 'hamburger', '汉堡'],
      ['🍺', 'beer', '啤酒'],
      ['🍷', 'wine', '红酒'],
      ['☕', 'coffee', '咖啡'],
      ['🐶', 'dog', '狗'],
      ['🐱', 'cat', '猫'],
      ['🐼', 'panda', '熊猫'],
      ['🦄', 'unicorn', '独角兽'],
      ['💩', 'pile of poo', '便便'],
      ['💀', 'skull', '骷髅'],
      ['👻', 'ghost', '鬼'],
      ['🤖', 'robot', '机器人'],
      ['👑', 'crown', '皇冠'],
      ['💎', 'gem', '钻石'],
      ['💰', 'money bag', '钱袋'],
      ['📞', 'telephone', '电话'],
      ['📧', 'email', '邮件'],
      ['📚', 'books', '书'],
      ['📷', 'camera', '相机'],
      ['💡', 'light bulb', '灯泡'],
      ['⚽', 'soccer ball', '足球'],
      ['🏀', 'basketball', '篮球'],
      ['🏆', 'trophy', '奖杯'],
      ['✅', 'check mark', '对勾'],
      ['✔', 'check mark', '对勾'],
      ['❌', 'cross mark', '叉'],
      ['⚠', 'warning', '警告'],
      ['❓', 'question mark', '问号'],
      ['❗', 'exclamation mark', '感叹号'],
    ] as const
  ).map(([sign, english, chinese]) => [sign, [english, chinese]]),
);

/** A sign with its variation, its skin, and what is joined to it; the same one again says no more. */
const SIGN = String.raw`(?<sign>${oneOf(NAMES.keys())})(?:[\u{1f3fb}-\u{1f3ff}\ufe0e\ufe0f]|[\u200d\u0020][♀♂]\ufe0f?)*(?:\s?\k<sign>\ufe0f?)*`;

/** Whether a text has something to say in an emoji. */
export const hasSpokenEmoji = (text: string): boolean => SPOKEN.test(text);
const SPOKEN = new RegExp(oneOf(NAMES.keys()), 'u');

const name = (sign: string, language: 0 | 1): string => NAMES.get(sign)?.[language] ?? '';

export const ENGLISH_EMOJI_RULES: readonly Rule[] = [
  openRule('verbatim', SIGN, (m, c) => {
    const sign = m.groups?.sign ?? '';
    // "I ❤ NY" is said as it is meant.
    if (sign === '❤' && /(?:^|\s)(?:I|we|you|they)\s?$/i.test(before(c)) && /^\s?\p{L}/u.test(after(c))) return 'love';
    return name(sign, 0);
  }),
];

export const MANDARIN_EMOJI_RULES: readonly Rule[] = [
  openRule('verbatim', SIGN, (m, c) => {
    const sign = m.groups?.sign ?? '';
    if (sign === '❤' && /[我你他她们]\s?$/u.test(before(c)) && /^\s?\p{L}/u.test(after(c))) return '爱';
    return name(sign, 1);
  }),
];
