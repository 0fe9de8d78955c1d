import type { SceneSpeaker } from '../../engine/contract/scene.ts';
import { parseScript, speakerKey } from '../script/parse.ts';
import { newSpeaker } from '../store/lines.ts';
import type { Language } from './strings.ts';

/** The scene that a first start opens: short, and it shows by itself what a script can do. */
const SCENES: Readonly<Record<Language, { title: string; script: string }>> = {
  en: {
    title: 'The Lighthouse',
    script: `# The Lighthouse, shortly before dawn

MARA: You kept the light on. All night.
TOBIAS (tired): Somebody had to. [sigh] The boats do not know that you are angry with me.
MARA: I am not angry. [pause] I was never angry.

(She closes the door against the wind.)

TOBIAS: Then why did you leave?
MARA (softly): Because you never asked me to stay.
OLD PELL: If you two are quite finished, there is a ship out there.
TOBIAS (surprised): Pell! How long have you been listening?
OLD PELL: Since nineteen eighty-two.
`,
  },
  de: {
    title: 'Der Leuchtturm',
    script: `# Der Leuchtturm, kurz vor Sonnenaufgang

MARA: Du hast das Licht angelassen. Die ganze Nacht.
TOBIAS (tired): Einer musste es tun. [sigh] Die Boote wissen nicht, dass du mir böse bist.
MARA: Ich bin dir nicht böse. [pause] Das war ich nie.

(Sie schließt die Tür gegen den Wind.)

TOBIAS: Warum bist du dann gegangen?
MARA (softly): Weil du mich nie gebeten hast zu bleiben.
ALTER PELL: Wenn ihr zwei dann fertig seid: Da draußen ist ein Schiff.
TOBIAS (surprised): Pell! Wie lange hörst du schon zu?
ALTER PELL: Seit neunzehnhundertzweiundachtzig.
`,
  },
  zh: {
    title: '灯塔',
    script: `# 灯塔，黎明之前

玛拉：你让灯亮了一整夜。
托比（tired）：总得有人守着。[sigh] 船可不知道你在生我的气。
玛拉：我没有生气。[pause] 从来没有。

（她迎着风关上门。）

托比：那你为什么离开？
玛拉（softly）：因为你从来没有留过我。
老佩尔：你们俩说完了没有？外面有一艘船。
托比（surprised）：佩尔！你听了多久了？
老佩尔：从一九八二年就开始听了。
`,
  },
};

/** House voices of the three, in the order in which they first speak. */
const VOICES = ['nora', 'ewan', 'hugo'];

export function sampleScene(language: Language): {
  title: string;
  script: string;
  cast: Record<string, SceneSpeaker>;
} {
  const { title, script } = SCENES[language];
  const names = [...parseScript(script.split('\n')).speakers.values()];
  const cast = names.map((name, i) => [speakerKey(name), newSpeaker(name, i, VOICES[i] ?? null)] as const);
  return { title, script, cast: Object.fromEntries(cast) };
}
