import { startEngine } from '../service.ts';
import { readArguments } from './usage.ts';

const HELP = `dramatis voices [--json]

Lists the voices: id, name, sex, age, description.`;

export async function run(args: string[]): Promise<void> {
  const parsed = readArguments(args, { json: { type: 'boolean', default: false } }, HELP);
  if (!parsed) return;
  const engine = startEngine((line) => console.error(line));
  try {
    await engine.ready;
    const voices = engine.voices();
    if (parsed.values.json) console.log(JSON.stringify(voices, null, 2));
    else
      for (const { id, name, sex, age, description } of voices)
        console.log([id, name, sex, age, description].join('\t'));
  } finally {
    await engine.stop();
  }
}
