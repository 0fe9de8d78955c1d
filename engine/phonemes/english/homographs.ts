import type { SpokenToken } from '../../types.ts';
import { parseArpabet, type EnglishPhone } from './arpabet.ts';
import { HOMOGRAPHS } from './homograph-table.ts';
import { derive } from './morphology.ts';

type Phones = readonly EnglishPhone[];

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Before a verb in its plain form. */
const BEFORE_VERB = set(
  "to will would can could shall should may might must do does did don't doesn't didn't won't can't couldn't wouldn't shouldn't i you we they not never " +
    "always also please let's lets help who cannot gonna wanna gotta i'll you'll we'll they'll he'll she'll it'll i'd you'd we'd they'd he'd she'd often usually",
);
/** Before a verb in -s. */
const BEFORE_THIRD_PERSON = set(
  'he she it who which that also never always often usually everyone everybody someone somebody nobody',
);
/** Before a noun or an adjective. */
const BEFORE_NOUN = set(
  'a an the this that these those my your his her its our their of in on for with without no any some each every another from by at into fresh local organic young little long short high low full whole free real public private common main major final recent current special single second third as is are was were be very ' +
    'new old first last next good bad great own one two three many few most more such whose what which so too quite',
);

const phones = (arpabet: string): Phones => parseArpabet(arpabet) ?? [];

/** A homograph in its sentence; null for other words. `words` are the plain words of the stretch, in order. */
export function homograph(words: readonly string[], at: number, tokens: readonly SpokenToken[]): Phones | null {
  const word = words[at] ?? '';
  const near: Neighbours = {
    before: (n) => (tokens[at - n]?.mark === '' || n > 1 ? (words[at - n] ?? '') : ''),
    behind: (n) => (tokens[at]?.mark === '' ? (words[at + n] ?? '') : ''),
    sentence: words,
    capitalized: /^\p{Lu}/u.test(tokens[at]?.text ?? '') && at > 0,
    // A sign between the words is the apostrophe of an owner: "the companies' contract".
    named: (/^\p{Lu}/u.test(tokens[at - 1]?.text ?? '') && at > 1) || isApart(tokens[at - 1], tokens[at]),
  };
  const special = SPECIAL.get(word);
  if (special) return phones(special(near));
  const entry = HOMOGRAPHS.get(word);
  if (entry) return phones(entry[isVerb(near, BEFORE_VERB, entry.usually) ? 'verb' : 'noun']);
  const plain = word.slice(0, word.endsWith('sses') ? -2 : -1);
  const stem = word.endsWith('s') ? HOMOGRAPHS.get(plain) : undefined;
  if (!stem) return null;
  const verb = isVerb(near, BEFORE_THIRD_PERSON, stem.usually) || (TRANSITIVE.has(word) && hasObject(near));
  const base = phones(stem[verb ? 'verb' : 'noun']);
  return derive(`${plain}'s`, () => base);
}

function isVerb(near: Neighbours, cues: ReadonlySet<string>, usually: 'noun' | 'verb'): boolean {
  const before = near.before(1);
  if (cues.has(before)) return true;
  // "Let me present ...", "help them record it".
  if (
    /^(?:me|him|her|them|us|it)$/.test(before) &&
    /^(?:let|let's|lets|help|helps|helped|make|makes|made|watch|saw|see|hear|heard)$/.test(near.before(2))
  )
    return true;
  // "I strongly object"
  if (/.ly$/.test(before) && cues.has(near.before(2))) return true;
  // "A rare attribute": behind "a" and one more word no verb has its plain form.
  if (cues === BEFORE_VERB && /^(?:an?|every|each|another)$/.test(near.before(2))) return false;
  if (cues === BEFORE_VERB && isPlural(near)) return true;
  if (BEFORE_NOUN.has(before) || /(?:[^s]'s|ous|ful|ive|al|ic)$/.test(before)) return false;
  // "They often, even now, present": without a cue a verb rather has its object behind it.
  if (before === '' && /^(?:the|a|an|your|my|all|it|them|this|that|these)$/.test(near.behind(1))) return true;
  return usually === 'verb';
}

/** Whether more than one character stands between two words. */
function isApart(before: SpokenToken | undefined, word: SpokenToken | undefined): boolean {
  return before !== undefined && word !== undefined && word.from - before.to > 1;
}

/** Plural nouns that stand before another noun: "a sales contract". */
const ADJUNCT =
  /^(?:sales|sports|arms|goods|claims|savings|jobs|drugs|systems|communications|news|series|species|gas|bus|is|was|has|does|as|us|this|his|its|hers|ours|yours|theirs|yes|plus|always|sometimes|perhaps|towards|besides|less|across|thus)$/;

/** "Metals contract", "people protest": behind a plural stands its verb. */
function isPlural(near: Neighbours): boolean {
  const before = near.before(1);
  if (/^(?:is|was|are|were|has|had|will|would|can|could|of|says|said|ended)$/.test(near.behind(1))) return false;
  if (/^(?:people|men|women|children|police)$/.test(before)) return true;
  return /[^sui']s$/.test(before) && !near.named && !ADJUNCT.test(before);
}

/** Verbs in -s that have an object behind them far more often than a relative clause would follow the noun. */
const TRANSITIVE = set('addresses subjects conducts presents contrasts transports increases decreases');

/** "The report addresses three problems". */
function hasObject(near: Neighbours): boolean {
  return (
    /^(?:the|an?|this|that|his|her|its|our|my|your|their)$/.test(near.before(2)) &&
    /^(?:the|an?|this|these|those|its|his|her|their|our|all|both|two|three|four|five|six|seven|several|many|how|what|whether|why)$/.test(
      near.behind(1),
    )
  );
}

interface Neighbours {
  before(n: number): string;
  behind(n: number): string;
  readonly sentence: readonly string[];
  readonly capitalized: boolean;
  /** Whether the word before is a name, or of somebody. */
  readonly named: boolean;
}

const PAST =
  /^(?:have|has|had|having|was|were|been|be|being|is|are|got|'ve|i've|you've|we've|they've|he's|she's|it's|never|already|just|hadn't|haven't|hasn't)$/;
const LINKING =
  /^(?:is|are|was|were|be|been|very|so|too|get|getting|got|come|came|comes|stay|stayed|how|pretty|quite|as|a|stand|stood|keep|kept|that|really|not|more|feel|feels|felt|drew|draw|sit|sat)$/;

/** Words whose ways of being said do not follow noun and verb. */
const SPECIAL: ReadonlyMap<string, (near: Neighbours) => string> = new Map<string, (near: Neighbours) => string>(
  Object.entries({
    read: (n: Neighbours) => {
      if (PAST.test(n.before(1)) || PAST.test(n.before(2))) return 'R EH1 D';
      if (BEFORE_VERB.has(n.before(1)) && !/^(?:i|you|we|they|who|never)$/.test(n.before(1))) return 'R IY1 D';
      const past =
        /^(?:he|she|it)$/.test(n.before(1)) ||
        n.sentence.some((w) => /^(?:yesterday|last|ago|once|was|were|had|when)$/.test(w));
      return past ? 'R EH1 D' : 'R IY1 D';
    },
    lead: (n: Neighbours) =>
      /^(?:pipe|pipes|paint|poisoning|acid|weight|weights|bullet|bullets|pencil|shot|crystal|free|based|oxide|ore|content|levels)$/.test(
        n.behind(1),
      ) ||
      /^(?:molten|contains|containing|contained|heavy)$/.test(n.before(1)) ||
      (n.before(1) === 'of' && n.behind(1) === '') ||
      (/^(?:is|was|in|and|from|or)$/.test(n.behind(1)) &&
        n.sentence.some((w) =>
          /^(?:metal|metals|toxic|poisonous|poison|element|copper|tin|zinc|mercury|paint|pipes)$/.test(w),
        ))
        ? 'L EH1 D'
        : 'L IY1 D',
    live: (n: Neighbours) =>
      /^(?:show|shows|music|concert|concerts|broadcast|stream|streaming|chickens|birds|fish|bees|plants|poultry|lobsters|crabs|rounds|target|audience|performance|performances|wire|wires|animals|animal|ammunition|ammo|tv|television|coverage|event|events|update|updates|recording|video|chat|band|album|feed|bait|action|version|sports|on|from|entertainment|theater|blog)$/.test(
        n.behind(1),
      ) ||
      /^(?:broadcast|broadcasting|performed|recorded|streamed|streaming|goes|go|went|going|airing|reporting|a|is|are|it's|we're)$/.test(
        n.before(1),
      )
        ? 'L AY1 V'
        : 'L IH1 V',
    lives: (n: Neighbours) =>
      /^(?:our|their|your|his|her|my|its|many|of|the|save|saved|saving|saves|innocent|human|whole|private|own|these|those|people's|daily|lost|cost|costs|two|three|nine|million|thousand|thousands|past|everyday|inner|real|young|new|separate|double|both|lost|ruin|ruined|other|some|all|more|few)$/.test(
        n.before(1),
      )
        ? 'L AY1 V Z'
        : 'L IH1 V Z',
    tears: (n: Neighbours) =>
      /^(?:he|she|it|that|which|who)$/.test(n.before(1)) || /^(?:down|apart|up|off)$/.test(n.behind(1))
        ? 'T EH1 R Z'
        : 'T IH1 R Z',
    tear: (n: Neighbours) => {
      if (/^(?:gas|drop|drops|duct|ducts|stained)$/.test(n.behind(1))) return 'T IH1 R';
      const rip =
        BEFORE_VERB.has(n.before(1)) ||
        (n.before(1) === 'and' && n.before(2) === 'wear') ||
        /^(?:down|apart|up|off|it|the|in|into|open)$/.test(n.behind(1));
      return rip ? 'T EH1 R' : 'T IH1 R';
    },
    wound: (n: Neighbours) =>
      /^(?:up|around|down|through|its|his|her|the|a|it|tightly|tight|along)$/.test(n.behind(1)) &&
      !/^(?:a|the|his|her|my|your|their|this|that|to|will|can|gunshot|flesh|head|stab|bullet|chest|open)$/.test(
        n.before(1),
      )
        ? 'W AW1 N D'
        : 'W UW1 N D',
    bow: (n: Neighbours) =>
      BEFORE_VERB.has(n.before(1)) ||
      /^(?:down|to|before)$/.test(n.behind(1)) ||
      n.before(2) === 'take' ||
      n.before(2) === 'took'
        ? 'B AW1'
        : 'B OW1',
    bass: (n: Neighbours) =>
      /^(?:fishing|fish|boat|lake|fisherman)$/.test(n.behind(1)) ||
      /^(?:sea|largemouth|smallmouth|striped|grilled|fried|fresh|caught)$/.test(n.before(1)) ||
      n.sentence.some((w) => /^(?:fish|fishing|caught|catch|lake|river|fisherman|trout|salmon)$/.test(w))
        ? 'B AE1 S'
        : 'B EY1 S',
    dove: (n: Neighbours) =>
      /^(?:he|she|they|i|we|it|then|and|who)$/.test(n.before(1)) || /^(?:into|in|off|under|down|for)$/.test(n.behind(1))
        ? 'D OW1 V'
        : 'D AH1 V',
    close: (n: Neighbours) => {
      if (
        /^(?:to|by|enough|friend|friends|relative|relatives|call|together|range|quarters|ties|attention|look|relationship|proximity|contact|up|behind|second)$/.test(
          n.behind(1),
        ) &&
        n.before(1) !== 'to'
      )
        return 'K L OW1 S';
      return LINKING.test(n.before(1)) ? 'K L OW1 S' : 'K L OW1 Z';
    },
    content: (n: Neighbours) =>
      /^(?:is|are|was|were|be|am|feel|felt|seem|seemed|quite|perfectly|not|i'm|he's|she's)$/.test(n.before(1)) &&
      /^(?:with|to|in|and|just|)$/.test(n.behind(1))
        ? 'K AH0 N T EH1 N T'
        : 'K AA1 N T EH0 N T',
    minute: (n: Neighbours) =>
      /^(?:details|detail|amount|amounts|quantities|changes|differences|particles|traces)$/.test(n.behind(1)) ||
      (/^(?:is|are|was|were|so|too|extremely|quite)$/.test(n.before(1)) && n.behind(1) === '')
        ? 'M AY0 N UW1 T'
        : 'M IH1 N AH0 T',
    used: (n: Neighbours) =>
      n.behind(1) === 'to' && !/^(?:is|are|was|were|be|been|being|it's)$/.test(n.before(1)) ? 'Y UW1 S T' : 'Y UW1 Z D',
    polish: (n: Neighbours) => (n.capitalized ? 'P OW1 L IH0 SH' : 'P AA1 L IH0 SH'),
    nice: (n: Neighbours) => (n.capitalized && /^(?:in|to|from|near|of)$/.test(n.before(1)) ? 'N IY1 S' : 'N AY1 S'),
    job: (n: Neighbours) => (n.capitalized && /^(?:of|book)$/.test(n.before(1)) ? 'JH OW1 B' : 'JH AA1 B'),
    reading: (n: Neighbours) =>
      n.capitalized && /^(?:in|to|from|near)$/.test(n.before(1)) ? 'R EH1 D IH0 NG' : 'R IY1 D IH0 NG',
    august: (n: Neighbours) =>
      n.capitalized || !/^(?:an|the|most)$/.test(n.before(1)) ? 'AO1 G AH0 S T' : 'AO0 G AH1 S T',
    upset: (n: Neighbours) =>
      /^(?:an|big|major|huge|stunning|biggest|historic|shock)$/.test(n.before(1)) &&
      /^(?:|of|win|victory|over|in|by|for|at|when|and)$/.test(n.behind(1))
        ? 'AH1 P S EH2 T'
        : 'AH0 P S EH1 T',
    invalid: (n: Neighbours) =>
      /^(?:brother|sister|mother|father|wife|husband|child|son|daughter|chair|aunt|uncle)$/.test(n.behind(1)) ||
      (/^(?:an|the)$/.test(n.before(1)) && n.behind(1) === '')
        ? 'IH1 N V AH0 L AH0 D'
        : 'IH0 N V AE1 L AH0 D',
    learned: (n: Neighbours) =>
      /^(?:man|men|woman|scholar|scholars|professor|judge|friend|society|journal|doctor|colleague|counsel)$/.test(
        n.behind(1),
      ) && !BEFORE_VERB.has(n.before(1))
        ? 'L ER1 N AH0 D'
        : 'L ER1 N D',
    blessed: (n: Neighbours) =>
      /^(?:a|the|this|that|those|these|my|every)$/.test(n.before(1)) && n.behind(1) !== ''
        ? 'B L EH1 S AH0 D'
        : 'B L EH1 S T',
    aged: (n: Neighbours) =>
      /^(?:parents|parent|mother|father|man|woman|men|women|relatives|people|couple|care|grandmother|grandfather|aunt|uncle|population|patients|person|king)$/.test(
        n.behind(1),
      ) ||
      (n.before(1) === 'the' && /^(?:|and|are|is)$/.test(n.behind(1)))
        ? 'EY1 JH AH0 D'
        : 'EY1 JH D',
    sow: (n: Neighbours) => (/^(?:a|the|old)$/.test(n.before(1)) ? 'S AW1' : 'S OW1'),
    wind: (n: Neighbours) =>
      (BEFORE_VERB.has(n.before(1)) && !/^(?:to|who)$/.test(n.before(1))) ||
      (n.before(1) === 'to' && n.behind(1) !== 'and') ||
      (/^(?:|and|then|carefully|slowly)$/.test(n.before(1)) && /^(?:the|your|it|this|that)$/.test(n.behind(1))) ||
      n.behind(1) === 'up'
        ? 'W AY1 N D'
        : 'W IH1 N D',
    winds: (n: Neighbours) =>
      /^(?:up|down|through|around|its)$/.test(n.behind(1)) || /^(?:it|he|she|that|road|river|path)$/.test(n.before(1))
        ? 'W AY1 N D Z'
        : 'W IH1 N D Z',
  }),
);
