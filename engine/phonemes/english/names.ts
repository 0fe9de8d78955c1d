import { parseArpabet, type EnglishPhone } from './arpabet.ts';

/** Names and newer words that the dictionary lacks or has otherwise, as they are said in English. ARPAbet. */
const NAMES = `
siobhan SH IH0 V AO1 N
nguyen W IH1 N
niamh N IY1 V
saoirse S ER1 SH AH0
tadhg T AY1 G
oisin OW0 SH IY1 N
grainne G R AO1 N Y AH0
sinead SH IH0 N EY1 D
maeve M EY1 V
eilidh EY1 L IY0
isla AY1 L AH0
cillian K IH1 L IY0 AH0 N
ciara K IH1 R AH0
llewelyn L UW0 EH1 L IH0 N
ioan Y OW1 AH0 N
hermione HH ER0 M AY1 AH0 N IY0
persephone P ER0 S EH1 F AH0 N IY0
anais AA0 N AH0 IY1 S
xochitl S OW1 CH IY2
guillermo G IY0 Y EH1 R M OW0
mikhail M IH0 K AY1 L
joaquin W AA0 K IY1 N
albuquerque AE1 L B AH0 K ER2 K IY0
worcestershire W UH1 S T ER0 SH ER0
kyiv K IY1 V
kubernetes K UW2 B ER0 N EH1 T IY0 Z
postgresql P OW1 S T G R EH2 S K Y UW2 EH1 L
nginx EH1 N JH IH0 N EH2 K S
huawei W AA1 W EY2
xiaomi SH AW1 M IY0
xiao SH AW1
xu SH UW1
zhou JH OW1
zhang JH AA1 NG
zhao JH AW1
zheng JH AH1 NG
zhu JH UW1
cao TS AW1
qing CH IH1 NG
qin CH IH1 N
qi CH IY1
qian CH IY0 EH1 N
cixin T S IH0 SH IH1 N
givenchy ZH IY2 V AA0 N SH IY1
hermes HH ER1 M IY0 Z
goethe G ER1 T AH0
nietzsche N IY1 CH AH0
dvorak D V AO1 R ZH AE0 K
camus K AE0 M UW1
proust P R UW1 S T
dumas D UW0 M AA1
debussy D EH2 B Y UW0 S IY1
tchaikovsky CH AY0 K AO1 F S K IY0
lima L IY1 M AH0
moines M OY1 N
norwich N AO1 R IH0 CH
acai AA0 S AA0 IY1
jurgen Y ER1 G AH0 N
bjorn B Y AO1 R N
hans HH AA1 N Z
gif JH IH1 F
bruschetta B R UW0 S K EH1 T AH0
quinoa K IY1 N W AA2
gnocchi N Y OW1 K IY0
sriracha S ER0 AA1 CH AH0
pecan P AH0 K AA1 N
youtube Y UW1 T UW2 B
tiktok T IH1 K T AA2 K
reddit R EH1 D IH0 T
github G IH1 T HH AH2 B
wifi W AY1 F AY2
iphone AY1 F OW2 N
ipad AY1 P AE2 D
ios AY2 OW2 EH1 S
macos M AE1 K OW2 EH2 S
linux L IH1 N AH0 K S
ubuntu UW0 B UH1 N T UW0
tesla T EH1 S L AH0
covid K OW1 V IH0 D
emoji IH0 M OW1 JH IY0
bitcoin B IH1 T K OY2 N
crypto K R IH1 P T OW0
chatgpt CH AE2 T JH IY2 P IY2 T IY1
openai OW2 P AH0 N EY2 AY1
anime AE1 N AH0 M EY2
karaoke K EH2 R IY0 OW1 K IY0
sudoku S UW0 D OW1 K UW0
ramen R AA1 M AH0 N
dramatis D R AE1 M AH0 T IH0 S
personae P ER0 S OW1 N IY0
`;

export const ENGLISH_NAMES: ReadonlyMap<string, readonly EnglishPhone[]> = new Map(
  NAMES.trim()
    .split('\n')
    .flatMap((line): [string, readonly EnglishPhone[]][] => {
      const space = line.indexOf(' ');
      const phones = parseArpabet(line.slice(space + 1).replace(/\bTS\b/g, 'T S'));
      return phones ? [[line.slice(0, space), phones]] : [];
    }),
);
