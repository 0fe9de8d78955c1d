/** The voices of the library, as this window knows them; changes go to the server and come back from it. */
import { createStore } from 'zustand/vanilla';
import {
  abilities,
  changeModel,
  createModel,
  deleteModel,
  exportModel,
  importModel,
  listModels,
  type Abilities,
  type Model,
  type ModelChange,
  type NewModel,
} from '../api/voices.ts';
import { listVoices } from '../api/studio.ts';
import { voices } from '../store/cast.ts';
import { notify, report } from '../store/notices.ts';
import type { SceneSnapshot } from '../store/document.ts';

interface LibraryState {
  readonly models: readonly Model[];
  readonly abilities: Abilities;
  readonly loaded: boolean;
}

const NONE: Abilities = { design: false, clone: false, makers: [], mix: false, languages: [] };
export const library = createStore<LibraryState>(() => ({ models: [], abilities: NONE, loaded: false }));

/** Asks anew; the cast's list of voices too. */
export async function loadLibrary(): Promise<void> {
  const [models, can, { voices: list }] = await Promise.all([listModels(), abilities(), listVoices()]);
  library.setState({ models, abilities: can, loaded: true });
  if (list.length > 0) voices.setState({ list, loaded: true });
}

export const modelNamed = (id: string): Model | undefined =>
  library.getState().models.find((model) => model._id === id);

export async function saveVoice(voice: NewModel): Promise<Model> {
  const model = await createModel(voice);
  await loadLibrary();
  return model;
}

export async function changeVoice(id: string, change: ModelChange): Promise<void> {
  await changeModel(id, change);
  await loadLibrary();
}

export const duplicateVoice = (model: Model, title: string): Promise<Model> =>
  saveVoice({
    title,
    description: model.description,
    tags: model.tags.slice(0, 32),
    languages: model.languages,
    card: model.dramatis.card,
    origin: { kind: 'edited', from: model._id },
  });

/** Takes a voice away; it can be brought back, under a new id that the scene's speakers get, while the message is there. */
export async function removeVoice(model: Model, giveBack: (from: string, to: string) => void): Promise<void> {
  const bytes = await exportModel(model._id);
  await deleteModel(model._id);
  await loadLibrary();
  const undo = async (): Promise<void> => {
    const back = await importModel(bytes);
    if (model.marked) await changeModel(back._id, { favourite: true });
    await loadLibrary();
    giveBack(model._id, back._id);
  };
  notify(
    {
      kind: 'info',
      key: 'library.deleted',
      values: { name: model.title },
      action: { key: 'edit.undo', run: () => void undo().catch(report) },
    },
    12,
  );
}

export async function exportVoice(model: Model): Promise<void> {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([await exportModel(model._id)]));
  link.download = `${model.title.replace(/[\\/:*?"<>|]/g, '_')}.dramatis-voice`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export async function importVoice(file: File): Promise<void> {
  const model = await importModel(new Uint8Array(await file.arrayBuffer()));
  await loadLibrary();
  notify({ kind: 'info', key: 'library.imported', values: { name: model.title } });
}

/** Speakers of the open scene who speak with this voice. */
export const usedBy = (id: string, { meta, speakers }: Pick<SceneSnapshot, 'meta' | 'speakers'>): string[] =>
  [...speakers.keys()].filter((key) => meta.cast[key]?.voice === id);
