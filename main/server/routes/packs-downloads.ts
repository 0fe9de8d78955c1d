import { rm } from 'node:fs/promises';
import { DramatisError } from '../../../engine/contract/errors.ts';
import { bytesOf, type CatalogPack, download, downloadFolder } from '../../library/packs/catalog.ts';
import type { AddedPack } from '../../library/packs/index.ts';
import type { Packs } from './packs-service.ts';

/** `adding`: all is there and verified; it is being looked at. */
export type DownloadState = 'running' | 'adding' | 'done' | 'failed' | 'cancelled';

export interface DownloadStatus {
  readonly state: DownloadState;
  /** Of the files, so far and in all. */
  readonly bytes: number;
  readonly of: number;
  /** Why it failed. */
  readonly message: string | null;
  /** Id of the pack, when it is done. */
  readonly pack: string | null;
}

/** A pack of the catalogue as the studio shows it. */
export interface CatalogEntry extends Omit<CatalogPack, 'files'> {
  readonly bytes: number;
  /** Bytes of a download that was broken off: the next one goes on from there. */
  readonly have: number;
  /** Id of the pack, where it was added. */
  readonly installed: string | null;
  /** The last download since the start of the server. */
  readonly download: DownloadStatus | null;
}

/** Downloads of the catalogue. Each is asked for by a person; nothing is fetched by itself. */
export class Downloads {
  private readonly jobs = new Map<string, { status: DownloadStatus; readonly controller: AbortController }>();

  constructor(
    private readonly catalog: readonly CatalogPack[],
    private readonly packs: Packs,
    /** Folder of the packs, beside which downloads are kept. */
    private readonly root: string,
  ) {}

  /** `added`: the packs that are there. */
  async list(added: readonly AddedPack[]): Promise<readonly CatalogEntry[]> {
    return Promise.all(
      this.catalog.map(async (pack) => {
        const { files, ...facts } = pack;
        return {
          ...facts,
          bytes: sizeOf(pack),
          have: await bytesOf(files, downloadFolder(this.root, pack.id)),
          installed: added.find((one) => isOf(pack, one))?.id ?? null,
          download: this.jobs.get(pack.id)?.status ?? null,
        };
      }),
    );
  }

  /** Begins or goes on. @throws DramatisError not_found, invalid_parameter where it is at work or there already */
  start(id: string): DownloadStatus {
    const pack = this.find(id);
    if (this.isRunning(id)) throw new DramatisError('invalid_parameter', `${pack.name} is being downloaded already.`);
    const there = this.packs.store.list().find((one) => isOf(pack, one));
    if (there) throw new DramatisError('invalid_parameter', `${pack.name} is there already, as "${there.id}".`);
    const controller = new AbortController();
    const status: DownloadStatus = { state: 'running', bytes: 0, of: sizeOf(pack), message: null, pack: null };
    this.jobs.set(id, { status, controller });
    void this.run(pack, controller);
    return status;
  }

  /** Ends a download, whose bytes are kept; of one that is not at work they are thrown away. */
  async cancel(id: string): Promise<void> {
    const pack = this.find(id);
    if (this.isRunning(id)) {
      this.jobs.get(id)?.controller.abort();
      return;
    }
    await rm(downloadFolder(this.root, pack.id), { recursive: true, force: true });
    this.jobs.delete(id);
  }

  /** Ends all that are at work. */
  close(): void {
    for (const { controller } of this.jobs.values()) controller.abort();
  }

  private isRunning(id: string): boolean {
    const state = this.jobs.get(id)?.status.state;
    return state === 'running' || state === 'adding';
  }

  /** Never rejects. */
  private async run(pack: CatalogPack, { signal }: AbortController): Promise<void> {
    const folder = downloadFolder(this.root, pack.id);
    try {
      const paths = await download(pack.files, folder, {
        signal,
        progress: (bytes) => this.tell(pack.id, { bytes }),
      });
      this.tell(pack.id, { state: 'adding' });
      const id = await this.packs.add(paths, signal, pack.id);
      await rm(folder, { recursive: true, force: true });
      this.tell(pack.id, { state: 'done', pack: id });
    } catch (error) {
      if (signal.aborted) {
        this.tell(pack.id, { state: 'cancelled' });
        return;
      }
      const message = error instanceof DramatisError ? error.message : `${pack.name} cannot be added: ${String(error)}`;
      this.tell(pack.id, { state: 'failed', message });
    }
  }

  private tell(id: string, change: Partial<DownloadStatus>): void {
    const job = this.jobs.get(id);
    if (job) job.status = { ...job.status, ...change };
  }

  private find(id: string): CatalogPack {
    const pack = this.catalog.find((one) => one.id === id);
    if (pack) return pack;
    throw new DramatisError('not_found', `There is no pack ${JSON.stringify(id.slice(0, 80))} in the catalogue.`);
  }
}

/** Whether a pack is one of the catalogue: downloaded as it, or made of its graph by hand. */
function isOf({ id, files }: CatalogPack, { manifest }: AddedPack): boolean {
  if (manifest?.catalog === id) return true;
  const graph = files.find(({ name }) => name.endsWith('.onnx')) ?? files[0];
  return Object.values(manifest?.files ?? {}).some(({ sha256 }) => sha256 === graph?.sha256);
}

function sizeOf({ files }: CatalogPack): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}
