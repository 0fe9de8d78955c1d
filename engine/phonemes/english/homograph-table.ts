/**
 * Words that are said in two ways: as a noun or adjective, and as a verb. `*` marks the one to take where the words
 * around it do not tell. ARPAbet.
 */
const NOUN_OR_VERB = `
record R EH1 K ER0 D* | R IH0 K AO1 R D
object AA1 B JH EH0 K T* | AH0 B JH EH1 K T
present P R EH1 Z AH0 N T* | P R IY0 Z EH1 N T
conduct K AA1 N D AH0 K T | K AH0 N D AH1 K T*
contract K AA1 N T R AE2 K T* | K AH0 N T R AE1 K T
contrast K AA1 N T R AE0 S T* | K AH0 N T R AE1 S T
convert K AA1 N V ER0 T | K AH0 N V ER1 T*
convict K AA1 N V IH0 K T | K AH0 N V IH1 K T*
converse K AA1 N V ER0 S | K AH0 N V ER1 S*
conflict K AA1 N F L IH0 K T* | K AH0 N F L IH1 K T
console K AA1 N S OW0 L* | K AH0 N S OW1 L
construct K AA1 N S T R AH0 K T | K AH0 N S T R AH1 K T*
contest K AA1 N T EH0 S T* | K AH0 N T EH1 S T
combine K AA1 M B AY0 N | K AH0 M B AY1 N*
compound K AA1 M P AW0 N D* | K AH0 M P AW1 N D
desert D EH1 Z ER0 T* | D IH0 Z ER1 T
digest D AY1 JH EH0 S T | D AY0 JH EH1 S T*
discharge D IH1 S CH AA2 R JH* | D IH0 S CH AA1 R JH
discount D IH1 S K AW0 N T* | D IH0 S K AW1 N T
entrance EH1 N T R AH0 N S* | EH0 N T R AE1 N S
escort EH1 S K AO0 R T* | EH0 S K AO1 R T
exploit EH1 K S P L OY2 T | EH2 K S P L OY1 T*
export EH1 K S P AO0 R T* | IH0 K S P AO1 R T
extract EH1 K S T R AE2 K T | IH0 K S T R AE1 K T*
import IH1 M P AO2 R T* | IH2 M P AO1 R T
increase IH1 N K R IY2 S* | IH2 N K R IY1 S
decrease D IY1 K R IY2 S* | D IH0 K R IY1 S
incense IH1 N S EH2 N S* | IH2 N S EH1 N S
insult IH1 N S AH2 L T* | IH2 N S AH1 L T
permit P ER1 M IH2 T | P ER0 M IH1 T*
produce P R OW1 D UW0 S | P R AH0 D UW1 S*
progress P R AA1 G R EH2 S* | P R AH0 G R EH1 S
project P R AA1 JH EH0 K T* | P R AH0 JH EH1 K T
protest P R OW1 T EH2 S T* | P R AH0 T EH1 S T
rebel R EH1 B AH0 L* | R IH0 B EH1 L
recall R IY1 K AO2 L | R IH0 K AO1 L*
refund R IY1 F AH2 N D* | R IH0 F AH1 N D
refuse R EH1 F Y UW2 Z | R IH0 F Y UW1 Z*
reject R IY1 JH EH0 K T | R IH0 JH EH1 K T*
subject S AH1 B JH IH0 K T* | S AH0 B JH EH1 K T
survey S ER1 V EY2* | S ER0 V EY1
suspect S AH1 S P EH2 K T* | S AH0 S P EH1 K T
torment T AO1 R M EH2 N T* | T AO0 R M EH1 N T
transfer T R AE1 N S F ER0* | T R AE0 N S F ER1
transport T R AE1 N S P AO0 R T* | T R AE0 N S P AO1 R T
update AH1 P D EY2 T* | AH0 P D EY1 T
perfect P ER1 F IH2 K T* | P ER0 F EH1 K T
attribute AE1 T R AH0 B Y UW2 T | AH0 T R IH1 B Y UW2 T*
address AE1 D R EH2 S* | AH0 D R EH1 S
annex AE1 N EH2 K S* | AH0 N EH1 K S
use Y UW1 S | Y UW1 Z*
abuse AH0 B Y UW1 S* | AH0 B Y UW1 Z
misuse M IH0 S Y UW1 S* | M IH0 S Y UW1 Z
excuse IH0 K S K Y UW1 S | IH0 K S K Y UW1 Z*
house HH AW1 S* | HH AW1 Z
resume R EH1 Z AH0 M EY2 | R IH0 Z UW1 M*
separate S EH1 P ER0 IH0 T* | S EH1 P ER0 EY2 T
estimate EH1 S T AH0 M AH0 T* | EH1 S T AH0 M EY2 T
graduate G R AE1 JH AH0 W AH0 T* | G R AE1 JH AH0 W EY2 T
alternate AO1 L T ER0 N AH0 T* | AO1 L T ER0 N EY2 T
appropriate AH0 P R OW1 P R IY0 AH0 T* | AH0 P R OW1 P R IY0 EY2 T
deliberate D IH0 L IH1 B ER0 AH0 T* | D IH0 L IH1 B ER0 EY2 T
duplicate D UW1 P L AH0 K AH0 T* | D UW1 P L AH0 K EY2 T
moderate M AA1 D ER0 AH0 T* | M AA1 D ER0 EY2 T
elaborate IH0 L AE1 B R AH0 T* | IH0 L AE1 B ER0 EY2 T
articulate AA0 R T IH1 K Y AH0 L AH0 T* | AA0 R T IH1 K Y AH0 L EY2 T
associate AH0 S OW1 S IY0 AH0 T* | AH0 S OW1 S IY0 EY2 T
advocate AE1 D V AH0 K AH0 T* | AE1 D V AH0 K EY2 T
delegate D EH1 L AH0 G AH0 T* | D EH1 L AH0 G EY2 T
subordinate S AH0 B AO1 R D AH0 N AH0 T* | S AH0 B AO1 R D AH0 N EY2 T
coordinate K OW0 AO1 R D AH0 N AH0 T | K OW0 AO1 R D AH0 N EY2 T*
intimate IH1 N T AH0 M AH0 T* | IH1 N T AH0 M EY2 T
animate AE1 N AH0 M AH0 T | AE1 N AH0 M EY2 T*
approximate AH0 P R AA1 K S AH0 M AH0 T* | AH0 P R AA1 K S AH0 M EY2 T
degenerate D IH0 JH EH1 N ER0 AH0 T* | D IH0 JH EH1 N ER0 EY2 T
predicate P R EH1 D IH0 K AH0 T* | P R EH1 D AH0 K EY2 T
`;

export interface Homograph {
  /** ARPAbet as a noun or an adjective, and as a verb. */
  readonly noun: string;
  readonly verb: string;
  readonly usually: 'noun' | 'verb';
}

export const HOMOGRAPHS: ReadonlyMap<string, Homograph> = new Map(
  NOUN_OR_VERB.trim()
    .split('\n')
    .map((line): [string, Homograph] => {
      const space = line.indexOf(' ');
      const [noun = '', verb = ''] = line.slice(space + 1).split(' | ');
      const usually = verb.endsWith('*') ? 'verb' : 'noun';
      return [line.slice(0, space), { noun: noun.replace('*', ''), verb: verb.replace('*', ''), usually }];
    }),
);
