import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFile,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { create } from 'tar';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../engine/contract/limits.ts';
import { probePack } from '../../../engine/packs/probe.ts';
import { unpack } from '../../../main/library/packs/archive.ts';
import { onDisk } from '../../../main/library/packs/disk.ts';
import { PackStore } from '../../../main/library/packs/index.ts';
import { FIXTURES, refusal } from './families/support.ts';

let folder: string;
let out: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archive-'));
  out = join(folder, 'out');
  await mkdir(out);
});
afterEach(() => rm(folder, { recursive: true }));

interface ZipEntry {
  readonly name: string;
  readonly content: Uint8Array;
  /** What the archive says, where it is not the truth. */
  readonly says?: number;
  /** Unix attributes. */
  readonly mode?: number;
}

/** A ZIP with whatever names and sizes. Source: APPNOTE.TXT of PKWARE. */
function zip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content, says = content.length, mode = 0o100644 } of entries) {
    const packed = deflateRawSync(content);
    const head = Buffer.alloc(26);
    [20, 0, 8, 0, 0].forEach((value, i) => head.writeUInt16LE(value, 2 * i));
    head.writeUInt32LE(crc32(content), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(says, 18);
    head.writeUInt16LE(Buffer.byteLength(name), 22);
    parts.push(Buffer.from('PK\x03\x04'), head, Buffer.from(name), packed);
    const attributes = Buffer.alloc(14);
    attributes.writeUInt32LE((mode << 16) >>> 0, 6);
    attributes.writeUInt32LE(at, 10);
    directory.push(Buffer.from('PK\x01\x02'), Buffer.from([20, 3]), head, attributes, Buffer.from(name));
    at += 30 + Buffer.byteLength(name) + packed.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, ...directory, end]);
}

const file = async (name: string, bytes: Uint8Array): Promise<string> => {
  await writeFile(join(folder, name), bytes);
  return join(folder, name);
};
const wanted = (name: string): boolean => name.endsWith('.onnx');
const found = async (): Promise<string[]> =>
  (await readdir(out, { recursive: true })).map((name) => name.replaceAll('\\', '/')).sort();

describe('adding an archive', () => {
  const voice = async (): Promise<string> => {
    const source = join(folder, 'en_US-one-low');
    await mkdir(source);
    await copyFile(join(FIXTURES, 'piper-one.onnx'), join(source, 'en_US-one-low.onnx'));
    await copyFile(join(FIXTURES, 'piper-one.onnx.json'), join(source, 'en_US-one-low.onnx.json'));
    return source;
  };

  it.each(['zip', 'tar', 'tar.gz', 'tar.bz2'])('takes a voice from a .%s', async (kind) => {
    const source = await voice();
    const path = join(folder, `voice.${kind}`);
    if (kind === 'tar.bz2') await copyFile(join(FIXTURES, 'piper.tar.bz2'), path);
    else if (kind === 'zip') {
      const names = await readdir(source);
      const entries = names.map(async (name) => ({ name: `v/${name}`, content: await readFile(join(source, name)) }));
      await writeFile(path, zip(await Promise.all(entries)));
    } else await create({ file: path, cwd: folder, gzip: kind === 'tar.gz' }, ['en_US-one-low']);
    const store = new PackStore(join(folder, 'packs'));
    const told: number[] = [];
    const pack = await store.add([path], probePack, { progress: (bytes, of) => told.push(bytes / of) });
    expect(pack).toMatchObject({ id: 'piper-en-us-one-low', problem: null });
    expect(told.at(-1)).toBe(1);
    const graph = Object.entries(pack.manifest!.files).find(([name]) => name.endsWith('.onnx'))!;
    const sha256 = createHash('sha256')
      .update(await readFile(join(FIXTURES, 'piper-one.onnx')))
      .digest('hex');
    expect(graph[1].sha256).toBe(sha256);
    // Nothing of the work is left.
    expect(await readdir(join(folder, 'packs'))).toEqual([pack.id]);
  });

  it('removes what a process left behind that was ended, and nothing of one that is at work', async () => {
    const ended = spawnSync(process.execPath, ['--version']).pid;
    const packs = join(folder, 'packs');
    const names = [`.adding-${ended}-abc`, `.unpacked-${ended}-abc`, `.adding-${process.ppid}-abc`, '.other-1-abc'];
    for (const name of names) await mkdir(join(packs, name), { recursive: true });
    const { id } = await new PackStore(packs).add([await voice()], probePack);
    expect((await readdir(packs)).sort()).toEqual([...names.slice(2), id].sort());
  });

  it('leaves nothing behind where it fails or is cancelled', async () => {
    const store = new PackStore(join(folder, 'packs'));
    const path = await file('voice.zip', zip([{ name: 'a.onnx', content: Buffer.from('no graph') }]));
    await expect(store.add([path], probePack)).rejects.toEqual(refusal('cannot be opened'));
    const controller = new AbortController();
    const progress = (): void => controller.abort();
    await expect(store.add([path], probePack, { signal: controller.signal, progress })).rejects.toMatchObject({
      reason: 'cancelled',
    });
    expect(await readdir(join(folder, 'packs'))).toEqual([]);
  });
});

describe('adding files', () => {
  it('links those that are ours, and copies those of a person', async () => {
    const source = join(folder, 'voice');
    await mkdir(source);
    for (const end of ['onnx', 'onnx.json'])
      await copyFile(join(FIXTURES, `piper-one.${end}`), join(source, `de_DE-x.${end}`));
    const store = new PackStore(join(folder, 'packs'));
    const inode = async (...path: string[]): Promise<number> => (await stat(join(...path, 'de_DE-x.onnx'))).ino;
    const copy = await store.add([source], probePack);
    expect(await inode(copy.folder)).not.toBe(await inode(source));
    await store.remove(copy.id);
    const linked = await store.add([source], probePack, { ours: true });
    expect(await inode(linked.folder)).toBe(await inode(source));
    await rm(source, { recursive: true });
    expect(store.list()).toMatchObject([{ id: linked.id, problem: null }]);
  });

  it.each([
    ['ENOSPC', 'the disk is full'],
    ['EDQUOT', 'the quota of the disk is used up'],
    ['EROFS', 'the disk is read-only'],
    ['EACCES', 'the data folder may not be written to'],
  ])('tell of the disk: %s', async (code, why) => {
    const failing = onDisk('The pack cannot be added', () => Promise.reject(Object.assign(new Error(), { code })));
    await expect(failing).rejects.toMatchObject({
      reason: 'engine_unavailable',
      message: `The pack cannot be added: ${why}.`,
    });
    const other = Object.assign(new Error('other'), { code: 'ENOENT' });
    await expect(onDisk('It fails', () => Promise.reject(other))).rejects.toBe(other);
  });
});

describe('a hostile archive', () => {
  const small = { name: 'voice/a.onnx', content: Buffer.from('graph') };

  it('gives what is wanted and no links', async () => {
    const content = Buffer.from('/etc/passwd');
    const entries = [small, { name: 'b.txt', content }, { name: 'c.onnx', content, mode: 0o120777 }];
    await unpack(await file('a.zip', zip(entries)), out, { wanted });
    expect(await found()).toEqual(['voice', 'voice/a.onnx']);
    await rm(out, { recursive: true });
    await mkdir(out);
    await writeFile(join(folder, 'a.onnx'), 'graph');
    await symlink('/etc/passwd', join(folder, 'link.onnx'));
    // In the archive the second name of a file is a link to the first.
    await link(join(folder, 'a.onnx'), join(folder, 'hard.onnx'));
    await create({ file: join(folder, 'a.tar'), cwd: folder }, ['a.onnx', 'link.onnx', 'hard.onnx']);
    await unpack(join(folder, 'a.tar'), out, { wanted });
    expect(await found()).toEqual(['a.onnx']);
  });

  it.each(['../a.onnx', 'x/../../a.onnx', '/a.onnx', 'C:/a.onnx', '..\\a.onnx'])('may not lead to %s', async (name) => {
    await expect(unpack(await file('a.zip', zip([{ ...small, name }])), out, { wanted })).rejects.toMatchObject({
      reason: 'invalid_parameter',
    });
    await create(
      {
        file: join(folder, 'a.tar'),
        cwd: folder,
        preservePaths: true,
        onWriteEntry: (entry) => void (entry.path = name),
      },
      [await file('plain.onnx', small.content).then(() => 'plain.onnx')],
    );
    await expect(unpack(join(folder, 'a.tar'), out, { wanted })).rejects.toEqual(refusal('outside the folder'));
    expect(await found()).toEqual([]);
  });

  it('is not unpacked where it would fill the disk', async () => {
    const { archiveSpare } = LIMITS.packs;
    const zeros = zip([{ name: 'a.onnx', content: Buffer.alloc(100), says: archiveSpare * 3 }]);
    await expect(unpack(await file('a.zip', zeros), out, { wanted })).rejects.toEqual(refusal('times as large'));
    // Also by what is not wanted of it.
    await truncate(await file('zeros.txt', new Uint8Array(1)), archiveSpare * 1.25);
    await create({ file: join(folder, 'a.tar.gz'), cwd: folder, gzip: true }, ['zeros.txt']);
    await expect(unpack(join(folder, 'a.tar.gz'), out, { wanted })).rejects.toEqual(refusal('times as large'));
    const liar = zip([{ name: 'a.onnx', content: Buffer.alloc(5_000_000), says: 10 }]);
    await expect(unpack(await file('b.zip', liar), out, { wanted })).rejects.toEqual(refusal('cut or damaged'));
    const many = zip(Array.from({ length: LIMITS.packs.files + 1 }, (_, i) => ({ ...small, name: `${i}.onnx` })));
    await expect(unpack(await file('c.zip', many), out, { wanted })).rejects.toEqual(refusal('more than 512 files'));
  });

  it('is told of where it is cut, damaged, empty, or of another kind', async () => {
    const whole = zip([small]);
    await expect(unpack(await file('a.zip', whole.subarray(0, -5)), out, { wanted })).rejects.toEqual(
      refusal('cut or damaged'),
    );
    const bz2 = await readFile(join(FIXTURES, 'piper.tar.bz2'));
    await expect(unpack(await file('a.tar.bz2', bz2.subarray(0, 5000)), out, { wanted })).rejects.toEqual(
      refusal('cut or damaged'),
    );
    await expect(unpack(await file('a.tar.gz', Buffer.from('no gzip')), out, { wanted })).rejects.toEqual(
      refusal('cut or damaged'),
    );
    await expect(unpack(await file('b.zip', zip([])), out, { wanted })).rejects.toEqual(refusal('holds no files'));
    await expect(unpack(await file('a.7z', whole), out, { wanted })).rejects.toEqual(refusal('not read here'));
    const twice = await file('c.zip', zip([small, small]));
    await expect(unpack(twice, out, { wanted })).rejects.toMatchObject({ reason: 'invalid_parameter' });
  });
});
