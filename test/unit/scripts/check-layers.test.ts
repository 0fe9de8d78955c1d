import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findViolations, importsOf, readSources } from '../../../scripts/check-layers.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** The violations of one file with one import. */
function check(path: string, imported: string): string[] {
  return findViolations([{ path, imports: [imported] }]);
}

describe('import rules', () => {
  test.each([
    ['renderer/app.tsx', 'engine/contract/limits.ts'],
    ['renderer/app.tsx', 'react'],
    ['main/server/app.ts', 'engine/contract/errors.ts'],
    ['main/server/app.ts', 'main/library/voices.ts'],
    ['main/electron/index.ts', 'electron'],
    ['main/cli/normalize.ts', 'engine/text/index.ts'],
    ['main/headless.ts', 'main/server/app.ts'],
    ['engine/text/index.ts', 'engine/plan/chunks.ts'],
    ['engine/acoustic/model.ts', 'onnxruntime-node'],
    ['engine/contract/pack.ts', 'zod'],
    ['main/library/files.ts', 'node:fs/promises'],
    ['main/server/profiles.ts', 'models/profiles.json'],
    // Only the layers have rules.
    ['scripts/notices.ts', 'main/server/app.ts'],
  ])('%s may import %s', (path, imported) => {
    expect(check(path, imported)).toEqual([]);
  });

  test.each([
    ['renderer/app.tsx', 'engine/types.ts'],
    ['renderer/app.tsx', 'main/server/app.ts'],
    ['renderer/app.tsx', 'node:fs'],
    ['renderer/app.tsx', 'fs'],
    ['renderer/app.tsx', 'electron'],
    ['main/server/app.ts', 'engine/phonemes/index.ts'],
    ['main/server/app.ts', 'main/electron/window.ts'],
    ['main/server/app.ts', 'electron'],
    ['main/cli/say.ts', 'engine/pipeline.ts'],
    ['main/headless.ts', 'engine/text/index.ts'],
    ['main/server/app.ts', 'models/starter/pack.json'],
    ['main/library/voices.ts', 'main/server/app.ts'],
    ['main/engine-host/host.ts', 'engine/entry.ts'],
    ['main/headless.ts', 'electron/main'],
    ['engine/pipeline.ts', 'main/server/app.ts'],
    ['engine/pipeline.ts', 'electron'],
    ['engine/contract/pack.ts', 'engine/types.ts'],
    ['engine/contract/pack.ts', 'fastify'],
    ['engine/contract/pack.ts', 'node:path'],
  ])('%s may not import %s', (path, imported) => {
    expect(check(path, imported)).toEqual([`${path} may not import ${imported}`]);
  });

  test('a circle between folders of the engine is told once, a chain is none', () => {
    const chain = [
      { path: 'engine/text/a.ts', imports: ['engine/plan/b.ts'] },
      { path: 'engine/plan/b.ts', imports: ['engine/voice/c.ts', 'engine/plan/other.ts'] },
    ];
    expect(findViolations(chain)).toEqual([]);
    const closed = [...chain, { path: 'engine/voice/c.ts', imports: ['engine/text/a.ts'] }];
    expect(findViolations(closed)).toEqual(['cycle in engine: plan -> voice -> text -> plan']);
  });

  test('imports of every kind are found, and nothing in comments', () => {
    const source = `
      import type { A } from '../types.ts';
      import b from 'b';
      export * from './c.ts';
      const d = await import('../../main/d.ts');
      // import e from 'e';
    `;
    expect(importsOf('engine/text/x.ts', source)).toEqual(['engine/types.ts', 'b', 'engine/text/c.ts', 'main/d.ts']);
  });

  test('the product keeps them', () => {
    const files = readSources(ROOT);
    expect(files.map(({ path }) => path)).toContain('engine/contract/errors.ts');
    expect(findViolations(files)).toEqual([]);
  });
});
