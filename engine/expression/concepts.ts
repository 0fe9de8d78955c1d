import { OTHER_DEGREES, OTHER_FILLERS, OTHER_LANGUAGES, OTHER_NEGATIONS } from './other-languages.ts';
import { PLAIN, type Style } from './style.ts';

/** How near the sound comes: `approximated` is a way of speaking that pitch, pace and voice quality alone do not make. */
export type Support = 'performed' | 'approximated' | 'unsupported';

export interface Concept {
  readonly name: string;
  /** A manner (whisper, fast) or a feeling; several feelings share their strength. */
  readonly kind: 'manner' | 'feeling';
  readonly style: Style;
  readonly support: Support;
  /** Words and phrases that mean it; a phrase's words are parted by spaces. */
  readonly words: readonly string[];
}

type Row = readonly [kind: 'm' | 'f' | 'm~' | 'f~', change: Partial<Style>, words: string];

/**
 * What each way of speaking does. Directions and sizes after Murray and Arnott (1993) and Juslin and Laukka (2003),
 * "Communication of emotions in vocal expression": anger and joy are fast, high, wide and loud with more energy in the
 * upper spectrum; sadness and tenderness slow, low, narrow and soft; fear fast and high with little energy.
 * `~`: only nearly.
 */
const ROWS: Readonly<Record<string, Row>> = {
  neutral: ['m', {}, 'neutral|normal|usual|plain|default|ordinary|natural|matter of fact|普通|正常|平淡'],
  whisper: [
    'm',
    { rate: 0.95, range: 0.8, energy: -3, breathiness: 1 },
    'whisper|whispering|whispered|whispery|hushed|under breath|in undertone|as if telling secret|耳语|细语|窃窃私语|低语|悄声|悄悄|小声说|ささやき|ささやく',
  ],
  soft: [
    'm',
    { rate: 0.94, semitones: -0.8, range: 0.85, energy: -5, breathiness: 0.25, tilt: -1.8 },
    'soft|gentle|tender|delicate|soothing|lullaby|cooing|to child|to baby|to kid|温柔|轻柔|轻声|柔和',
  ],
  quiet: [
    'm',
    { energy: -7, tilt: -1.5, breathiness: 0.1 },
    'quiet|barely audible|hardly audible|inaudible|low volume|silent|faint|muted|subdued|trailing off|lower voice|hush|小声|低声|安静|音量小|小一点|小点声',
  ],
  loud: [
    'm',
    { semitones: 1.5, range: 1.1, energy: 6, tilt: 1.4 },
    'loud|louder|booming|thunderous|projecting|raise voice|raised voice|loudspeaker|大声|响亮|音量大|大一点|大点声',
  ],
  shout: [
    'm',
    { rate: 0.97, semitones: 5, range: 1.35, energy: 12.5, breathiness: -0.3, tilt: 3, roughness: -0.3 },
    'shout|yell|holler|bellow|roar|calling out|calling from afar|calling from|from afar|over noise|across room|drill sergeant|top of lungs|bark|喊|大喊|喊叫|吼|叫',
  ],
  scream: [
    'm',
    { rate: 0.97, semitones: 8, range: 1.5, energy: 14, breathiness: -0.3, tilt: 3.8, roughness: -0.15 },
    'scream|shriek|screech|wail|尖叫',
  ],
  murmur: [
    'm',
    { rate: 0.97, semitones: -1.5, range: 0.6, energy: -6, breathiness: 0.2, tilt: -2.5 },
    'murmur|mutter|mumble|grumble|under the breath|嘟囔|喃喃',
  ],
  fast: [
    'm',
    { rate: 1.3 },
    'fast|quick|quickly|rapid|speedy|swift|brisk|faster|hasty|speed up|rapid fire|breakneck|at top speed|double speed|快|快速|迅速',
  ],
  hurry: [
    'm',
    { rate: 1.32, semitones: 1, energy: 1.5 },
    'hurry|hurried|rushed|rushing|urgent|urgency|pressed for time|impatient|in a hurry tone|in a rush|匆忙|急促|着急',
  ],
  slow: [
    'm',
    { rate: 0.75 },
    'slow|slowly|slower|unhurried|leisurely|drawn out|slow down|drawling|deliberate|measured|snails pace|half speed|take time|慢|缓慢|慢慢',
  ],
  high: [
    'm',
    { semitones: 4, tract: 1.02 },
    'high|high pitched|higher|shrill|squeaky|falsetto|raise pitch|treble|高音|尖',
  ],
  low: [
    'm',
    { semitones: -4, tract: 0.98 },
    'low|low pitched|low voice|low tone|lower|deep|deeper|bass|baritone|lower pitch|低沉|低音|深沉',
  ],
  monotone: [
    'm',
    { range: 0.2 },
    'monotone|monotonous|flat|deadpan|expressionless|toneless|emotionless|without emotion|without any emotion|no emotion|without feeling|unemotional|robotic|robot|单调|机械|机器人',
  ],
  lively: [
    'm',
    { rate: 1.06, semitones: 1, range: 1.5, energy: 1.5 },
    'lively|animated|expressive|dramatic|theatrical|vivid|singsong|sing song|melodic|energetic|upbeat|vibrant|spirited|bouncy|生动|活泼',
  ],
  breathy: [
    'm',
    { energy: -2, breathiness: 0.5, tilt: -1.5 },
    'breathy|airy|breathless|out of breath|winded|panting voice|wispy|wheezing|wheezy|short of breath|huffing|气声|气喘|喘着气|上气不接下气',
  ],
  rough: [
    'm',
    { roughness: 0.6, breathiness: 0.08 },
    'rough|hoarse|raspy|gravelly|creaky|croaky|husky|gruff|vocal fry|growl|growling|scratchy|沙哑|粗糙',
  ],
  clear: [
    'm',
    { rate: 0.92, energy: 1.5, tilt: 1.2, breathiness: -0.15, roughness: -0.2 },
    'clear|crisp|articulate|precise|enunciate|enunciated|distinct|清晰',
  ],
  warm: [
    'm',
    { rate: 0.97, semitones: -0.8, tilt: -1.2 },
    'warm|welcoming|inviting|mellow|smooth|velvety|rich|cozy|亲切|温暖',
  ],
  bright: ['m', { semitones: 0.8, tilt: 1.5 }, 'bright|brassy|sharp|tinny|ringing|明亮'],
  cold: [
    'm',
    { rate: 0.96, semitones: -0.8, range: 0.55, tilt: 0.8 },
    'cold|icy|icily|distant|detached|aloof|clinical|chilly|stern|stiff|curt|冷|冷淡|冷漠',
  ],
  serious: [
    'f',
    { rate: 0.95, semitones: -1.5, range: 0.8, energy: 1 },
    'serious|solemn|grave|formal|professional|authoritative|businesslike|grim|stoic|newscaster|news anchor|严肃|认真|正式',
  ],
  happy: [
    'f',
    { rate: 1.06, semitones: 2, range: 1.3, energy: 2, tilt: 0.8 },
    'happy|cheerful|joy|joyful|glad|merry|smile|smiling|pleased|jolly|content|cheery|sunny|friendly|amused|amusement|fun|light hearted|lighthearted|carefree|jovial|breezy|gleeful|chipper|perky|开心|高兴|快乐|愉快|微笑|嬉しい|楽しい',
  ],
  delighted: [
    'f',
    { rate: 1.08, semitones: 3, range: 1.45, energy: 3, tilt: 1 },
    'delighted|delight|ecstatic|overjoyed|elated|bliss|euphoric|exhilarated|欣喜|狂喜',
  ],
  excited: [
    'f',
    { rate: 1.15, semitones: 3.5, range: 1.5, energy: 4, tilt: 1.5 },
    'excited|excitement|thrilled|enthusiastic|eager|hyped|pumped|passionate|exclaiming|兴奋|激动|热情|興奮',
  ],
  satisfied: [
    'f',
    { rate: 0.96, semitones: 0.6, range: 1.08, energy: 0.5, tilt: -0.3 },
    'satisfied|fulfilled|smug|relieved|relief|满意|满足|欣慰',
  ],
  sad: [
    'f',
    { rate: 0.82, semitones: -2, range: 0.65, energy: -3, breathiness: 0.15, tilt: -1.5 },
    'sad|somber|sombre|glum|sorrow|sorrowful|unhappy|melancholy|gloomy|mournful|tearful|grief|grieving|heartbroken|upset|miserable|down|blue|hurt|lonely|loneliness|disappointed|heavy hearted|dejected|downcast|悲伤|难过|伤心|忧郁|失望|孤独|悲しい',
  ],
  depressed: [
    'f',
    { rate: 0.77, semitones: -2.6, range: 0.5, energy: -4, breathiness: 0.2, tilt: -2 },
    'depressed|despair|despairing|hopeless|devastated|crushed|pessimistic|defeated|hollow|crestfallen|沮丧|绝望|消沉',
  ],
  angry: [
    'f',
    { rate: 1.08, semitones: 2, range: 1.35, energy: 6, breathiness: -0.2, tilt: 2.2, roughness: 0.08 },
    'angry|anger|mad|outraged|hostile|aggressive|gritted teeth|clenched teeth|fierce|生气|愤怒|怒|怒る',
  ],
  furious: [
    'f',
    { rate: 1.1, semitones: 3.5, range: 1.5, energy: 9, breathiness: -0.3, tilt: 2.8, roughness: 0.1 },
    'furious|enraged|rage|livid|seething|暴怒',
  ],
  frustrated: [
    'f',
    { rate: 1.04, semitones: 1, range: 1.2, energy: 3.5, tilt: 1.4, roughness: 0.06 },
    'frustrated|frustration|annoyed|irritated|exasperated|fed up|grumpy|cross|snapping|烦躁|不耐烦|沮喪',
  ],
  afraid: [
    'f',
    { rate: 1.1, semitones: 2.6, range: 0.9, energy: -1.5, breathiness: 0.22, roughness: 0.08 },
    'afraid|scared|fear|fearful|frightened|terrified|horrified|terror|horror|dread|trembling|shaky|spooked|quivering|shaking voice|unsteady voice|害怕|恐惧|惊恐|颤抖|发抖|怖い',
  ],
  nervous: [
    'f',
    { rate: 1.1, semitones: 1.4, range: 0.9, energy: -1.5, breathiness: 0.12, roughness: 0.08 },
    'nervous|anxious|worried|tense|uneasy|jittery|apprehensive|stressed|concerned|restless|紧张|焦虑|担心|不安',
  ],
  panicked: [
    'f',
    { rate: 1.25, semitones: 5, range: 1.5, energy: 5, tilt: 1.5, roughness: 0.1 },
    'panicked|panic|hysterical|frantic|desperate|alarmed|歇斯底里|惊慌',
  ],
  calm: [
    'f',
    { rate: 0.9, semitones: -1, range: 0.75, energy: -2, breathiness: 0.06, tilt: -0.8 },
    'calm|relaxed|peaceful|serene|composed|tranquil|patient|meditative|laid back|easygoing|平静|冷静|放松|安宁',
  ],
  confident: [
    'f',
    { rate: 0.97, semitones: -0.8, range: 1.15, energy: 3, breathiness: -0.15, tilt: 1 },
    'confident|assured|bold|assertive|determined|firm|strong|commanding|proud|pride|heroic|triumphant|resolute|brave|powerful|defiant|自信|坚定|骄傲|自豪',
  ],
  surprised: [
    'f',
    { rate: 1.04, semitones: 4, range: 1.6, energy: 2.5, tilt: 0.8 },
    'surprised|surprise|astonished|amazed|shocked|startled|stunned|wonder|disbelief|incredulous|惊讶|吃惊|震惊',
  ],
  disgusted: [
    'f~',
    { rate: 0.9, semitones: -1.5, range: 1.15, energy: 1, tilt: 0.5, roughness: 0.25 },
    'disgusted|disgust|repulsed|revolted|grossed out|厌恶|恶心',
  ],
  contemptuous: [
    'f~',
    { rate: 0.9, semitones: -1.2, range: 1.2, energy: 0.5, tilt: 0.4 },
    'contemptuous|contempt|disdainful|disdain|scornful|haughty|arrogant|sneering|dismissive|condescending|mocking|scoffing|pompous|pretentious|轻蔑|不屑|鄙视',
  ],
  ashamed: [
    'f~',
    { rate: 0.9, semitones: -0.6, range: 0.75, energy: -3.5, breathiness: 0.18, tilt: -1 },
    'ashamed|embarrassed|shame|guilty|guilt|regretful|remorseful|apologetic|shy|timid|sheepish|sorry|humble|meek|small voice|vulnerable|fragile|尴尬|害羞|羞愧|内疚|后悔|抱歉',
  ],
  bored: [
    'f',
    { rate: 0.86, semitones: -1.5, range: 0.45, energy: -2.5, tilt: -0.6 },
    'bored|boredom|indifferent|apathetic|uninterested|without enthusiasm|unenthusiastic|resigned|listless|nonchalant|disinterested|无聊|冷漠地|无奈',
  ],
  tired: [
    'f',
    { rate: 0.8, semitones: -2, range: 0.55, energy: -4, breathiness: 0.25, tilt: -2, roughness: 0.06 },
    'tired|half asleep|asleep|sleepy|exhausted|weary|drowsy|weak|fatigued|groggy|sick|ill|dying|疲惫|累|困|虚弱',
  ],
  curious: [
    'f',
    { rate: 1.02, semitones: 1.5, range: 1.3, energy: 0.5 },
    'curious|interested|intrigued|impressed|inquisitive|questioning|fascinated|好奇|疑问',
  ],
  hopeful: [
    'f~',
    { rate: 0.98, semitones: 1.2, range: 1.2, energy: 0.5, breathiness: 0.06 },
    'hopeful|hope|optimistic|inspired|inspiring|encouraging|motivational|reassuring|希望|乐观|鼓励',
  ],
  sarcastic: [
    'f~',
    { rate: 0.87, semitones: -0.6, range: 1.4 },
    'sarcastic|sarcasm|ironic|irony|dry|wry|snarky|tongue in cheek|讽刺|挖苦',
  ],
  uncertain: [
    'f~',
    { rate: 0.91, semitones: 1, range: 1.1, energy: -1.5, breathiness: 0.1 },
    'uncertain|unsure|doubtful|doubt|confused|confusion|hesitant|hesitating|puzzled|bewildered|skeptical|suspicious|stammering|stuttering|faltering|疑惑|困惑|犹豫|怀疑',
  ],
  sympathetic: [
    'f~',
    { rate: 0.9, semitones: -0.8, range: 0.9, energy: -2, breathiness: 0.12, tilt: -1 },
    'sympathetic|empathetic|compassionate|caring|comforting|kind|consoling|understanding|loving|affectionate|love|sincere|earnest|heartfelt|sickly sweet|同情|关切|安慰|关心|爱',
  ],
  moved: [
    'f~',
    { rate: 0.91, semitones: 0.4, range: 0.95, energy: -1.5, breathiness: 0.15, tilt: -0.8, roughness: 0.05 },
    'moved|touched|grateful|thankful|nostalgic|wistful|sentimental|emotional|longing|dreamy|romantic|reverent|awe|awed|awestruck|感动|感激|怀旧|感慨',
  ],
  jealous: [
    'f~',
    { rate: 0.98, semitones: -0.6, range: 1.15, energy: 1.2, tilt: 0.6, roughness: 0.1 },
    'jealous|envious|bitter|resentful|spiteful|petty|嫉妒|羡慕',
  ],
  mysterious: [
    'f~',
    { rate: 0.87, semitones: -1.5, range: 0.85, energy: -4, breathiness: 0.35, tilt: -0.5 },
    'mysterious|mystery|secretive|conspiratorial|eerie|spooky|haunting|ghostly|suspenseful|神秘',
  ],
  menacing: [
    'f~',
    { rate: 0.85, semitones: -3, range: 0.8, energy: 1, roughness: 0.35, tract: 0.96 },
    'menacing|threatening|sinister|evil|ominous|villainous|dark|creepy|intimidating|威胁|阴险|邪恶',
  ],
  sultry: [
    'f~',
    { rate: 0.85, semitones: -2, range: 0.95, energy: -3.5, breathiness: 0.35, tilt: -1.5 },
    'sultry|seductive|flirty|flirtatious|sensual|intimate|alluring|性感|诱惑',
  ],
  playful: [
    'f',
    { rate: 1.05, semitones: 1.5, range: 1.5, energy: 0.5 },
    'playful|teasing|mischievous|silly|goofy|joking|cheeky|cute|sassy|调皮|俏皮|玩笑',
  ],
  childlike: [
    'm~',
    { rate: 1.02, semitones: 4, range: 1.3, tract: 1.13 },
    'child|childlike|childish|kid|baby|little girl|little boy|童声|孩子',
  ],
  aged: [
    'm~',
    { rate: 0.85, energy: -1, breathiness: 0.15, tilt: -1, roughness: 0.4 },
    'old|old man|old woman|elderly|aged|frail|苍老|老人',
  ],
  drunk: [
    'm~',
    { rate: 0.8, semitones: -1, range: 1.35, roughness: 0.15 },
    'drunk|drunken|slurred|tipsy|intoxicated|醉',
  ],
  pained: [
    'f~',
    { rate: 0.93, semitones: 1.8, range: 1.1, energy: 1, breathiness: 0.2, tilt: 0.8, roughness: 0.3 },
    'pain|pained|painful|agony|suffering|straining|strained|wincing|choking|choked|痛苦',
  ],
  pleading: [
    'f~',
    { rate: 1.03, semitones: 2, range: 1.25, energy: 0.5, breathiness: 0.15, roughness: 0.05 },
    'pleading|plead|begging|imploring|beseeching|恳求|哀求|央求',
  ],
  weeping: [
    'f~',
    { rate: 0.88, semitones: 0.8, range: 0.85, energy: -1.5, breathiness: 0.25, tilt: -0.8, roughness: 0.22 },
    'weeping|verge of tears|edge of tears|brink of tears|close to tears|near tears|back tears|fighting tears|tears in eyes|in tears|lump in throat|voice breaking|voice breaks|cracking voice|voice cracking|voice cracks|crying voice|weepy|哭腔|哽咽',
  ],
  laughing: [
    'm~',
    { rate: 1.04, semitones: 2.2, range: 1.4, energy: 1.5, breathiness: 0.15, tilt: 0.3 },
    'while laughing|laughing voice|through laughter|back laughter|back a laugh|not to laugh|stifling a laugh|suppressing laughter|suppressed laughter|笑着',
  ],
  narrating: [
    'm',
    { rate: 0.95, range: 1.1, energy: 0.5 },
    'narrator|narrating|narration|storytelling|storyteller|documentary|audiobook|旁白|讲故事',
  ],
};

/** All that this engine knows how to say. */
export const CONCEPTS: readonly Concept[] = Object.entries(ROWS).map(([name, [kind, change, words]]) => ({
  name,
  kind: kind.startsWith('m') ? 'manner' : 'feeling',
  style: { ...PLAIN, ...change },
  support: kind.endsWith('~') ? 'approximated' : 'performed',
  words: [...words.split('|'), ...(OTHER_LANGUAGES[name]?.split('|') ?? [])],
}));

/** Words that change how strong what follows is. */
export const DEGREES: Readonly<Record<string, number>> = {
  slightly: 0.5, slight: 0.5, little: 0.5, bit: 0.5, faintly: 0.4, barely: 0.3, mildly: 0.5, mild: 0.5, somewhat: 0.6, kinda: 0.6,
  kind: 0.6, sort: 0.6, almost: 0.7, nearly: 0.7, concealed: 0.6, hidden: 0.6, suppressed: 0.6, controlled: 0.6, restrained: 0.6, subtly: 0.4, subtle: 0.4, touch: 0.45, hint: 0.4, tad: 0.45, partly: 0.6,
  rather: 0.85, fairly: 0.8, quite: 0.9, pretty: 0.9, moderately: 0.7, increasingly: 1.1, growing: 1.1, mounting: 1.1, more: 1.2, really: 1.3, very: 1.35,
  so: 1.3, too: 1.25, much: 1.2, deeply: 1.35, highly: 1.35, super: 1.5, extremely: 1.6, incredibly: 1.55, utterly: 1.6,
  absolutely: 1.5, completely: 1.4, totally: 1.4, intensely: 1.5, terribly: 1.4, strongly: 1.35, uncontrollably: 1.4, strong: 1.2, half: 0.5, twice: 1.5, overly: 1.3,
  ...OTHER_DEGREES, 有点: 0.5, 一点: 0.8, 一些: 0.8, 稍微: 0.5, 略: 0.5, 有些: 0.6, 非常: 1.4, 很: 1.2, 极其: 1.6, 特别: 1.4, 十分: 1.35,
}; // prettier-ignore

export const NEGATIONS: ReadonlySet<string> = new Set([
  'not', 'no', 'never', 'without', 'hardly', 'less', 'stop', 'avoid', ...OTHER_NEGATIONS.split(' '), 'isnt', 'dont', 'non', 'nothing', 'neither', 'nor', '不', '没有', '别',
]); // prettier-ignore

/** Words that say nothing about the manner. */
export const FILLERS: ReadonlySet<string> = new Set(
  (
    'a an the with in on of at and but or to for from by as if like while voice voices tone tones sound sounds sounding ' +
    'speak speaks speaking spoken say says saying said talk talking manner way style feeling feel feels emotion emotional mood ' +
    'his her their its he she they it him them my your our i you we is are was be being then now again still also just even ' +
    'some something someone all that this these those pitch volume pace speed delivery breath breathing heart through into up ' +
    'down out over under about towards who what when trying try tries stay staying remain remaining keep keeping getting becoming longer holding hold please could can should would possible yet though although perhaps than before himself herself themselves any ' +
    OTHER_FILLERS
  ).split(' '),
);
