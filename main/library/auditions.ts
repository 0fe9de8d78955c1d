import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AuditionId, AuditionNode } from '../../engine/contract/audition.ts';
import { DramatisError } from '../../engine/contract/errors.ts';
import { writeDurably } from './projects/durable.ts';

/** More than a season of casting; the oldest that nobody kept make room. */
const ROOM = 600;

/**
 * The voices that were auditioned: `auditions/<id>.json` (a node of the tree) and `<id>.wav`. A node is there once its
 * JSON is, which is written last.
 */
export class Auditions {
  private known: Promise<Map<string, AuditionNode>> | null = null;

  /** `room`: how many nodes are kept before the oldest that nobody kept make room. */
  constructor(
    private readonly folder: string,
    private readonly room = ROOM,
  ) {}

  /** All nodes, the oldest first. */
  async list(): Promise<AuditionNode[]> {
    return [...(await this.nodes()).values()].sort((a, b) => a.made - b.made || a.index - b.index);
  }

  async put(node: AuditionNode, wav: Uint8Array): Promise<void> {
    const nodes = await this.nodes();
    await mkdir(this.folder, { recursive: true });
    await writeDurably(this.path(node.id, 'wav'), wav);
    await this.write(nodes, node);
    const spare = (await this.list()).filter(({ kept, id }) => !kept && id !== node.id);
    for (const { id } of spare.slice(0, Math.max(0, nodes.size - this.room))) await this.remove(id);
  }

  /** Changes what is told of a node. @throws DramatisError not_found */
  async change(node: AuditionNode): Promise<void> {
    const nodes = await this.nodes();
    if (!nodes.has(node.id)) throw unknown(node.id);
    await this.write(nodes, node);
  }

  /** WAV. @throws DramatisError not_found */
  async audio(id: string): Promise<Uint8Array> {
    const found = (await this.nodes()).has(id) && (await readFile(this.path(id, 'wav')).catch(() => null));
    if (!found) throw unknown(id);
    return found;
  }

  /** Children of a node that goes stay; they come from nowhere then. */
  async remove(id: string): Promise<void> {
    const nodes = await this.nodes();
    await rm(this.path(id, 'json'), { force: true });
    await rm(this.path(id, 'wav'), { force: true });
    nodes.delete(id);
  }

  private async write(nodes: Map<string, AuditionNode>, node: AuditionNode): Promise<void> {
    await writeDurably(this.path(node.id, 'json'), `${JSON.stringify(node)}\n`);
    nodes.set(node.id, node);
  }

  /** @throws DramatisError invalid_parameter: an id must not lead out of the folder */
  private path(id: string, kind: 'json' | 'wav'): string {
    if (!AuditionId.safeParse(id).success)
      throw new DramatisError('invalid_parameter', 'id: it must be 16 hexadecimal digits.');
    return join(this.folder, `${id}.${kind}`);
  }

  private nodes(): Promise<Map<string, AuditionNode>> {
    return (this.known ??= this.read());
  }

  /** A node that cannot be read is left alone and not shown. */
  private async read(): Promise<Map<string, AuditionNode>> {
    const names = await readdir(this.folder).catch(() => []);
    const nodes = new Map<string, AuditionNode>();
    for (const name of names.filter((one) => one.endsWith('.json'))) {
      const node = AuditionNode.safeParse(await readJson(join(this.folder, name)));
      if (node.success && name === `${node.data.id}.json`) nodes.set(node.data.id, node.data);
    }
    return nodes;
  }
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as unknown;
  } catch {
    return null;
  }
}

function unknown(id: string): DramatisError {
  return new DramatisError('not_found', `There is no auditioned voice ${JSON.stringify(id.slice(0, 40))}.`);
}
