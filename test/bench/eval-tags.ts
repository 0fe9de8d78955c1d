/**
 * `npm run eval:tags [-- --voices clara,theo --tags "[sad],[whispering]"]`: what each tag changes in several house voices,
 * measured on the sound, as a table in Markdown.
 */
import { parseArgs } from 'node:util';
import { understand } from '../../engine/expression/understand.ts';
import { deliver, type Delivery, houseVoices } from '../quality/support/expression.ts';

const TAGS = [
  '', '[whispering]', '[soft]', '[quiet]', '[loud]', '[shouting]', '[screaming]', '[slow]', '[fast]', '[low voice]', '[high pitched]',
  '[monotone]', '[lively]', '[sad]', '[depressed]', '[happy]', '[excited]', '[angry]', '[furious]', '[afraid]', '[nervous]', '[calm]',
  '[confident]', '[surprised]', '[bored]', '[tired]', '[sarcastic]', '[hoarse]', '[breathy]', '[slightly sad]', '[very sad]', '[not sad]',
  '[whispering, a little afraid]',
]; // prettier-ignore

const { values } = parseArgs({
  options: { voices: { type: 'string', default: 'clara,nora,theo,bruno,pia' }, tags: { type: 'string' } },
});
const names = values.voices.split(',');
const tags = values.tags === undefined ? TAGS : ['', ...values.tags.split(/,(?=\[)/u)];
const voices = houseVoices().filter(({ id }) => names.includes(id));
if (voices.length === 0) throw new Error(`--voices: the pack has none of ${values.voices}.`);

const signed = (value: number, digits: number): string =>
  Number.isFinite(value) ? `${value < 0 ? '' : '+'}${value.toFixed(digits)}` : '-';
const row = (cells: readonly string[]): void => console.log(`| ${cells.join(' | ')} |`);

for (const voice of voices) {
  const plain = await deliver('', voice);
  console.log(`\n${voice.name}: what each tag changes against the voice's own way\n`);
  row([
    'tag',
    'support',
    'F0, Hz',
    'F0, semitones',
    'range, semitones',
    'words/s',
    'pace',
    'level, dB',
    'voiced',
    'tilt, dB',
  ]);
  row(['---', '---', ...Array.from({ length: 8 }, () => '---:')]);
  for (const tag of tags) {
    const said = tag === '' ? plain : await deliver(tag, voice);
    row([tag === '' ? '(none)' : tag, support(tag), ...figures(said, plain)]);
  }
}

function support(tag: string): string {
  return tag === '' ? '' : understand(tag.slice(1, -1)).support;
}

function figures(said: Delivery, plain: Delivery): string[] {
  // Pitch of a whisper is the tracker's guess at noise.
  const voiced = said.voiced > 0.1;
  return [
    voiced ? said.f0.toFixed(0) : '-',
    voiced ? signed(12 * Math.log2(said.f0 / plain.f0), 1) : '-',
    voiced ? `${said.range.toFixed(1)} (${signed(said.range - plain.range, 1)})` : '-',
    said.wordsPerSecond.toFixed(2),
    `${signed(100 * (said.wordsPerSecond / plain.wordsPerSecond - 1), 0)}%`,
    signed(said.level - plain.level, 1),
    `${(100 * said.voiced).toFixed(0)}%`,
    signed(said.tilt - plain.tilt, 1),
  ];
}
