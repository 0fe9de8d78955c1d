import type { DesignSpace } from './space.ts';

/** What a voice that nobody gave a text to says, by what its description asks for. */
type Manner = 'child' | 'elderly' | 'whisper' | 'loud' | 'soft' | 'lively' | 'slow' | 'plain';
type Lines = Readonly<Record<Manner, string>>;

const LINES: Readonly<Record<string, Lines>> = {
  en: {
    child: "Look, I found a tiny frog by the pond! Can we keep it, please? I'll call it Button.",
    elderly: 'I have seen many winters in this house, my dear, and every one of them ended in spring.',
    whisper: 'Come closer, and keep your voice down. There is someone behind that door.',
    loud: 'All hands on deck! The storm will be here in an hour, and we are not ready.',
    soft: 'Close your eyes for a moment. There is nothing left to do tonight but rest.',
    lively: 'You will never guess who called me this morning! I nearly dropped the phone.',
    slow: 'The road goes on over the hills, past the old mill, and down to the quiet sea.',
    plain: 'The morning train was late again, but nobody on the platform seemed to mind.',
  },
  de: {
    child: 'Schau mal, ich habe einen kleinen Frosch gefunden! Dürfen wir ihn behalten?',
    elderly: 'Ich habe viele Winter in diesem Haus erlebt, und auf jeden folgte ein Frühling.',
    whisper: 'Komm näher und sprich leise. Hinter dieser Tür ist jemand.',
    loud: 'Alle Mann an Deck! In einer Stunde ist der Sturm da, und wir sind nicht bereit.',
    soft: 'Schließ für einen Moment die Augen. Heute gibt es nichts mehr zu tun.',
    lively: 'Du errätst nie, wer mich heute Morgen angerufen hat! Ich konnte es kaum glauben.',
    slow: 'Der Weg führt über die Hügel, an der alten Mühle vorbei und hinunter ans stille Meer.',
    plain: 'Der Zug kam heute wieder zu spät, aber auf dem Bahnsteig störte das niemanden.',
  },
  fr: {
    child: "Regarde, j'ai trouvé une petite grenouille ! On peut la garder, s'il te plaît ?",
    elderly: "J'ai vu bien des hivers dans cette maison, et chacun a fini par un printemps.",
    whisper: "Approche et parle tout bas. Il y a quelqu'un derrière cette porte.",
    loud: 'Tout le monde sur le pont ! La tempête arrive dans une heure et nous ne sommes pas prêts.',
    soft: "Ferme les yeux un instant. Il n'y a plus rien à faire ce soir.",
    lively: "Tu ne devineras jamais qui m'a appelée ce matin ! Je n'en revenais pas.",
    slow: 'Le chemin passe par les collines, longe le vieux moulin et descend vers la mer.',
    plain: "Le train était encore en retard ce matin, mais personne ne semblait s'en soucier.",
  },
  es: {
    child: '¡Mira, he encontrado una rana pequeñita! ¿Podemos quedárnosla, por favor?',
    elderly: 'He visto muchos inviernos en esta casa, y todos terminaron en primavera.',
    whisper: 'Acércate y habla bajo. Hay alguien detrás de esa puerta.',
    loud: '¡Todos a cubierta! La tormenta llega en una hora y no estamos preparados.',
    soft: 'Cierra los ojos un momento. Esta noche ya no queda nada por hacer.',
    lively: '¡No vas a adivinar quién me ha llamado esta mañana! No me lo podía creer.',
    slow: 'El camino sigue por las colinas, pasa junto al viejo molino y baja hasta el mar.',
    plain: 'El tren llegó tarde otra vez, pero a nadie en el andén parecía importarle.',
  },
  it: {
    child: 'Guarda, ho trovato una ranocchia piccolissima! Possiamo tenerla, per favore?',
    elderly: 'Ho visto molti inverni in questa casa, e ognuno è finito in primavera.',
    whisper: "Vieni più vicino e parla piano. C'è qualcuno dietro quella porta.",
    loud: 'Tutti sul ponte! La tempesta arriva tra un’ora e non siamo pronti.',
    soft: "Chiudi gli occhi un momento. Stasera non c'è più niente da fare.",
    lively: 'Non indovinerai mai chi mi ha chiamato stamattina! Non ci potevo credere.',
    slow: 'La strada continua sulle colline, passa accanto al vecchio mulino e scende al mare.',
    plain: 'Il treno era di nuovo in ritardo, ma a nessuno sul binario sembrava importare.',
  },
  pt: {
    child: 'Olha, encontrei uma rã pequenina! Podemos ficar com ela, por favor?',
    elderly: 'Vi muitos invernos nesta casa, e todos eles acabaram na primavera.',
    whisper: 'Chega mais perto e fala baixo. Há alguém atrás daquela porta.',
    loud: 'Todos ao convés! A tempestade chega em uma hora e não estamos prontos.',
    soft: 'Fecha os olhos por um momento. Esta noite não há mais nada a fazer.',
    lively: 'Não vais adivinhar quem me telefonou esta manhã! Eu nem acreditei.',
    slow: 'O caminho segue pelas colinas, passa pelo velho moinho e desce até ao mar.',
    plain: 'O comboio chegou atrasado outra vez, mas ninguém parecia importar-se.',
  },
  zh: {
    child: '快看，我在池塘边找到了一只小青蛙！我们可以养它吗？',
    elderly: '我在这座老房子里过了很多个冬天，每一个冬天后面都是春天。',
    whisper: '靠近一点，小声说话，门后面有人。',
    loud: '所有人都到甲板上来！暴风雨一个小时以后就到！',
    soft: '闭上眼睛休息一会儿，今天晚上没有别的事了。',
    lively: '你一定猜不到今天早上谁给我打电话了！我差点儿把手机摔了。',
    slow: '这条路翻过山坡，经过老磨坊，一直通到安静的海边。',
    plain: '早上的火车又晚点了，可是站台上好像没有人在意。',
  },
  ja: {
    child: 'ねえ見て、池のそばで小さなカエルを見つけたよ。飼ってもいい？',
    elderly: 'この家で何度も冬を過ごしましたが、どの冬のあとにも春が来ました。',
    whisper: 'もっと近くに来て、静かに話して。ドアの向こうに誰かいる。',
    loud: '全員、甲板に集まれ！嵐はあと一時間でここに来るぞ！',
    soft: '少しの間、目を閉じてください。今夜はもう何もすることがありません。',
    lively: '今朝、誰から電話があったと思う？びっくりしちゃった！',
    slow: '道は丘を越え、古い水車小屋を過ぎて、静かな海へと続いています。',
    plain: '朝の電車はまた遅れましたが、誰も気にしていないようでした。',
  },
};

/** Languages (primary subtags) that have lines. */
export const LINE_LANGUAGES = Object.keys(LINES);

/** A line in `language` that suits a description; null when that language has none. */
export function lineFor(language: string, allowed: Float32Array, space: DesignSpace): string | null {
  const primary = language.toLowerCase().split('-')[0]!;
  const lines = LINES[primary === 'cmn' ? 'zh' : primary];
  return lines ? lines[mannerOf(allowed, space)] : null;
}

/** The first manner that the description plainly asks for: all other bands of the attribute are ruled out. */
function mannerOf(allowed: Float32Array, space: DesignSpace): Manner {
  const asked = (attribute: string, band: string): boolean => {
    let at = 0;
    for (const [name, bands] of Object.entries(space.attributes)) {
      if (name === attribute)
        return bands.every((b, i) => (b === band ? allowed[at + i]! > 0.5 : allowed[at + i]! < 0.5));
      at += bands.length;
    }
    return false;
  };
  if (asked('breath', 'whisper')) return 'whisper';
  if (asked('age', 'child')) return 'child';
  if (asked('level', 'loud')) return 'loud';
  if (asked('age', 'elderly')) return 'elderly';
  if (asked('level', 'soft')) return 'soft';
  if (asked('melody', 'lively')) return 'lively';
  return asked('pace', 'slow') ? 'slow' : 'plain';
}
