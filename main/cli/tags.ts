import type { Direction } from '../../engine/expression/understand.ts';
import { readScript } from '../../engine/expression/script.ts';
import { PLAIN, type Style } from '../../engine/expression/style.ts';
import { CliError, readArguments } from './usage.ts';

const HELP = `dramatis tags TEXT [--model NAME]

Prints what each direction in TEXT will do: its place, the tag, whether it is performed, approximated or unsupported,
and the change. A direction is never read aloud.

  --model NAME   s1 has directions in parentheses, from a list; all others in square brackets, in free words`;

export async function run(args: string[]): Promise<void> {
  const parsed = readArguments(args, { model: { type: 'string', default: 's2.1-pro' } }, HELP);
  if (!parsed) return;
  const text = parsed.positionals.join(' ');
  if (text === '') throw new CliError(`A text is needed.\n\n${HELP}`);
  const { tags } = readScript(text, parsed.values.model === 's1' ? 's1' : 's2');
  if (tags.length === 0) console.error('There is no direction in this text.');
  for (const { from, text: tag, direction } of tags)
    console.log([from, tag, direction.support, describe(direction)].join('\t'));
}

/** What a direction does, in a line. */
function describe(direction: Direction): string {
  const note = direction.note === null ? '' : ` (${direction.note})`;
  switch (direction.kind) {
    case 'pause':
      return `${direction.seconds} s of silence between the words${note}`;
    case 'emphasis':
      return 'the next word is longer, higher and louder';
    case 'effect':
      return `sound: ${direction.effect}${direction.style ? `; then ${changes(direction.style)}` : ''}${note}`;
    case 'style':
      return `${direction.names.join(' + ')}: ${changes(direction.style)}${note}`;
    case 'nothing':
      return `nothing${note}`;
  }
}

function changes(style: Style): string {
  const signed = (value: number, digits: number): string => `${value > 0 ? '+' : ''}${value.toFixed(digits)}`;
  const parts: [keyof Style, string][] = [
    ['rate', `pace x${style.rate.toFixed(2)}`],
    ['semitones', `pitch ${signed(style.semitones, 1)} semitones`],
    ['range', `range x${style.range.toFixed(2)}`],
    ['energy', `effort ${signed(style.energy, 1)} dB`],
    ['breathiness', style.breathiness >= 1 ? 'no voicing' : `breath ${signed(style.breathiness, 2)}`],
    ['tilt', `tilt ${signed(style.tilt, 1)} dB per octave`],
    ['roughness', `roughness ${signed(style.roughness, 2)}`],
    ['tract', `formants x${style.tract.toFixed(2)}`],
  ];
  const made = parts.filter(([field]) => Math.abs(style[field] - PLAIN[field]) > 1e-6).map(([, words]) => words);
  return made.length > 0 ? made.join(', ') : "the voice's own way";
}
