/** The packs, as this window knows them, and what is under way with them. */
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import {
  addPack,
  endDownload,
  listPacks,
  mapModel,
  measurePack,
  removePack,
  runPack,
  startDownload,
  type Pack,
  type PackFile,
  type PackList,
  type Run,
} from '../api/packs.ts';
import { notify, report } from '../store/notices.ts';
import { dialogs } from '../ui/dialogs.ts';

export interface Upload {
  /** 0 to 1. */
  readonly share: number;
  readonly cancel: () => void;
}

interface PacksState extends PackList {
  readonly loaded: boolean;
  readonly upload: Upload | null;
  /** Why the last files were not taken. */
  readonly refusal: string | null;
  /** Ids of packs that are being measured. */
  readonly measuring: ReadonlySet<string>;
}

export const packs = createStore<PacksState>(() => ({
  packs: [],
  models: [],
  catalog: [],
  providers: ['cpu'],
  loaded: false,
  upload: null,
  refusal: null,
  measuring: new Set(),
}));

const ready = (list: readonly Pack[]): string =>
  list
    .filter(({ loaded }) => loaded)
    .map(({ id }) => id)
    .join(' ');

/** Asks anew; where packs have come or gone, the voices too. */
export async function loadPacks(): Promise<void> {
  const before = packs.getState();
  const now = await listPacks();
  packs.setState({ ...now, loaded: true });
  if (!before.loaded || ready(before.packs) === ready(now.packs)) return;
  // The library's code is not needed for the first page.
  const { loadLibrary } = await import('../voices/library.ts');
  await loadLibrary();
}

/** The pack of that id, once it is known. */
export function usePack(id: string | undefined): Pack | undefined {
  useEffect(() => {
    if (!packs.getState().loaded) loadPacks().catch(report);
  }, []);
  return useStore(packs, (state) => state.packs.find((pack) => pack.id === id));
}

const busy = (): boolean =>
  packs.getState().catalog.some(({ download }) => download?.state === 'running' || download?.state === 'adding');

const OFTEN = 400;
const SELDOM = 2500;

/** Keeps the list fresh while it is looked at: the command line may add packs, and downloads go on. */
export function useFreshPacks(): void {
  useEffect(() => {
    let timer = 0;
    let gone = false;
    const look = (): void => {
      loadPacks()
        .catch(report)
        .finally(() => {
          if (!gone) timer = window.setTimeout(look, busy() ? OFTEN : SELDOM);
        });
    };
    look();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, []);
}

/** The library, searched for the voices of a pack. */
async function showVoices(name: string): Promise<void> {
  const { showTab } = await import('../voices/tabs.ts');
  showTab('library', name);
  dialogs.open('voices');
}

/** Sends the files of a pack; a refusal stays to be read. */
export async function add(files: readonly PackFile[]): Promise<void> {
  if (packs.getState().upload) return;
  const abort = new AbortController();
  const cancel = (): void => abort.abort();
  const tell = (share: number): void => packs.setState({ upload: { share, cancel } });
  packs.setState({ refusal: null });
  tell(0);
  try {
    const pack = await addPack(files, tell, abort.signal);
    notify(
      {
        kind: 'info',
        key: 'packs.added',
        values: { name: pack.name, count: pack.voices.length },
        action: { key: 'packs.added.show', run: () => void showVoices(pack.name).catch(report) },
      },
      12,
    );
    await loadPacks();
    void measure(pack.id);
  } catch (error) {
    if (!abort.signal.aborted) packs.setState({ refusal: error instanceof Error ? error.message : String(error) });
  } finally {
    packs.setState({ upload: null });
  }
}

export async function remove(id: string): Promise<void> {
  await removePack(id);
  await loadPacks();
}

/** Has a pack say its sentence. Never rejects. */
export async function measure(id: string): Promise<void> {
  const mark = (on: boolean): void =>
    packs.setState(({ measuring }) => {
      const others = [...measuring].filter((one) => one !== id);
      return { measuring: new Set(on ? [...others, id] : others) };
    });
  mark(true);
  try {
    await measurePack(id);
    await loadPacks();
  } catch (error) {
    report(error);
  } finally {
    mark(false);
  }
}

/** Has a pack run otherwise, and measures it anew. */
export async function runAs(id: string, run: Run): Promise<void> {
  await runPack(id, run);
  await loadPacks();
  await measure(id);
}

export async function choosePack(model: string, pack: string | null): Promise<void> {
  await mapModel(model, pack);
  await loadPacks();
}

export async function download(id: string): Promise<void> {
  await startDownload(id);
  await loadPacks();
}

export async function stopDownload(id: string): Promise<void> {
  await endDownload(id);
  await loadPacks();
}
