import { randomBytes } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DramatisError } from '../../../engine/contract/errors.ts';
import { LIMITS } from '../../../engine/contract/limits.ts';
import type { ReferenceSample } from '../../../engine/contract/speech.ts';
import { recordingsOf, type VoiceCard } from '../../../engine/contract/voice-card.ts';
import { JsonFile } from '../json-file.ts';
import { syncFolder, writeDurably } from '../projects/durable.ts';
import { checkFiles, packVoice, unpackVoice } from './bundle.ts';
import { SavedVoice, coverKind, referencesOf, sampleKind, type VoiceFiles, type VoiceSample } from './record.ts';

const RECORD = 'voice.json';
/** Folders of voices that are being made or taken away; never looked into. */
const MAKING = '.new-';
const LEAVING = '.gone-';
/** What a crash left behind is cleared away when it is this old, ms: another process may be at work on it. */
const LEFTOVER_MS = 3_600_000;

/** What a new voice is made of; the library adds the id and the times. */
export type NewVoice = Omit<SavedVoice, 'format' | 'kind' | 'id' | 'createdAt' | 'updatedAt' | 'cover' | 'samples'> & {
  readonly samples: readonly (Omit<VoiceSample, 'file'> & { readonly audio: Uint8Array })[];
  readonly cover: Uint8Array | null;
};

/** What may be changed of a voice. `cover`: a picture, or null to take it away. */
export type VoiceChange = Partial<
  Pick<SavedVoice, 'title' | 'description' | 'tags' | 'languages' | 'visibility' | 'favourite' | 'card' | 'consent'>
> & { readonly cover?: Uint8Array | null };

/**
 * Saved voices: `voices/<title>-<id>/` with `voice.json`, the recordings and the picture. A voice comes and goes by the
 * renaming of its folder, so it is there whole or not at all; its record changes by the renaming of a file. What other
 * programs change in the folder is seen at the next look.
 */
export class VoiceLibrary {
  private readonly records = new Map<string, JsonFile<typeof SavedVoice>>();
  private stamp = 'never read';
  /** By id, with the folder that it was found in. */
  private known = new Map<string, string>();

  constructor(readonly folder: string) {}

  /** All voices, the newest first. A voice whose record is broken is told of on standard error and left out. */
  list(): SavedVoice[] {
    this.look();
    const voices = [...this.known.keys()].map((id) => this.get(id)).filter((voice) => voice !== undefined);
    return voices.sort((a, b) => b.createdAt.localeCompare(a.createdAt) || a.id.localeCompare(b.id));
  }

  get(id: string): SavedVoice | undefined {
    this.look();
    const name = this.known.get(id);
    return name === undefined ? undefined : this.record(name);
  }

  /** @throws DramatisError invalid_parameter, payload_too_large for files that are not what they should be */
  async create(made: NewVoice, now: Date): Promise<SavedVoice> {
    const files = new Map<string, Uint8Array>();
    const samples = made.samples.map(({ audio, ...sample }, i) => {
      const kind = sampleKind(audio);
      if (kind === null) throw refused(`sample ${i + 1} is no WAV, MP3, FLAC or Ogg Opus recording`);
      const file = `sample-${i + 1}.${kind}`;
      files.set(file, audio);
      return { ...sample, file };
    });
    const cover = made.cover === null ? null : coverFile(made.cover);
    if (cover !== null && made.cover) files.set(cover, made.cover);
    const at = now.toISOString();
    const id = randomBytes(16).toString('hex');
    const voice: SavedVoice = {
      ...made,
      format: 1,
      kind: 'dramatis-voice',
      id,
      createdAt: at,
      updatedAt: at,
      cover,
      samples,
    };
    return this.keep(voice, files);
  }

  /** Takes in a voice file under a new id. `file` is the name that it came under. @throws DramatisError invalid_parameter */
  async import(bundle: Uint8Array, file: string, now: Date): Promise<SavedVoice> {
    const { voice, files } = unpackVoice(bundle);
    const at = now.toISOString();
    return this.keep(
      {
        ...voice,
        id: randomBytes(16).toString('hex'),
        favourite: false,
        visibility: 'private',
        createdAt: at,
        updatedAt: at,
        imported: { at, file: file.slice(0, 255) },
      },
      files,
    );
  }

  /** A voice as one file. @throws DramatisError not_found */
  async export(id: string): Promise<{ voice: SavedVoice; bundle: Uint8Array }> {
    const voice = this.must(id);
    const names = [...voice.samples.map(({ file }) => file), ...(voice.cover === null ? [] : [voice.cover])];
    const files = new Map<string, Uint8Array>();
    for (const name of names) files.set(name, await this.read(id, name));
    return { voice, bundle: packVoice(voice, files) };
  }

  /** A recording or the picture. @throws DramatisError not_found */
  async read(id: string, file: string): Promise<Uint8Array> {
    const voice = this.must(id);
    const named = voice.cover === file || voice.samples.some((sample) => sample.file === file);
    const bytes = named && (await readFile(join(this.folderOf(id), file)).catch(() => null));
    if (!bytes) throw new DramatisError('not_found', `The voice ${JSON.stringify(voice.title)} has no ${file}.`);
    return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** A voice whose speaker is made of the recordings that the card names; the oldest of several. */
  holding(card: VoiceCard): SavedVoice | undefined {
    const wanted = recordingsOf(card)?.join();
    return wanted === undefined
      ? undefined
      : this.list().findLast((voice) => recordingsOf(voice.card)?.join() === wanted);
  }

  /** The recordings that a voice was made of, in their order. @throws DramatisError not_found */
  references(voice: SavedVoice): Promise<ReferenceSample[]> {
    return Promise.all(
      referencesOf(voice).map(async ({ file, text }) => ({ audio: await this.read(voice.id, file), text })),
    );
  }

  /** @throws DramatisError not_found, invalid_parameter */
  async update(id: string, { cover: picture, ...fields }: VoiceChange, now: Date): Promise<SavedVoice> {
    const before = this.must(id);
    const wanted = fields.card && recordingsOf(fields.card);
    if (wanted && wanted.join() !== recordingsOf(before.card)?.join())
      throw refused('the card names recordings that are not those of the voice');
    const folder = this.folderOf(id);
    const cover = picture === undefined ? before.cover : picture === null ? null : coverFile(picture);
    if (picture && cover !== null) await writeDurably(join(folder, cover), picture);
    const record = this.file(this.known.get(id)!);
    await record.update((voice) => SavedVoice.parse({ ...voice, ...fields, cover, updatedAt: now.toISOString() }));
    // The record no longer names the old picture; only now may it go.
    if (before.cover !== null && before.cover !== cover) await rm(join(folder, before.cover), { force: true });
    return record.read();
  }

  /** @throws DramatisError not_found */
  async remove(id: string): Promise<void> {
    this.must(id);
    const gone = join(this.folder, `${LEAVING}${id}`);
    await rename(this.folderOf(id), gone);
    await syncFolder(this.folder);
    this.forget();
    await rm(gone, { recursive: true, force: true });
  }

  /** Clears away what a crash left half made. */
  async tidy(now: number): Promise<void> {
    const names = await readdir(this.folder).catch(() => []);
    for (const name of names.filter((one) => one.startsWith(MAKING) || one.startsWith(LEAVING))) {
      const path = join(this.folder, name);
      const found = await stat(path).catch(() => null);
      if (found && now - found.mtimeMs > LEFTOVER_MS) await rm(path, { recursive: true, force: true });
    }
  }

  private async keep(voice: SavedVoice, files: VoiceFiles): Promise<SavedVoice> {
    const total = [...files.values()].reduce((sum, bytes) => sum + bytes.length, 0);
    if (total > LIMITS.voices.totalBytes) {
      const most = LIMITS.voices.totalBytes / 1024 / 1024;
      throw new DramatisError('payload_too_large', `The files of a voice may have ${most} MiB together.`);
    }
    const checked = SavedVoice.parse(voice);
    checkFiles(checked, files);
    const making = join(this.folder, `${MAKING}${voice.id}`);
    await mkdir(making, { recursive: true, mode: 0o700 });
    try {
      for (const [name, bytes] of files) await writeDurably(join(making, name), bytes);
      await writeDurably(join(making, RECORD), `${JSON.stringify(checked, null, 2)}\n`);
      await rename(making, join(this.folder, `${slug(voice.title)}-${voice.id.slice(0, 8)}`));
    } catch (error) {
      await rm(making, { recursive: true, force: true });
      throw error;
    }
    await syncFolder(this.folder);
    this.forget();
    return checked;
  }

  private must(id: string): SavedVoice {
    const voice = this.get(id);
    if (voice) return voice;
    throw new DramatisError('not_found', `There is no saved voice ${JSON.stringify(id.slice(0, 60))}.`);
  }

  private folderOf(id: string): string {
    return join(this.folder, this.known.get(id)!);
  }

  private forget(): void {
    this.stamp = 'never read';
  }

  /** Finds the folders anew when one came or went; microseconds when none did. */
  private look(): void {
    const found = statSync(this.folder, { throwIfNoEntry: false, bigint: true });
    const stamp = found ? `${found.ino}:${found.mtimeNs}` : 'absent';
    if (stamp === this.stamp) return;
    const names = found ? readdirSync(this.folder, { withFileTypes: true }) : [];
    const folders = names.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name);
    this.known = new Map();
    for (const name of folders.sort()) {
      const voice = this.record(name);
      // Of two copies of one folder the first by name is the voice.
      if (voice && !this.known.has(voice.id)) this.known.set(voice.id, name);
    }
    for (const name of this.records.keys()) if (!folders.includes(name)) this.records.delete(name);
    this.stamp = stamp;
  }

  private record(name: string): SavedVoice | undefined {
    try {
      return this.file(name).read();
    } catch (error) {
      // JsonFile looks again only when the file has changed, so this is told once.
      if (this.records.delete(name))
        process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      return undefined;
    }
  }

  private file(name: string): JsonFile<typeof SavedVoice> {
    const known = this.records.get(name);
    if (known) return known;
    const path = join(this.folder, name, RECORD);
    const file = new JsonFile(path, SavedVoice, () => {
      throw new Error(`${path} is missing`);
    });
    this.records.set(name, file);
    return file;
  }
}

function coverFile(picture: Uint8Array): string {
  if (picture.length > LIMITS.voices.coverBytes) {
    const most = LIMITS.voices.coverBytes / 1024 / 1024;
    throw new DramatisError('payload_too_large', `cover_image: the picture may have ${most} MiB.`);
  }
  const kind = coverKind(picture);
  if (kind === null) throw refused('the cover is no PNG, JPEG, WebP or GIF picture');
  return `cover.${kind}`;
}

function refused(problem: string): DramatisError {
  return new DramatisError('invalid_parameter', `The voice cannot be kept: ${problem}.`);
}

/** A title as part of a folder's name, on every file system. */
function slug(title: string): string {
  const name = title
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return [...name].slice(0, 40).join('') || 'voice';
}
