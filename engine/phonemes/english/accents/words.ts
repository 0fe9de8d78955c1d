import { parseArpabet, type EnglishPhone } from '../arpabet.ts';

/**
 * Words that Britain says otherwise than America by more than the accent, in ARPAbet: the accent turns them like any
 * other word.
 */
const WORDS = `
tomato T AH0 M AA1 T OW0
tomatoes T AH0 M AA1 T OW0 Z
schedule SH EH1 D Y UW0 L
scheduled SH EH1 D Y UW0 L D
vase V AA1 Z
leisure L EH1 ZH ER0
clerk K L AA1 R K
herb HH ER1 B
herbs HH ER1 B Z
lieutenant L EH0 F T EH1 N AH0 N T
advertisement AH0 D V ER1 T IH0 S M AH0 N T
process P R OW1 S EH2 S
privacy P R IH1 V AH0 S IY0
vitamin V IH1 T AH0 M IH0 N
vitamins V IH1 T AH0 M IH0 N Z
either AY1 DH ER0
neither N AY1 DH ER0
ate EH1 T
route R UW1 T
shone SH AA1 N
garage G AE1 R AA0 ZH
laboratory L AH0 B AA1 R AH0 T R IY0
dynasty D IH1 N AH0 S T IY0
yoghurt Y AA1 G ER0 T
yogurt Y AA1 G ER0 T
been B IY1 N
aluminium AE2 L AH0 M IH1 N IY0 AH0 M
birmingham B ER1 M IH0 NG AH0 M
edinburgh EH1 D IH0 N B R AH0
glasgow G L AE1 Z G OW0
greenwich G R EH1 N IH0 CH
leicester L EH1 S T ER0
worcester W UH1 S T ER0
derby D AA1 R B IY0
berkshire B AA1 R K SH ER0
z Z EH1 D
`;

export const BRITISH_WORDS: ReadonlyMap<string, readonly EnglishPhone[]> = new Map(
  WORDS.trim()
    .split('\n')
    .map((line) => {
      const space = line.indexOf(' ');
      return [line.slice(0, space), parseArpabet(line.slice(space + 1)) ?? []];
    }),
);
