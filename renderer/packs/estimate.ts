/** How long speaking a scene takes on this computer. Pure. */
import type { HouseVoice } from '../../engine/contract/voice-card.ts';
import type { SceneCue, SceneSpeaker } from '../../engine/contract/scene.ts';
import type { Pack } from '../api/packs.ts';
import type { Cue } from '../script/identity.ts';
import { basisOf, currentTake, expectedSeconds, isSpeakable } from '../store/lines.ts';

/** What one pack has to say in a scene. */
export interface Part {
  readonly pack: string;
  readonly lines: number;
  /** Seconds of speech, as they are guessed before it is rendered. */
  readonly seconds: number;
  /** Of that, what has no take yet. */
  readonly missing: number;
}

export interface SceneParts {
  readonly cues: readonly Cue[];
  readonly takesOf: (cue: Cue) => SceneCue;
  readonly speakerFor: (key: string) => SceneSpeaker;
  readonly voices: readonly HouseVoice[];
  /** Who speaks for a speaker without a voice. */
  readonly usual: string;
}

/** Lines and seconds by the pack of their speaker's voice, in the order in which they come up. */
export function partsOf({ cues, takesOf, speakerFor, voices, usual }: SceneParts): readonly Part[] {
  const packOf = new Map(voices.map(({ id, card }) => [id, card.pack]));
  const parts = new Map<string, Part>();
  for (const cue of cues) {
    const speaker = speakerFor(cue.speaker);
    if (!isSpeakable(cue, speaker)) continue;
    const pack = packOf.get(speaker.voice ?? '') ?? usual;
    const { lines, seconds, missing } = parts.get(pack) ?? { lines: 0, seconds: 0, missing: 0 };
    const more = expectedSeconds(cue, speaker);
    const there = currentTake(takesOf(cue), basisOf(cue, speaker)) !== undefined;
    parts.set(pack, { pack, lines: lines + 1, seconds: seconds + more, missing: missing + (there ? 0 : more) });
  }
  return [...parts.values()];
}

/** Names of the packs that speak in a scene and were never measured: without them its time is not known. */
export function unmeasuredOf(parts: readonly Part[], packs: readonly Pack[]): readonly string[] {
  const speaking = new Set(parts.map(({ pack }) => pack));
  return packs.filter(({ id, speed }) => speed === null && speaking.has(id)).map(({ name }) => name);
}

/** Seconds of work for the whole scene and for what is missing; null where a pack of it was never measured. */
export function workOf(
  parts: readonly Part[],
  packs: readonly Pack[],
): { readonly all: number; readonly missing: number } | null {
  let all = 0;
  let missing = 0;
  for (const part of parts) {
    const factor = packs.find(({ id }) => id === part.pack)?.speed?.factor;
    if (factor === undefined) return null;
    all += part.seconds * factor;
    missing += part.missing * factor;
  }
  return { all, missing };
}
