import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { DramatisError } from '../../engine/contract/errors.ts';
import { LIMITS } from '../../engine/contract/limits.ts';
import { JsonFile } from './json-file.ts';
import type { LibraryPaths } from './paths.ts';

/**
 * API keys. A key is 256 random bits, so its SHA-256 is as good as a slow hash and costs microseconds a request; only
 * the hash is kept. Keys and what they have spent are two files: the command line writes the first, the running server
 * the second, and neither overwrites the other.
 */

const KeyRecord = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** SHA-256 of the key, hex. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** UTF-8 bytes of text that the key may spend in all; null: as many as it likes. */
  credit: z.number().int().min(0).nullable(),
  createdAt: z.string(),
});
export type KeyRecord = z.output<typeof KeyRecord>;

const KeysFile = z.strictObject({ version: z.literal(1), keys: z.array(KeyRecord) });
const UsageFile = z.strictObject({ version: z.literal(1), spent: z.record(z.string(), z.number().min(0)) });

/** How long spending may stay in memory before it is on the disk, in ms. */
const USAGE_DELAY_MS = 500;

export class KeyStore {
  private readonly keys: JsonFile<typeof KeysFile>;
  private readonly usage: JsonFile<typeof UsageFile>;
  /** Units spent and not yet on their way to the disk, and those that are being written, by key id. */
  private unsaved = new Map<string, number>();
  private saving = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;

  constructor(paths: LibraryPaths) {
    this.keys = new JsonFile(paths.keys, KeysFile, () => ({ version: 1, keys: [] }));
    this.usage = new JsonFile(paths.usage, UsageFile, () => ({ version: 1, spent: {} }));
  }

  list(): readonly KeyRecord[] {
    return this.keys.read().keys;
  }

  /** Makes a key. The secret is returned this once and kept nowhere. */
  async create(name: string, credit: number | null, now: Date): Promise<{ record: KeyRecord; secret: string }> {
    const max = LIMITS.strings.keyName;
    if (name.trim() === '' || name.length > max) {
      throw new DramatisError(
        'invalid_parameter',
        `name: ${JSON.stringify(name.slice(0, 40))} is not allowed; it must be 1 to ${max} characters`,
      );
    }
    if (credit !== null && !(Number.isSafeInteger(credit) && credit >= 0)) {
      throw new DramatisError(
        'invalid_parameter',
        `credit: ${credit} is not allowed; it must be an integer of at least 0`,
      );
    }
    const secret = `dk_${randomBytes(32).toString('base64url')}`;
    const record = {
      id: randomUUID(),
      name,
      hash: hashOf(secret).toString('hex'),
      credit,
      createdAt: now.toISOString(),
    };
    await this.keys.update((file) => {
      if (file.keys.some((key) => key.name === name)) {
        throw new DramatisError(
          'invalid_parameter',
          `name: there is a key named "${name}" already; choose another name, or revoke it first`,
        );
      }
      return { ...file, keys: [...file.keys, record] };
    });
    return { record, secret };
  }

  /** Takes back the key with this name or id. @throws not_found */
  async revoke(nameOrId: string): Promise<KeyRecord> {
    const revoked = this.list().find((key) => key.id === nameOrId || key.name === nameOrId);
    if (!revoked) throw new DramatisError('not_found', `There is no key named "${nameOrId}".`);
    await this.keys.update((file) => ({ ...file, keys: file.keys.filter((key) => key.id !== revoked.id) }));
    return revoked;
  }

  /** The key that this secret is, or undefined. Every stored hash is compared, in constant time. */
  verify(secret: string): KeyRecord | undefined {
    const hash = hashOf(secret);
    let match: KeyRecord | undefined;
    for (const key of this.list()) if (timingSafeEqual(hash, Buffer.from(key.hash, 'hex'))) match = key;
    return match;
  }

  /** Credit units spent by a key so far; while a write is under way it may count that write twice, never not at all. */
  spent(id: string): number {
    return (this.usage.read().spent[id] ?? 0) + (this.saving.get(id) ?? 0) + (this.unsaved.get(id) ?? 0);
  }

  /** Notes spending; it is on the disk within half a second, or when `flush` resolves. */
  spend(id: string, units: number): void {
    this.unsaved.set(id, (this.unsaved.get(id) ?? 0) + units);
    this.timer ??= setTimeout(() => void this.flush().catch(reportUnsaved), USAGE_DELAY_MS);
  }

  /** Adds what was spent to the file, which another server may have written meanwhile. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    await this.usage.settled();
    if (this.unsaved.size === 0) return;
    const batch = this.unsaved;
    this.saving = batch;
    this.unsaved = new Map();
    try {
      await this.usage.update((file) => {
        const spent = { ...file.spent };
        for (const [id, units] of batch) spent[id] = (spent[id] ?? 0) + units;
        return { ...file, spent };
      });
      this.saving = new Map();
    } catch (error) {
      this.saving = new Map();
      for (const [id, units] of batch) this.unsaved.set(id, (this.unsaved.get(id) ?? 0) + units);
      throw error;
    }
  }
}

/** SHA-256 of a secret. */
export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret, 'utf8').digest();
}

function reportUnsaved(error: unknown): void {
  process.stderr.write(
    `The spending of API keys could not be saved: ${error instanceof Error ? error.message : String(error)}\n`,
  );
}
