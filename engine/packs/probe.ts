import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path/posix';
import type { PackInfo } from '../contract/messages.ts';
import { PackManifest } from '../contract/pack.ts';
import { type HouseVoice, VoiceCard } from '../contract/voice-card.ts';
import { recognise, type Recognition } from './families/index.ts';
import { unfit } from './families/graph.ts';
import { PackSource } from './families/source.ts';
import { sha256Of } from './family-pack.ts';

/** A folder with this file is new: what it is has to be found out. Whoever adds a pack puts it there. */
export const NEW_PACK = 'pack.new';

/** Text that may say under which licence a voice is. */
const CARD = /(?:^|\/)(?:model_card|readme|licen[cs]e)(?:\.md|\.txt)?$/i;
/** What the files of weights may be called. */
const WEIGHTS = /(?:\.onnx_data(?:_\d+)?|\.data|\.bin)$/i;
const LONGEST_CARD = 1024 * 1024;
const MOST_VOICES = 2000;

/**
 * Finds out what the files of a folder are, opening their graphs, and says it as the manifest and voices of a pack.
 * Files that the pack does not need are not in the manifest. @throws DramatisError invalid_parameter
 */
export async function probePack(folder: string): Promise<PackInfo> {
  const source = await PackSource.read(folder);
  const found = await recognise(source);
  const id = slug(found.name);
  const cards = source.files
    .filter(({ name, bytes }) => CARD.test(name) && bytes <= LONGEST_CARD)
    .map(({ name }) => name);
  const weights = await weightsOf(source, found.files);
  const files: Record<string, PackManifest['files'][string]> = {};
  for (const name of [...found.files, ...weights, ...cards]) {
    const bytes = source.files.find((file) => file.name === name)?.bytes ?? 0;
    files[name] = { sha256: await sha256Of(source.path(name)), bytes };
  }
  const { family, name, languages, sampleRate, capabilities, description } = found;
  const manifest = PackManifest.safeParse({
    format: 1,
    id,
    name,
    version: '1',
    family,
    licence: (await licenceIn(source, cards)) ?? found.licence,
    ...(description === undefined ? {} : { description }),
    sampleRate,
    languages,
    capabilities,
    files,
  });
  if (!manifest.success) throw unfit(`The pack cannot be described: ${manifest.error.issues[0]?.message ?? ''}.`);
  return { manifest: manifest.data, voices: housesOf(id, found), speakers: found.voices.map(({ speaker }) => speaker) };
}

/** Weights that exports keep beside their graphs, in files that those name. */
async function weightsOf(source: PackSource, needed: readonly string[]): Promise<string[]> {
  const others = source.match(WEIGHTS).filter((name) => !needed.includes(name));
  const graphs = needed.filter((name) => name.endsWith('.onnx'));
  const weights: string[] = [];
  for (const name of others) {
    for (const graph of graphs.filter((one) => dirname(one) === dirname(name))) {
      if (!(await mentions(source.path(graph), basename(name)))) continue;
      weights.push(name);
      break;
    }
  }
  return weights;
}

/** Whether some text is in a file, which is read piece by piece. */
async function mentions(path: string, text: string): Promise<boolean> {
  const wanted = Buffer.from(text);
  let rest = Buffer.alloc(0);
  for await (const piece of createReadStream(path, { highWaterMark: 1024 ** 2 })) {
    const all = Buffer.concat([rest, piece as Buffer]);
    if (all.includes(wanted)) return true;
    rest = all.subarray(Math.max(0, all.length - wanted.length + 1));
  }
  return false;
}

/** The first "License: ..." of a card. */
async function licenceIn(source: PackSource, cards: readonly string[]): Promise<string | null> {
  for (const card of cards) {
    const text = await readFile(source.path(card), 'utf8');
    const [, licence] = /^[\s>*-]*licen[cs]e\s*:\s*["']?([^\n"']{2,120})/imu.exec(text) ?? [];
    if (licence !== undefined) return licence.trim();
  }
  return null;
}

/** The voices of a pack as the library lists them. */
function housesOf(pack: string, found: Recognition): HouseVoice[] {
  const { voices, family } = found;
  if (voices.length > MOST_VOICES) throw unfit(`It has ${voices.length} voices; at most ${MOST_VOICES} are taken.`);
  const used = new Set<string>();
  return voices.map(({ speaker, name, language, sex }) => {
    const wanted = (voices.length === 1 ? pack : `${pack}-${slug(speaker)}`).replaceAll('.', '-').slice(0, 58);
    let id = wanted;
    for (let i = 2; used.has(id); i++) id = `${wanted}-${i}`;
    used.add(id);
    return {
      id,
      name: name.slice(0, 80),
      description: `A voice of ${found.name}, ${languageName(language)}.`.slice(0, 400),
      sex,
      age: 'adult',
      tags: [family, language],
      card: VoiceCard.parse({ pack, speaker: { mix: { [speaker]: 1 } }, accent: language }),
    };
  });
}

/** In English, as the descriptions are; the tag where it has no name. */
function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames(['en'], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

function slug(text: string): string {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return (plain || 'voice').slice(0, 60);
}
