import { describe, expect, it } from 'vitest';
import { phonesOf, readAloud, unknownPhones, wordsOf } from './reading.ts';

/** Sentences with the sounds of each language, figures and short forms. */
const TEXTS: readonly (readonly [language: string, text: string, words: number])[] = [
  ['en-GB', "The castle wasn't far; the bottle stood near the bureau, and Miami's fire was pure.", 15],
  ['en-GB-scotland', 'The loch is cold, and the bird heard which whale was where in Syria.', 14],
  ['de', 'Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich; der Dampf, die Pfütze, ich und ach.', 17],
  ['de', 'Dr. Müller zahlt am 3. Mai um 14:30 Uhr 25 €, z. B. für Nr. 5 & 3 %.', 20],
  ['fr', "Portez ce vieux whisky au juge blond qui fume; un bon vin blanc, la jeune fille, l'œuf et l'eau.", 19],
  ['fr', "M. Dupont paie 1 500,50 € à 14 h 30, n° 5, 3 % & c'est tout.", 17],
  ['es', 'El pingüino Wenceslao hizo kilómetros bajo exhaustiva lluvia; el niño, la jirafa y el queso.', 15],
  ['es', '¿Sr. García, cuesta 25 € el nº 5 a las 14:30?', 13],
  ['it', "Pranzo d'acqua fa volti sghembi; la pizza, eccellenza, parcheggio, gnocchi, gli zii e la bocca.", 15],
  ['it', 'Il Sig. Rossi paga 25 € alle 14:30, 3 %.', 12],
  ['pt-BR', 'Luís argüia à Júlia que brações, fé, chá, óxido, pôr, zângão eram palavras do português; negociações, ensaio, papéis.', 18],
  ['pt-BR', 'O Sr. João paga R$ 25 às 14:30, 3 % & mais.', 14],
  ['cmn', '他们去银行取了两千块钱，儿子和女儿在绿色的公园里玩，二四六八十。', 15],
  ['ja', '東京できゃりーさんが雨の中、美しい竜とラーメンを食べて、ファッションショーへ行った。', 8],
]; // prettier-ignore

describe('every language', () => {
  it.each(TEXTS)('%s: %s', async (language, text, words) => {
    const sequence = await readAloud(text, language);
    expect(unknownPhones(sequence)).toEqual([]);
    expect(sequence.words.length).toBeGreaterThanOrEqual(words);
  });

  it('is found sentence by sentence where it is not given', async () => {
    for (const [text, language] of [
      ['Das ist nicht mein Hund.', 'de'],
      ['Je ne sais pas où il est.', 'fr'],
      ['¿Dónde está la biblioteca?', 'es'],
      ['Questo è molto bello, grazie.', 'it'],
      ['Você não está com fome?', 'pt-BR'],
      ['今天天气很好。', 'cmn'],
      ['今日はいい天気です。', 'ja'],
      ['Nothing of the kind happened.', 'en-US'],
    ] as const)
      expect((await readAloud(text, null)).language, text).toBe(language);
  });

  it('reads letters of another script in their own language', async () => {
    expect(phonesOf(await readAloud('我用 iPhone 打电话', null), 'iphone')).toBe('ˈaɪ.foʊn');
    expect(phonesOf(await readAloud('私はiPhoneが好きです。', null), 'iphone')).toBe('ˈaɪ.foʊn');
    expect(wordsOf(await readAloud('He said こんにちは to me.', null))[2]).toContain('ni.tɕi');
  });
});

describe('Mandarin', () => {
  it.each([
    ['你好', ['n2', 'χ3']],
    ['银行', ['j2', 'χ2']],
    ['行走', ['ɕ2', 'ts3']],
    ['还给', ['χ2', 'k3']],
    ['一个', ['j2', 'k4']],
    ['一天', ['j4', 'tʰ1']],
    ['不是', ['p2', 'ʂ4']],
    ['不好', ['p4', 'χ3']],
    ['老鼠', ['l2', 'ʂ3']],
    ['东西', ['t1', 'ɕ5']],
    ['东西方', ['t1', 'ɕ1', 'f1']],
    ['朋友', ['pʰ2', 'j5']],
    ['学生们', ['ɕ2', 'ʂ5', 'm5']],
    ['对不起', ['t4', 'p5', 'tɕʰ3']],
    ['看看', ['kʰ4', 'kʰ5']],
    ['数一数', ['ʂ3', 'j5', 'ʂ3']],
    ['跑得快', ['pʰ3', 't5', 'kʰ4']],
    ['我得去', ['w2', 't3', 'tɕʰ4']],
    ['得到', ['t2', 't4']],
    ['慢慢地走', ['m4', 'm4', 't5', 'ts3']],
    ['大地', ['t4', 't4']],
    ['花儿', ['χ1']],
    ['女儿', ['n3', 'ɚ2']],
  ])('%s', async (text, expected) => {
    const { phones } = await readAloud(text, 'cmn');
    const syllables = phones.filter(({ syllableStart }) => syllableStart).map(({ ipa, tone }) => `${ipa}${tone}`);
    expect(syllables).toEqual(expected);
  });
});

describe('Japanese', () => {
  it.each([
    ['3本', 'säm.bo̞ɴ'],
    ['6匹', 'ɽo̞p.pi.ki'],
    ['8冊', 'häs.sä.tsɯᵝ'],
    ['20歳', 'hä.tä.tɕi'],
    ['14日', 'dʑɯᵝ.ɯᵝ.jo̞k.kä'],
    ['4時', 'jo̞.dʑi'],
    ['300円', 'säm.bʲä.kɯᵝ.e̞ɴ'],
    ['1.5', 'it.te̞ŋ.ɡo̞'],
    ['おばあさん', 'o̞.bä.ä.säɴ'],
    ['きっと', 'kit.to̞'],
    ['NHK', 'e̞.nɯᵝ.e̞.i.tɕi.ke̞.e̞'],
  ])('%s', async (text, expected) => {
    expect(
      wordsOf(await readAloud(text, 'ja'))
        .join(' ')
        .normalize('NFC'),
    ).toBe(expected.normalize('NFC'));
  });
});

describe('other languages', () => {
  it.each([
    ['de', 'Am 3. Mai', 'dritten', 'dɾɪ'],
    ['de', 'Dr. Müller', 'doktor', 'dɔk'],
    ['de', 'die Pfalz', 'Pfalz', 'pf'],
    ['de', 'die Burg', 'Burg', 'bʊɾk'],
    ['de', 'die Hütte', 'Hütte', 'hy.tə'],
    ['fr', 'M. Dupont', 'monsieur', 'məs'],
    ['it', 'la pizza', 'pizza', 'pit.tsa'],
    ['it', 'eccellenza', 'eccellenza', 'et.tʃel'],
    ['es', '¿Sr. García?', 'señor', 'ɲoɾ'],
    ['pt-BR', 'R$ 25', 'reais', 'xe'],
  ])('%s: %s', async (language, text, word, phones) => {
    expect(phonesOf(await readAloud(text, language), word).replace(/ˈ/g, '')).toContain(phones);
  });
});
