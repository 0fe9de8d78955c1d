import { describe, expect, it } from 'vitest';
import { sentences } from '../../../engine/text/index.ts';

/** The text cut at each "|", which is no part of it. */
const marked = (text: string): string[] => text.split('|');
const cut = (text: string, language?: string): string[] =>
  Array.from(sentences(text.replaceAll('|', ''), language), ({ from, to }) => text.replaceAll('|', '').slice(from, to));

describe('a reader breathes after a sentence and nowhere else', () => {
  it.each([
    // Abbreviations.
    'Dr. Smith met Mr. Jones at 5 p.m. on Friday. |They talked.',
    'She works for Acme Inc. in Boston. |He does not.',
    'He lives in the U.S. |The house is old.',
    'The U.S. Army was there. |So was I.',
    'It was founded in Washington, D.C. |It moved later.',
    'See fig. 3 and eq. 4 on p. 12. |Then go on.',
    'Buy milk, eggs, etc. |Then come home.',
    'J. R. R. Tolkien wrote it. |C. S. Lewis did not.',
    'We met at St. Mary’s on Main St. |It was late.',
    'He got his Ph.D. in May. |She had hers.',
    'Come at 9 a.m. |The door is open.',
    'Use tools, e.g. a saw, i.e. something sharp. |Take care.',
    'It was Col. Mustard vs. Prof. Plum. |Nobody won.',
    'On Jan. 5 we left. |On Feb. 6 we came back.',
    'This is plan B. |Then there is plan C.',
    'So did I. |Then we left.',
    // Figures.
    'Pi is 3.14159 or so. |It goes on.',
    'Version 2.0.1 is out. |Get it.',
    'It costs $5.50. |That is cheap.',
    'Go to example.com. |Then read on.',
    'Open report.pdf now. |Close it.',
    'It grew by .5 percent. |Good.',
    'In 1999. |In 2000.',
    // Quotations.
    '“Where are you?” he asked. |She did not say.',
    '"Stop!" she cried. |He stopped.',
    'He said, “I am tired.” |Then he slept.',
    '“I know.” |“Do you?” |“Yes.”',
    '‘It is late,’ she said. |‘Let us go.’',
    '“Go!” |The dog ran.',
    'Did he really say “never”? |He did.',
    '(It was a joke.) |Nobody laughed.',
    'He left (why?) without a word. |She stayed.',
    // Ellipses.
    'Well... maybe not. |Who knows?',
    'I thought... |No, never mind.',
    'He waited… |Nothing came.',
    'And so… it began. |Slowly.',
    // Several marks.
    'What?! |You too?!',
    'Really?? |Yes!!!',
    'Yahoo! |That was fun.',
    // Dialogue dashes.
    '— Who is there? |— It is me.',
    '— Where to?\n|— Home.\n|— Good.',
    'The door — the old one — was shut. |It stayed so.',
    // Lists and headings.
    '1. Open the box.\n|2. Take it out.\n|3. Close it.',
    '- apples\n|- pears\n|- plums',
    '* one\n|* two',
    'a) first\n|b) second',
    'Chapter One\n\n|It was a dark night. |The rain fell.',
    '# Heading\n|Text comes here.',
    'Shopping list\n|Milk and bread',
    'A line that was wrapped by a program at some seventy characters or\nso goes on here. |The end.',
    // Others.
    'Spanish: ¿Qué? |¡Nada!',
    'One.\u00a0|Two.\u2003|Three.',
    'No. |I said no.',
    'No. 5 is alive. |It runs.',
    'Is it 5 p.m.? |It is.',
    'He said no... and left.',
    'See Dr. Lee at 4 Oak Dr. |She is in.',
    'He asked (again!) and left. |We stayed.',
    'Up with St. Anne and St. Paul! |Down with them.',
    'As in ref. 7 and tab. 2. |See there.',
  ])('%s', (text) => {
    expect(cut(text)).toEqual(marked(text));
  });

  it.each([
    ['cmn', '今天天气很好。|我们去公园吧！|好吗？'],
    ['cmn', '他说：“走吧。”|然后就走了。'],
    ['cmn', '价格是3.5元。|不贵。'],
    ['cmn', '等一下……什么？！|真的吗？？'],
    ['cmn', '我用iPhone 15.|很好用。'],
    ['cmn', '“你好！”|她说。'],
    ['cmn', '第一章\n|很久以前，有一座山。|山上有座庙。'],
    ['cmn', '一、准备\n|二、开始\n|三、结束'],
    ['ja', 'こんにちは。|元気ですか？|はい！'],
    ['ja', '「行こう。」と彼は言った。|そして出かけた。'],
    ['ja', '「だめだ！」と叫んだ。|彼は走った。'],
    ['de', 'Am 3. Mai kam er. |Am 4. ging er.'],
    ['de', 'Das ist z. B. gut. |Das ist d. h. besser.'],
    ['de', 'Er kam ca. um 8 Uhr usw. |Dann ging er.'],
    ['fr', 'M. Dupont est là. |Mme Dupont aussi.'],
    ['fr', '« Où vas-tu ? » dit-il. |Elle partit.'],
    ['fr', 'Il dit « Non ! » |Elle dit « Oui. » |Ils partent.'],
    ['de', 'Er rief: »Halt!« |Sie rief: »Wer da?« |Stille.'],
    ['es', 'El Sr. Pérez llegó. |La Sra. López no.'],
    ['es', '—¿Quién es? |—Soy yo.'],
    ['it', 'Il sig. Rossi è qui. |La sig.ra Bianchi no.'],
    ['pt', 'O Sr. Silva chegou. |A Dra. Costa não.'],
  ])('%s: %s', (language, text) => {
    expect(cut(text, language)).toEqual(marked(text));
  });
});
