import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SceneFile } from '../../../engine/contract/scene.ts';
import { Projects } from '../../../main/library/projects/index.ts';
import { replay } from '../../../main/library/projects/journal.ts';

const scene = (script: string, title = 'A scene'): SceneFile => ({
  format: 1,
  kind: 'dramatis-scene',
  title,
  script,
  cast: {},
  lines: [],
  notes: [],
  cues: {},
});
const edit = (from: number, to: number, insert: string) => ({
  kind: 'edit' as const,
  text: { from, to, insert },
  rest: null,
});

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'dramatis-projects-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

describe('projects on the disk', () => {
  it('saves under a name that is free, and opens what it saved', async () => {
    const projects = new Projects(root);
    const first = await projects.save(null, scene('ANNA: One.', 'Act 1: /../ Storm'), 1);
    const second = await projects.save(null, scene('ANNA: Two.', 'Act 1: /../ Storm'), 2);
    expect(first).not.toBe(second);
    expect(first.startsWith(join(root, 'projects'))).toBe(true);
    expect((await projects.open(second)).file.script).toBe('ANNA: Two.');
    expect((await projects.list()).recent.map(({ path }) => path)).toEqual([second, first]);
  });

  it('brings back edits that were never saved, after another start', async () => {
    const path = await new Projects(root).save(null, scene('ANNA: One.'), 1);
    const running = new Projects(root);
    await running.note(path, { kind: 'base', file: scene('ANNA: One.') });
    await running.note(path, edit(9, 9, ' More'));
    const { opened } = await new Projects(root).last();
    expect(opened?.file.script).toBe('ANNA: One.');
    expect(opened?.recovered?.file.script).toBe('ANNA: One More.');
    await running.save(path, scene('ANNA: One More.'), 2);
    expect((await new Projects(root).open(path)).recovered).toBeNull();
  });

  it('brings back a scene that never had a file', async () => {
    await new Projects(root).note(null, { kind: 'base', file: scene('ANNA: Unsaved.') });
    expect((await new Projects(root).last()).opened?.recovered?.file.script).toBe('ANNA: Unsaved.');
  });

  it('tells when the scene that was open last cannot be opened, and how many saves of it there are', async () => {
    const path = await new Projects(root).save(null, scene('ANNA: One.'), 1);
    await writeFile(path, '{ "format": 1');
    const { opened, lost } = await new Projects(root).last();
    expect(opened).toBeNull();
    expect(lost).toMatchObject({ path, versions: 1, problem: expect.stringContaining('not a scene') as string });
    const [newest] = await new Projects(root).listVersions(path);
    expect((await new Projects(root).readVersion(path, newest!.id)).script).toBe('ANNA: One.');
  });

  it('knows in which scenes a voice speaks', async () => {
    const projects = new Projects(root);
    const speaker = { name: 'Anna', voice: 'v1', level: 0, pace: 1, pitch: 0, color: 0, notes: [] };
    const path = await projects.save(null, { ...scene('ANNA: One.', 'Yes'), cast: { ANNA: speaker } }, 1);
    await projects.save(null, scene('ANNA: One.', 'No'), 2);
    await writeFile(join(root, 'projects', 'broken.dramatis'), '{');
    expect(await projects.uses('v1')).toEqual([{ path, title: 'Yes', speakers: ['Anna'] }]);
  });

  it('refuses an edit of a journal that was forgotten, rather than keep what nobody could read', async () => {
    const projects = new Projects(root);
    const path = await projects.save(null, scene('ANNA: One.'), 1);
    await expect(projects.note(path, edit(9, 9, ' More'))).rejects.toMatchObject({ reason: 'not_found' });
    await projects.note(path, { kind: 'base', file: scene('ANNA: One.') });
    await projects.note(path, edit(9, 9, ' More'));
    expect((await projects.open(path)).recovered?.file.script).toBe('ANNA: One More.');
  });

  it('survives a torn last line, wherever it was torn', async () => {
    const projects = new Projects(root);
    await projects.note(null, { kind: 'base', file: scene('ANNA: One.') });
    await projects.note(null, edit(9, 9, ' Two'));
    const name = join(root, 'journal', 'unsaved.jsonl');
    const whole = await readFile(name, 'utf8');
    const lastLine = JSON.stringify(edit(13, 13, ' Three'));
    for (let cut = 0; cut < lastLine.length; cut += 7) {
      await writeFile(name, whole + lastLine.slice(0, cut));
      expect((await new Projects(root).last()).opened?.recovered?.file.script).toBe('ANNA: One Two.');
    }
    await appendFile(name, '\0\0\0garbage');
    expect((await new Projects(root).last()).opened?.recovered?.file.script).toBe('ANNA: One Two.');
  });

  it('keeps the old file whole when it is killed while saving', async () => {
    const projects = new Projects(root);
    const path = await projects.save(null, scene('ANNA: Safe.'), 1);
    // What a kill in the middle of a save leaves: a temporary file beside the old one.
    await writeFile(`${path}.123456`, '{"format":1,"kind":"dramatis-sce');
    expect((await projects.open(path)).file.script).toBe('ANNA: Safe.');
    expect((await projects.list()).projects).toHaveLength(1);
  });

  it('keeps versions, not twice the same, and gives them back', async () => {
    const projects = new Projects(root);
    const path = await projects.save(null, scene('ANNA: One.'), 1000);
    await projects.save(path, scene('ANNA: One.'), 2000);
    await projects.save(path, scene('ANNA: One.\nBRAM: Two.'), 3000);
    const versions = await projects.listVersions(path);
    expect(versions.map(({ at, lines }) => [at, lines])).toEqual([
      [3000, 2],
      [1000, 1],
    ]);
    expect((await projects.readVersion(path, versions[1]!.id)).script).toBe('ANNA: One.');
    await expect(projects.readVersion(path, '../../etc')).rejects.toMatchObject({ reason: 'not_found' });
    expect(await readdir(join(root, 'versions'))).toHaveLength(1);
  });

  it('refuses other paths, and files that are no scenes', async () => {
    const projects = new Projects(root);
    await expect(projects.open('/etc/passwd')).rejects.toMatchObject({ reason: 'invalid_parameter' });
    await expect(projects.open('relative.dramatis')).rejects.toMatchObject({ reason: 'invalid_parameter' });
    await expect(projects.open(join(root, 'none.dramatis'))).rejects.toMatchObject({ reason: 'not_found' });
    await writeFile(join(root, 'bad.dramatis'), '{"script": 1}');
    await expect(projects.open(join(root, 'bad.dramatis'))).rejects.toMatchObject({ reason: 'invalid_parameter' });
  });
});

describe('replaying a journal', () => {
  it('follows edits of the text and of the rest', () => {
    const { script: _, ...rest } = scene('', 'New title');
    const lines = [
      JSON.stringify({ kind: 'base', file: scene('abc') }),
      JSON.stringify(edit(1, 2, 'XYZ')),
      JSON.stringify({ kind: 'edit', text: null, rest }),
      '',
    ];
    expect(replay(lines)).toMatchObject({ script: 'aXYZc', title: 'New title' });
  });
  it('stops at an edit that does not fit, and has nothing without a beginning', () => {
    expect(
      replay([JSON.stringify({ kind: 'base', file: scene('abc') }), JSON.stringify(edit(9, 12, 'x'))])?.script,
    ).toBe('abc');
    expect(replay([JSON.stringify(edit(0, 0, 'x'))])).toBeNull();
  });
});
