import { describe, expect, it } from 'vitest';
import { phonesOf, readAloud, unknownPhones, wordsOf } from './reading.ts';

/** The word as it is said in its sentence. */
const HOMOGRAPHS: readonly (readonly [text: string, word: string, phones: string])[] = [
  ['I read the book yesterday.', 'read', 'ˈɹɛd'],
  ['I will read it tomorrow.', 'read', 'ˈɹid'],
  ['Please read this aloud.', 'read', 'ˈɹid'],
  ['She has read every page.', 'read', 'ˈɹɛd'],
  ['He likes to read.', 'read', 'ˈɹid'],
  ['They read it last week.', 'read', 'ˈɹɛd'],
  ['We read every night.', 'read', 'ˈɹid'],
  ['The pipe was made of lead.', 'lead', 'ˈlɛd'],
  ['She will lead the team.', 'lead', 'ˈlid'],
  ['He took the lead.', 'lead', 'ˈlid'],
  ['Lead is a heavy metal.', 'lead', 'ˈlɛd'],
  ['the lead singer', 'lead', 'ˈlid'],
  ['They live in Paris.', 'live', 'ˈlɪv'],
  ['They keep live chickens.', 'live', 'ˈlaɪv'],
  ['The companies’ contract ended.', 'contract', 'ˈkɑn.tɹækt'],
  ['The police record is clean.', 'record', 'ˈɹɛ.kɝd'],
  ['The boys record songs.', 'record', 'ɹɪˈkɔɹd'],
  ['I strongly object to that.', 'object', 'əbˈdʒɛkt'],
  ['The differences are minute.', 'minute', 'maɪˈnut'],
  ['Your ticket is invalid.', 'invalid', 'ɪnˈvæ.ləd'],
  ['She cared for her invalid brother.', 'invalid', 'ˈɪn.və.ləd'],
  ['Honesty is a rare attribute.', 'attribute', 'ˈæ.tɹə.bjut'],
  ['These two reports conflict.', 'conflict', 'kənˈflɪkt'],
  ['Metals contract when they cool.', 'contract', 'kənˈtɹækt'],
  ['He signed the sales contract.', 'contract', 'ˈkɑn.tɹækt'],
  ['Thousands protest against the law.', 'protest', 'pɹəˈtɛst'],
  ['As the weeks progress, it gets colder.', 'progress', 'pɹəˈɡɹɛs'],
  ['He was a learned man.', 'learned', 'ˈlɝ.nəd'],
  ['I learned a lot.', 'learned', 'ˈlɝnd'],
  ['It was a blessed relief.', 'blessed', 'ˈblɛ.səd'],
  ['She cares for her aged parents.', 'aged', 'ˈeɪ.dʒəd'],
  ['The report addresses three problems.', 'addresses', 'əˈdɹɛ.sɪz'],
  ['The two addresses are wrong.', 'addresses', 'ˈæ.dɹɛ.sɪz'],
  ['She was very upset.', 'upset', 'əpˈsɛt'],
  ['It was a major upset.', 'upset', 'ˈʌp.sɛt'],
  ['We watched a live show.', 'live', 'ˈlaɪv'],
  ['The concert was broadcast live.', 'live', 'ˈlaɪv'],
  ['The wind blew hard.', 'wind', 'ˈwɪnd'],
  ['Wind the clock before bed.', 'wind', 'ˈwaɪnd'],
  ['You must wind it up.', 'wind', 'ˈwaɪnd'],
  ['the wind and the rain', 'wind', 'ˈwɪnd'],
  ['A tear ran down her cheek.', 'tear', 'ˈtɪɹ'],
  ['Do not tear the paper.', 'tear', 'ˈtɛɹ'],
  ['He began to tear it apart.', 'tear', 'ˈtɛɹ'],
  ['She broke the record.', 'record', 'ˈɹɛ.kɝd'],
  ['They record music.', 'record', 'ɹɪˈkɔɹd'],
  ['I want to record a song.', 'record', 'ɹɪˈkɔɹd'],
  ['a world record', 'record', 'ˈɹɛ.kɝd'],
  ['He took a bow.', 'bow', 'ˈbaʊ'],
  ['She tied a bow.', 'bow', 'ˈboʊ'],
  ['bow and arrow', 'bow', 'ˈboʊ'],
  ['They bow to the king.', 'bow', 'ˈbaʊ'],
  ['He plays the bass guitar.', 'bass', 'ˈbeɪs'],
  ['He caught a bass in the lake.', 'bass', 'ˈbæs'],
  ['Please close the door.', 'close', 'ˈkloʊz'],
  ['They are very close friends.', 'close', 'ˈkloʊs'],
  ['He stood close to me.', 'close', 'ˈkloʊs'],
  ['The shop will close soon.', 'close', 'ˈkloʊz'],
  ['That was a close call.', 'close', 'ˈkloʊs'],
  ['I use it every day.', 'use', 'ˈjuz'],
  ['There is no use in crying.', 'use', 'ˈjus'],
  ['What is the use of it?', 'use', 'ˈjus'],
  ['I object to that.', 'object', 'əbˈdʒɛkt'],
  ['A strange object fell.', 'object', 'ˈɑb.dʒɛkt'],
  ['Let me present the winner.', 'present', 'pɹiˈzɛnt'],
  ['She gave me a present.', 'present', 'ˈpɹɛ.zənt'],
  ['at present', 'present', 'ˈpɹɛ.zənt'],
  ['Wait a minute.', 'minute', 'ˈmɪ.nət'],
  ['a minute amount of dust', 'minute', 'maɪˈnut'],
  ['The nurse wound the bandage around his wound.', 'wound', 'ˈwaʊnd'],
  ['They refuse to go.', 'refuse', 'ɹɪˈfjuz'],
  ['The refuse was collected.', 'refuse', 'ˈɹɛ.fjuz'],
  ['in the desert', 'desert', 'ˈdɛ.zɝt'],
  ['Do not desert me.', 'desert', 'dɪˈzɝt'],
  ['We will produce it.', 'produce', 'pɹəˈdus'],
  ['fresh produce', 'produce', 'ˈpɹoʊ.dus'],
  ['I contest the will.', 'contest', 'kənˈtɛst'],
  ['She won the contest.', 'contest', 'ˈkɑn.tɛst'],
  ['He is content with it.', 'content', 'kənˈtɛnt'],
  ['The content of the box.', 'content', 'ˈkɑn.tɛnt'],
  ['The dove flew.', 'dove', 'ˈdʌv'],
  ['He dove into the pool.', 'dove', 'ˈdoʊv'],
  ['I permit it.', 'permit', 'pɝˈmɪt'],
  ['You need a permit.', 'permit', 'ˈpɝ.mɪt'],
  ['Many lives were lost.', 'lives', 'ˈlaɪvz'],
  ['He lives here.', 'lives', 'ˈlɪvz'],
  ['She shed tears.', 'tears', 'ˈtɪɹz'],
  ['This project will project growth.', 'project', 'ˈpɹɑ.dʒɛkt'],
  ['an invalid argument', 'invalid', 'ɪnˈvæ.ləd'],
  ['The soldiers row a boat.', 'row', 'ˈɹoʊ'],
  ['estimate the cost', 'estimate', 'ˈɛ.stə.meɪt'],
  ['a rough estimate', 'estimate', 'ˈɛ.stə.mət'],
  ['Separate the eggs.', 'separate', 'ˈsɛ.pɝ.eɪt'],
  ['two separate rooms', 'separate', 'ˈsɛ.pɝ.ɪt'],
];

describe('American English', () => {
  it('reads homographs by what stands around them', async () => {
    const wrong: string[] = [];
    for (const [text, word, phones] of HOMOGRAPHS) {
      const said = phonesOf(await readAloud(text, 'en-US'), word);
      if (said !== phones) wrong.push(`${text}: ${word} is ${said}, not ${phones}`);
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    ['Siobhan', 'ʃɪˈvɔn'],
    ['Nguyen', 'wɪn'],
    ['Beijing', '.beɪˈʒɪŋ'],
    ['Kubernetes', '.bɝˈnɛ'],
    ['Wednesday', 'ˈwɛnz'],
    ['colonel', 'ˈkɝ'],
  ])('%s', async (word, phones) => {
    expect(wordsOf(await readAloud(word, 'en-US'))[0]).toContain(phones.replace(/^\./, ''));
  });

  it('has all its phones in the pack', async () => {
    const text =
      'The quick brown fox jumps over a lazy dog; vision, church, judge, thing, this, boy, cow, bird, book, food.';
    expect(unknownPhones(await readAloud(text, 'en-US'))).toEqual([]);
  });
});
