import { join } from 'node:path';
import { safeStorage } from 'electron';
import { z } from 'zod';
import { JsonFile } from '../library/json-file.ts';

/** By name; each value encrypted by the platform, in base64. */
const Stored = z.record(z.string(), z.base64());

/**
 * What the studio must read back, as the API keys that a person wants to see again; the server itself keeps hashes.
 * The platform's own key chain encrypts it (Keychain, DPAPI, libsecret or KWallet), so that the file alone tells nothing.
 */
export class Secrets {
  private readonly file: JsonFile<typeof Stored>;

  /** @param data the data folder */
  constructor(data: string) {
    this.file = new JsonFile(join(data, 'secrets.json'), Stored, () => ({}));
  }

  /** Null where there is none, or where it was encrypted by another user or computer. */
  async read(name: string): Promise<string | null> {
    const kept = this.file.read()[name];
    if (kept === undefined) return null;
    await requireEncryption();
    try {
      return (await safeStorage.decryptStringAsync(Buffer.from(kept, 'base64'))).result;
    } catch {
      return null;
    }
  }

  /** `value` null forgets it. @throws Error where the platform cannot encrypt */
  async write(name: string, value: string | null): Promise<void> {
    if (value === null) {
      await this.file.update(({ [name]: _forgotten, ...others }) => others);
      return;
    }
    await requireEncryption();
    const kept = (await safeStorage.encryptStringAsync(value)).toString('base64');
    await this.file.update((current) => ({ ...current, [name]: kept }));
  }
}

async function requireEncryption(): Promise<void> {
  // On Linux without a key chain Electron would encrypt with a word that everyone knows.
  const known = process.platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text';
  if (known || !(await safeStorage.isAsyncEncryptionAvailable()))
    throw new Error('This computer has no key chain that is unlocked, so that nothing secret can be kept.');
}
