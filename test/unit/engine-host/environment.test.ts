import { afterEach, describe, expect, it, vi } from 'vitest';
import { engineEnvironment } from '../../../main/engine-host/engine-child.ts';

afterEach(() => void vi.unstubAllEnvs());

describe.runIf(process.platform === 'linux')('the environment of the engine', () => {
  it('asks for large pages beside all that is set', () => {
    vi.stubEnv('GLIBC_TUNABLES', undefined);
    vi.stubEnv('DRAMATIS_TEST', 'kept');
    expect(engineEnvironment()).toMatchObject({ GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1', DRAMATIS_TEST: 'kept' });
  });

  it('keeps other tunables', () => {
    vi.stubEnv('GLIBC_TUNABLES', 'glibc.malloc.check=3');
    expect(engineEnvironment().GLIBC_TUNABLES).toBe('glibc.malloc.check=3:glibc.malloc.hugetlb=1');
  });

  it('leaves a choice that was made', () => {
    vi.stubEnv('GLIBC_TUNABLES', 'glibc.malloc.hugetlb=0');
    expect(engineEnvironment().GLIBC_TUNABLES).toBe('glibc.malloc.hugetlb=0');
  });
});
