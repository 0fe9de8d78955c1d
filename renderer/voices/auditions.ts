/** The voices that are auditioned: asked for, heard, compared, kept; and the tree of what came from what, on the disk. */
import { createStore } from 'zustand/vanilla';
import type { AuditionNode, AuditionRequest } from '../../engine/contract/audition.ts';
import { LIMITS } from '../../engine/contract/limits.ts';
import type { VoiceCard } from '../../engine/contract/voice-card.ts';
import { fromBase64 } from '../api/events.ts';
import { STUDIO_RATE } from '../api/speech.ts';
import {
  auditionAudio,
  changeAudition,
  designVoices,
  listAuditions,
  putAudition,
  removeAudition,
  speakCard,
} from '../api/voices.ts';
import { freshSeed } from '../store/lines.ts';
import { notify, report } from '../store/notices.ts';
import { settings } from '../store/settings.ts';
import { neighbour, randomOf } from './card.ts';
import { clipOf, silence, type Clip } from './sound.ts';
import { previewText } from './prompts.ts';
import { readWav, writeWav } from './wav.ts';

const design = LIMITS.voiceDesign;

interface Auditions {
  readonly nodes: readonly AuditionNode[];
  readonly loaded: boolean;
  /** The request whose candidates are on the stage. */
  readonly batch: string | null;
  /** What is being made, and how to stop it. */
  readonly busy: AbortController | null;
  readonly draft: AuditionRequest;
  /** The next request draws with the seed that is shown; otherwise with a fresh one. */
  readonly sameSeed: boolean;
  /** Whose words are being changed. */
  readonly from: AuditionNode | null;
  /** A blind comparison: candidates in the order in which they are heard, and the ranking so far. */
  readonly blind: {
    readonly order: readonly string[];
    readonly ranking: readonly string[];
    readonly shown: boolean;
  } | null;
}

export const auditions = createStore<Auditions>(() => ({
  nodes: [],
  loaded: false,
  batch: null,
  busy: null,
  draft: {
    prompt: '',
    language: null,
    text: '',
    count: design.n.max,
    seed: freshSeed(),
    steps: design.numStep.default,
    guidance: design.guidanceScale.default,
    promptGuidance: design.instructGuidanceScale.default,
  },
  sameSeed: false,
  from: null,
  blind: null,
}));

const clips = new Map<string, Promise<Clip>>();

/** The sound of a node, fetched when it is first wanted. */
export function clipFor(id: string): Promise<Clip> {
  let clip = clips.get(id);
  if (!clip) {
    clip = auditionAudio(id).then((bytes) => {
      const { samples, rate } = readWav(new Uint8Array(bytes));
      return clipOf(samples, rate);
    });
    clip.catch(() => clips.delete(id));
    clips.set(id, clip);
  }
  return clip;
}

const id = (): string => crypto.randomUUID().replaceAll('-', '').slice(0, 16);

export const nodeNamed = (wanted: string | null): AuditionNode | undefined =>
  auditions.getState().nodes.find((node) => node.id === wanted);

/** The candidates of one request, in their order. */
export const batchOf = (nodes: readonly AuditionNode[], batch: string | null): readonly AuditionNode[] =>
  nodes.filter((node) => node.batch === batch).sort((a, b) => a.index - b.index);

export async function loadAuditions(): Promise<void> {
  if (auditions.getState().loaded) return;
  const nodes = await listAuditions();
  const last = nodes.at(-1);
  auditions.setState(({ draft }) => ({
    nodes,
    loaded: true,
    batch: last?.batch ?? null,
    draft: last && draft.prompt === '' ? { ...last.request } : draft,
  }));
}

export function setDraft(fields: Partial<AuditionRequest>): void {
  auditions.setState(({ draft }) => ({ draft: { ...draft, ...fields } }));
}

/** Runs one request at a time; a second one ends the first. */
async function making(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  auditions.getState().busy?.abort();
  const abort = new AbortController();
  auditions.setState({ busy: abort, blind: null });
  silence();
  try {
    await work(abort.signal);
  } catch (error) {
    if (!abort.signal.aborted) report(error);
  } finally {
    if (auditions.getState().busy === abort) auditions.setState({ busy: null });
  }
}

export function stopMaking(): void {
  auditions.getState().busy?.abort();
}

/** A node joins the tree at once; that it is on the disk is told only when it is not. */
function add(node: AuditionNode, wav: Uint8Array, clip: Clip): void {
  clips.set(node.id, Promise.resolve(clip));
  auditions.setState(({ nodes }) => ({ nodes: [...nodes, node], batch: node.batch }));
  putAudition(node, wav).catch(report);
}

/** Asks voice design for what the form says. */
export function ask(): Promise<void> {
  return making(async (signal) => {
    const { draft, sameSeed, from } = auditions.getState();
    const request = sameSeed ? draft : { ...draft, seed: freshSeed() };
    setDraft({ seed: request.seed });
    const batch = id();
    for (const { index, audio_base64: audio } of await designVoices(request, signal)) {
      const wav = fromBase64(audio);
      const { samples, rate, card } = readWav(wav);
      if (!card) throw new Error('This candidate came without its voice card.');
      const clip = clipOf(samples, rate);
      const made = { request, card, seconds: clip.seconds, batch, index };
      add(newNode({ ...made, parent: from?.id ?? null, how: from ? 'words' : 'prompt' }), wav, clip);
    }
    auditions.setState({ from: null });
  });
}

type NodeFields = Pick<AuditionNode, 'request' | 'card' | 'seconds' | 'batch' | 'index' | 'parent' | 'how'> &
  Partial<AuditionNode>;

function newNode(fields: NodeFields): AuditionNode {
  return { id: id(), kept: false, rank: null, of: [], made: Date.now(), ...fields };
}

/** Text that a card reads when it is tried: what the form says, or a sentence of the language. */
export function textFor(request: Pick<AuditionRequest, 'text' | 'language'>): string {
  return request.text.trim() || previewText(request.language ?? settings.getState().language);
}

/** Has cards speak, one after another, and puts them on the stage as one batch. */
async function speakAll(
  cards: readonly VoiceCard[],
  request: AuditionRequest,
  fields: Pick<AuditionNode, 'parent' | 'how'> & Partial<AuditionNode>,
  signal: AbortSignal,
): Promise<AuditionNode[]> {
  const batch = id();
  const made: AuditionNode[] = [];
  for (const [index, card] of cards.entries()) {
    const samples = await speakCard(card, textFor(request), 7, request.language, signal);
    signal.throwIfAborted();
    const clip = clipOf(samples, STUDIO_RATE);
    const node = newNode({ ...fields, request, card, batch, index, seconds: clip.seconds });
    add(node, writeWav(samples, STUDIO_RATE), clip);
    made.push(node);
  }
  return made;
}

/** Voices near a node. */
export function moreLike(node: AuditionNode): Promise<void> {
  return making(async (signal) => {
    const seed = freshSeed();
    const random = randomOf(seed);
    const { count, text, language } = auditions.getState().draft;
    const cards = Array.from({ length: count }, () => neighbour(node.card, Math.floor(random() * 2 ** 32)));
    const request = { ...node.request, count, text, language, seed };
    await speakAll(cards, request, { parent: node.id, how: 'like' }, signal);
  });
}

/** Puts one voice on the stage: one of the library, a mixture, or a card that was moved by hand. */
export function stage(
  card: VoiceCard,
  fields: Pick<AuditionNode, 'parent' | 'how'> & Partial<AuditionNode>,
): Promise<void> {
  return making(async (signal) => {
    const parent = nodeNamed(fields.parent);
    const { draft } = auditions.getState();
    const request = { ...draft, prompt: parent?.request.prompt ?? '', count: 1 };
    await speakAll([card], request, fields, signal);
  });
}

/** Takes a node's prompt into the form, to change a word of it and draw with the same seed. */
export function changeWords(node: AuditionNode): void {
  auditions.setState({ draft: { ...node.request }, sameSeed: true, from: node });
}

export function change(node: AuditionNode, fields: Partial<AuditionNode>): void {
  const changed = { ...node, ...fields };
  auditions.setState(({ nodes }) => ({ nodes: nodes.map((one) => (one.id === node.id ? changed : one)) }));
  changeAudition(changed).catch(report);
}

/** Takes a node away; it can be brought back for as long as the message is there. */
export async function discard(node: AuditionNode): Promise<void> {
  const clip = await clipFor(node.id);
  silence();
  auditions.setState(({ nodes, blind }) => ({
    nodes: nodes.filter(({ id: other }) => other !== node.id),
    blind: blind?.order.includes(node.id) ? null : blind,
  }));
  await removeAudition(node.id);
  notify({
    kind: 'info',
    key: 'audition.discarded',
    action: {
      key: 'edit.undo',
      run: () => {
        auditions.setState(({ nodes }) => ({ nodes: [...nodes, node].sort((a, b) => a.made - b.made) }));
        putAudition(node, writeWav(clip.samples, clip.rate)).catch(report);
      },
    },
  });
}

/** Begins a blind comparison of the candidates on the stage: shuffled, without names. */
export function goBlind(): void {
  const { nodes, batch } = auditions.getState();
  const order = batchOf(nodes, batch).map((node) => node.id);
  const random = randomOf(freshSeed());
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  silence();
  auditions.setState({ blind: { order, ranking: [], shown: false } });
}

/** The next best is this one; when all have a place they are shown, and the places are kept. */
export function rank(nodeId: string): void {
  const { blind } = auditions.getState();
  if (!blind || blind.shown) return;
  const ranking = blind.ranking.includes(nodeId)
    ? blind.ranking.filter((one) => one !== nodeId)
    : [...blind.ranking, nodeId];
  const left = blind.order.filter((one) => !ranking.includes(one));
  const whole = left.length === 1 ? [...ranking, ...left] : ranking;
  const shown = whole.length === blind.order.length;
  auditions.setState({ blind: { ...blind, ranking: whole, shown } });
  if (!shown) return;
  for (const [place, one] of whole.entries()) {
    const node = nodeNamed(one);
    if (node) change(node, { rank: place + 1 });
  }
}

export function endBlind(): void {
  silence();
  auditions.setState({ blind: null });
}
