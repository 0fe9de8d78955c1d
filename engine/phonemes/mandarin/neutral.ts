/** Neutral tones, and readings by context, where the dictionary gives the full tone of the character alone. */

/** Words whose last syllable is neutral in the standard pronunciation. */
const NEUTRAL: ReadonlySet<string> = new Set(
  (
    '先生 时候 意思 朋友 喜欢 漂亮 明白 学生 衣服 休息 告诉 认识 客气 关系 事情 眼睛 耳朵 头发 豆腐 钥匙 窗户 丈夫 舒服 聪明 清楚 干净 热闹 ' +
    '麻烦 消息 力气 葡萄 萝卜 石头 骨头 木头 馒头 地方 打听 打算 商量 收拾 咳嗽 凉快 暖和 便宜 东西 知道 太阳 月亮 名字 困难 师傅 大夫 护士 ' +
    '故事 本事 生意 主意 笑话 行李 见识 记性 脾气 工夫 功夫 规矩 胡同 谢谢 妻子 亲戚 心思 精神 道理 福气 运气 口气 味道 欺负 答应 提防 应酬 ' +
    '糊涂 模糊 结实 老实 厉害 大方 利索 痛快 爽快 勤快 新鲜 别扭 委屈 折腾 唠叨 嘀咕 哆嗦 溜达 打扮 打发 对付 应付 伺候 照应 招呼 称呼 ' +
    '吩咐 教训 琢磨 盘算 担心 动静 尺寸 分寸 火候 时辰 工钱 学问 奴才 秀才 状元 和尚 大爷 大娘 姑娘 媳妇 女婿 老婆 外甥 侄子 邻居 街坊 ' +
    '妖精 狐狸 骆驼 蛤蟆 刺猬 苍蝇 蚊子 蛾子 棉花 高粱 庄稼 粮食 点心 烧饼 石榴 枇杷 苜蓿 柴火 灯笼 风筝 烟筒 帐篷 包袱 被卧 扫帚 笤帚 ' +
    '牌楼 篱笆 门道 台阶 戏法 把式 玩意 牲口 畜生 身份 月份 年份 丫头 念头 跟头 前头 后头 里头 外头 上头 下头 日头 甜头 苦头 看头 ' +
    '晚上 早上 桌上 手上 身上 路上 墙上 地上 天上 头上 脸上 床上 车上 心里 家里 屋里 手里 城里 嘴里 这里 那里 哪里 里面 外面 上面 下面 前面 后面 ' +
    '里边 外边 上边 下边 前边 后边 旁边 左边 右边 这边 那边 这么 那么 多么'
  ).split(' '),
);
/** Verbs that are doubled to say "a little"; the second is neutral. */
const DOUBLED = /^([看试听说想问走等谢尝坐聊逛玩读写找用笑歇查算学练跑动摸数])\1$/u;

/** Words that end in 得 with its full tone. */
const FULL_DE = new Set('获得 取得 赢得 求得 所得 心得 博得 夺得 难得 只得 应得 自得 不得 得 分得 赚得'.split(' '));
const PERSON = /(?:[我你您他她它谁咱]|们|人|都|也|还|就|总|必须|可|非|又)$/u;
/** Before 地 as a noun. */
const PLACE = /^[此该本这那各当土工基某两在着于占个块片荒飞各]$/u;
const ADVERB = /(?:(.)\1|(.)\2(.)\3|然|[^\p{P}]的)$/u;

const neutral = (syllable: string | undefined): string => `${(syllable ?? '').replace(/\d$/, '')}5`;

/**
 * The readings (pinyin with tone numbers) of the words of a phrase, with neutral tones where the standard has them, and
 * 得 and 地 by what stands around them.
 */
export function neutralTones(texts: readonly string[], words: readonly (readonly string[])[]): string[][] {
  return words.map((word, w) => {
    const text = texts[w] ?? '';
    const characters = Array.from(text);
    const result = [...word];
    const last = characters.length - 1;
    if (result.length !== characters.length || last < 0) return result;
    const ending = characters.slice(-2).join('');
    const named = ending === '东西' && /^[方南部两向]/u.test(texts[w + 1] ?? '');
    if ((last >= 1 && NEUTRAL.has(ending) && !named) || DOUBLED.test(text)) result[last] = neutral(result[last]);
    const stem = text.replace(/[们儿]$/u, '');
    if (stem !== text && last >= 2 && NEUTRAL.has(stem)) result[last - 1] = neutral(result[last - 1]);
    // 对不起, 看不见, 是不是; 吃得饱; 数一数.
    if (last === 2 && (characters[1] === '不' || characters[1] === '得')) result[1] = neutral(result[1]);
    if (last === 2 && characters[1] === '一' && characters[0] === characters[2]) result[1] = 'yi5';
    if (last === 2 && ending === '得着') result[2] = 'zhao2';
    if (text === '着' && (texts[w - 1] ?? '').endsWith('得')) result[0] = 'zhao2';
    if (characters[last] === '得') result[last] = readDe(texts, w, text, result[last] ?? '');
    if (characters[last] === '地') result[last] = readDi(texts, w, characters, result[last] ?? '');
    if (text === '一' && w > 0 && texts[w - 1] === texts[w + 1]) result[0] = 'yi5';
    return result;
  });
}

function readDe(texts: readonly string[], w: number, text: string, reading: string): string {
  const next = texts[w + 1] ?? '';
  if (text !== '得') return FULL_DE.has(text) || next === '' ? reading : 'de5';
  if (next === '' || w === 0) return reading;
  // 我得去 must; 跑得快 how.
  if (PERSON.test(texts[w - 1] ?? '')) return /^[到了分奖病罪]/u.test(next) ? reading : 'dei3';
  return /^[到了分奖病罪]/u.test(next) ? reading : 'de5';
}

function readDi(texts: readonly string[], w: number, characters: readonly string[], reading: string): string {
  if (characters.length > 1)
    return ADVERB.test(characters.slice(0, -1).join('')) && characters.length > 2 ? 'de5' : reading;
  const before = texts[w - 1] ?? '';
  const next = texts[w + 1] ?? '';
  if (before === '' || next === '' || PLACE.test(before) || /^[的上下里面方]/u.test(next)) return reading;
  return ADVERB.test(before) || Array.from(before).length >= 2 ? 'de5' : reading;
}
