import { type FSWatcher, mkdirSync, watch } from 'node:fs';
import { DramatisError } from '../../../engine/contract/errors.ts';
import { type CardControl, controlsOf, type PackManifest, PackRun } from '../../../engine/contract/pack.ts';
import { PackSpeeds, type PackSpeed } from '../../library/pack-speeds.ts';
import { type AddedPack, PackStore } from '../../library/packs/index.ts';
import type { ServerContext } from '../context.ts';

/** A pack as the studio shows it. */
export interface PackEntry extends Omit<PackManifest, 'format' | 'files' | 'family' | 'tuned'> {
  /** null: its manifest cannot be read. */
  readonly family: PackManifest['family'] | null;
  readonly bytes: number;
  /** What cards can change of its voices. */
  readonly controls: readonly CardControl[];
  readonly voices: readonly { readonly id: string; readonly name: string; readonly language: string }[];
  /** Came with the program, so it cannot be removed. */
  readonly builtIn: boolean;
  /** Whether the engine has it. */
  readonly loaded: boolean;
  /** Why it cannot be used; null where nothing is known against it. */
  readonly problem: string | null;
  readonly speed: PackSpeed | null;
  /** How it runs; null: that cannot be chosen. */
  readonly run: PackRun | null;
}

const USUAL_RUN = PackRun.parse({});
/** A pack appears in one step, but the step is told of several times. */
const SETTLE_MS = 200;

/**
 * The packs of a running server. What lies in the data folder is what the engine has: a pack that another program (the
 * command line) adds or removes there is taken in or let go as one of the studio's own.
 */
export class Packs {
  readonly store: PackStore;
  readonly speeds: PackSpeeds;
  /** Why the engine did not take a pack, by its id. */
  private readonly refused = new Map<string, string>();
  private watcher: FSWatcher | null = null;
  private timer: NodeJS.Timeout | undefined;
  private syncing: Promise<void> = Promise.resolve();
  /** Packs of the folder when it was last looked at: what the engine has beside them came with the program. */
  private wasHere: ReadonlySet<string>;

  constructor(private readonly context: ServerContext) {
    const { paths } = context.library;
    this.store = new PackStore(paths.packs);
    this.speeds = new PackSpeeds(paths.root);
    this.wasHere = new Set(this.store.list().map(({ id }) => id));
  }

  /** Follows the folder until `close`. */
  follow(): void {
    if (!this.context.engine.addPack) return;
    const { packs } = this.context.library.paths;
    mkdirSync(packs, { recursive: true });
    this.watcher = watch(packs, { persistent: false }, () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => void this.sync(), SETTLE_MS);
      this.timer.unref();
    });
    // A system that tells nothing of its folders: packs of other programs are then there at the next start.
    this.watcher.on('error', () => this.watcher?.close());
  }

  close(): void {
    clearTimeout(this.timer);
    this.watcher?.close();
  }

  /**
   * Has the engine try what it has not, so that a pack which it passed over at its start tells why. What lies in the folder,
   * read once where nothing was untried. Never rejects.
   */
  async settle(): Promise<readonly AddedPack[]> {
    const { engine } = this.context;
    const added = this.store.list();
    if (engine.state !== 'ready' || !engine.addPack) return added;
    const has = new Set((engine.packs?.() ?? []).map(({ manifest }) => manifest.id));
    if (!added.some((pack) => pack.problem === null && !has.has(pack.id) && !this.refused.has(pack.id))) return added;
    await this.sync();
    return this.store.list();
  }

  /** Those that came with the program first. `added`: what lies in the folder. */
  list(added: readonly AddedPack[] = this.store.list()): readonly PackEntry[] {
    const loaded = new Map((this.context.engine.packs?.() ?? []).map((info) => [info.manifest.id, info]));
    const ids = new Set(added.map(({ id }) => id));
    const builtIn = [...loaded.values()]
      .filter(({ manifest }) => !ids.has(manifest.id))
      .map(({ manifest }) => this.entry(manifest, { builtIn: true, problem: null }));
    const others = added.map(({ id, manifest, problem }) =>
      this.entry(loaded.get(id)?.manifest ?? manifest ?? { ...UNREADABLE, id, name: id }, {
        builtIn: false,
        problem: problem ?? this.refused.get(id) ?? null,
      }),
    );
    return [...builtIn, ...others];
  }

  /** @throws DramatisError not_found */
  find(id: string): PackEntry {
    const pack = this.list().find((one) => one.id === id);
    if (!pack) throw new DramatisError('not_found', `There is no pack ${JSON.stringify(id.slice(0, 80))}.`);
    return pack;
  }

  /**
   * Adds the pack that `paths` are, which are ours and not a person's; its voices can speak when it resolves. The id.
   * `catalog`: what it was downloaded as.
   * @throws DramatisError invalid_parameter with the reason, cancelled, engine_unavailable
   */
  async add(paths: readonly string[], signal: AbortSignal, catalog?: string): Promise<string> {
    const { engine } = this.context;
    if (!engine.probe || !engine.addPack)
      throw new DramatisError('engine_unavailable', 'This server cannot take in packs while it runs.');
    const probe = engine.probe.bind(engine);
    const { id } = await this.store.add(paths, (folder) => probe(folder, signal), { catalog, ours: true, signal });
    await this.sync();
    const why = this.refused.get(id);
    if (why === undefined && !signal.aborted) return id;
    await this.remove(id);
    if (why === undefined) throw new DramatisError('cancelled', 'Adding the pack was cancelled.');
    throw new DramatisError('invalid_parameter', why);
  }

  /** Deletes a pack that was added, and what was set for it. @throws DramatisError not_found, invalid_parameter */
  async remove(id: string): Promise<void> {
    if (this.find(id).builtIn)
      throw new DramatisError('invalid_parameter', `The pack ${id} is part of the program and cannot be removed.`);
    await this.store.remove(id);
    await this.sync();
    await this.speeds.set(id, null);
    const { settings } = this.context;
    const { packs, packRuns } = settings.read();
    const { [id]: run, ...otherRuns } = packRuns;
    const kept = Object.entries(packs).filter(([, pack]) => pack !== id);
    if (run !== undefined || kept.length < Object.keys(packs).length)
      await settings.change({ packs: Object.fromEntries(kept), packRuns: otherRuns });
  }

  /**
   * Says how a pack that was added runs, and has the engine load it anew; what was measured of it no longer holds.
   * @throws DramatisError not_found, invalid_parameter, engine_unavailable
   */
  async runAs(id: string, run: PackRun): Promise<void> {
    const { settings, engine } = this.context;
    const pack = this.store.list().find((one) => one.id === id);
    if (this.find(id).builtIn || !pack)
      throw new DramatisError('invalid_parameter', `How the pack ${id} runs cannot be chosen.`);
    const { [id]: _, ...others } = settings.read().packRuns;
    const usual = JSON.stringify(run) === JSON.stringify(USUAL_RUN);
    await settings.change({ packRuns: usual ? others : { ...others, [id]: run } });
    await this.speeds.set(id, null);
    if (pack.problem === null) await engine.addPack?.(pack.folder);
  }

  /** Has the engine take in what is new in the folder, and let go what is no longer there. Never rejects. */
  sync(): Promise<void> {
    this.syncing = this.syncing.then(() => this.syncNow());
    return this.syncing;
  }

  private async syncNow(): Promise<void> {
    const { engine } = this.context;
    const here = this.store.list();
    const has = new Map((engine.packs?.() ?? []).map(({ manifest }) => [manifest.id, manifest]));
    for (const { id, folder, problem, manifest } of here) {
      if (problem !== null || (has.has(id) && sameFiles(has.get(id), manifest))) continue;
      await engine
        .addPack?.(folder)
        .then(() => this.refused.delete(id))
        .catch((error: unknown) => this.refused.set(id, error instanceof Error ? error.message : String(error)));
    }
    for (const id of this.wasHere) if (!here.some((pack) => pack.id === id)) await this.letGo(id);
    this.wasHere = new Set(here.map(({ id }) => id));
  }

  private async letGo(id: string): Promise<void> {
    this.refused.delete(id);
    // An engine that is gone has let go of it already.
    await this.context.engine.dropPack?.(id).catch(() => undefined);
  }

  private entry(about: About, facts: Pick<PackEntry, 'builtIn' | 'problem'>): PackEntry {
    const { engine } = this.context;
    const { id, name, version, family, licence, description, sampleRate, languages, capabilities, files = {} } = about;
    return {
      ...{ id, name, version, family, licence, sampleRate, languages, capabilities, ...facts },
      ...(description === undefined ? {} : { description }),
      bytes: Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0),
      voices: engine
        .voices()
        .filter(({ card }) => card.pack === id)
        .map((voice) => ({ id: voice.id, name: voice.name, language: voice.card.accent })),
      controls: family === null ? [] : controlsOf(family),
      loaded: (engine.packs?.() ?? []).some(({ manifest }) => manifest.id === id),
      speed: this.speeds.of(id),
      run: facts.builtIn ? null : (this.context.settings.read().packRuns[id] ?? USUAL_RUN),
    };
  }
}

/** A manifest, or as much as is known of one. */
type About = Omit<PackManifest, 'format' | 'family' | 'files' | 'tuned'> & {
  readonly family: PackManifest['family'] | null;
  readonly files?: PackManifest['files'];
};

function sameFiles(a: PackManifest | undefined, b: PackManifest | null): boolean {
  return JSON.stringify(a?.files) === JSON.stringify(b?.files);
}

/** What is known of a folder whose manifest cannot be read. */
const UNREADABLE = {
  family: null,
  version: '',
  licence: '',
  sampleRate: 0,
  languages: [],
  capabilities: { clone: false, design: false, mix: false, exactTimes: false, expression: false },
};
