import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DramatisError } from '../../../engine/contract/errors.ts';
import type { ExportClip, ExportOrder, ExportStatus } from '../../../engine/contract/studio.ts';
import type { Takes } from '../takes.ts';
import { syncFolder, writeDurably } from '../projects/durable.ts';
import { toSrt, toVtt } from './captions.ts';
import { manifestOf, type Provenance } from './manifest.ts';
import { mix, TAKE_RATE } from './mix.ts';
import { outputOf } from './order.ts';
import { withoutTags, type Spoken } from './spoken.ts';
import { writeAudio, type Labels, type Written } from './write.ts';

interface Job {
  status: ExportStatus;
  readonly abort: AbortController;
  over: Promise<void>;
}

interface Part {
  readonly name: string;
  readonly clips: readonly ExportClip[];
  readonly samples: number;
  readonly voice: string;
}

/** Writes scenes into folders of `exports/`. A folder appears under its name only when everything in it is whole. */
export class Exports {
  private readonly jobs = new Map<string, Job>();

  constructor(
    private readonly folder: string,
    private readonly takes: Takes,
  ) {}

  /** @throws DramatisError invalid_parameter for an order that cannot be met */
  start(order: ExportOrder, provenance: Provenance): ExportStatus {
    const output = outputOf(order);
    const id = randomBytes(12).toString('base64url');
    const job: Job = {
      abort: new AbortController(),
      over: Promise.resolve(),
      status: {
        id,
        state: 'running',
        progress: 0,
        folder: this.folder,
        files: [],
        message: null,
        loudness: null,
        truePeak: null,
      },
    };
    this.jobs.set(id, job);
    job.over = this.run(order, output, provenance, job).catch((error: unknown) => {
      const cancelled = job.abort.signal.aborted;
      const message = error instanceof Error ? error.message : String(error);
      job.status = { ...job.status, state: cancelled ? 'cancelled' : 'failed', message: cancelled ? null : message };
    });
    return job.status;
  }

  /** @throws DramatisError not_found */
  status(id: string): ExportStatus {
    return this.job(id).status;
  }

  /** The status when nothing is written any more. */
  async finished(id: string): Promise<ExportStatus> {
    await this.job(id).over;
    return this.job(id).status;
  }

  cancel(id: string): void {
    this.job(id).abort.abort();
  }

  /** Full path of a finished file. @throws DramatisError not_found */
  fileOf(id: string, name: string): string {
    const { folder, files, state } = this.job(id).status;
    if (state !== 'done' || !files.some((file) => file.name === name))
      throw new DramatisError('not_found', 'name: there is no such file in this export.');
    return join(folder, name);
  }

  close(): void {
    for (const { abort } of this.jobs.values()) abort.abort();
  }

  private job(id: string): Job {
    const job = this.jobs.get(id);
    if (!job) throw new DramatisError('not_found', 'id: there is no such export.');
    return job;
  }

  private async run(
    order: ExportOrder,
    output: ReturnType<typeof outputOf>,
    provenance: Provenance,
    job: Job,
  ): Promise<void> {
    const { signal } = job.abort;
    const lengths = await this.lengths(order.clips, signal);
    const end = (clip: ExportClip): number => Math.round(clip.start * TAKE_RATE) + (lengths.get(clip.take) ?? 0);
    const whole = Math.max(...order.clips.map(end));
    const parts = partsOf(order, lengths, whole);
    const work = join(this.folder, `.${job.status.id}`);
    await mkdir(work, { recursive: true });
    try {
      const written: { name: string; audio: Written }[] = [];
      const total = parts.reduce((sum, { samples }) => sum + samples, 0);
      let done = 0;
      for (const part of parts) {
        const labels: Labels = { program: provenance.program, voice: part.voice, seed: part.clips[0]?.seed ?? 0 };
        const blocks = counted(
          mix(part.clips, part.samples, (key) => this.samples(key)),
          (samples) => {
            done += samples;
            job.status = { ...job.status, progress: Math.min(0.99, done / total) };
          },
        );
        const name = `${part.name}.${order.format}`;
        written.push({ name, audio: await writeAudio(join(work, name), blocks, part.samples, output, labels, signal) });
      }
      const spoken = order.clips.map((clip): Spoken => ({
        start: clip.start,
        end: end(clip) / TAKE_RATE,
        speaker: clip.speaker,
        text: clip.text,
      }));
      const title = fileName(order.title);
      const texts: [string, string][] = [];
      if (order.srt) texts.push([`${title}.srt`, toSrt(spoken)]);
      if (order.vtt) texts.push([`${title}.vtt`, toVtt(spoken)]);
      if (order.manifest)
        texts.push([`${title}.manifest.json`, `${JSON.stringify(manifestOf(order, provenance, written), null, 1)}\n`]);
      for (const [name, text] of texts) await writeDurably(join(work, name), text);
      signal.throwIfAborted();
      const folder = await this.place(work, title);
      const files = [
        ...written.map(({ name, audio }) => ({ name, bytes: audio.bytes })),
        ...texts.map(([name, text]) => ({ name, bytes: Buffer.byteLength(text) })),
      ];
      const mixed = order.layout === 'mix' ? written[0]?.audio : undefined;
      job.status = {
        ...job.status,
        state: 'done',
        progress: 1,
        folder,
        files,
        loudness: mixed && Number.isFinite(mixed.loudness) ? mixed.loudness : null,
        truePeak: mixed?.truePeak ?? null,
      };
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  }

  /** Samples of every take. @throws DramatisError not_found for one that is not there */
  private async lengths(clips: readonly ExportClip[], signal: AbortSignal): Promise<Map<string, number>> {
    const lengths = new Map<string, number>();
    for (const { take } of clips) {
      signal.throwIfAborted();
      if (!lengths.has(take)) lengths.set(take, (await this.samples(take)).length);
    }
    return lengths;
  }

  private async samples(key: string): Promise<Int16Array> {
    const take = await this.takes.get(key);
    if (!take) throw new DramatisError('not_found', 'A take of this scene is not on the disk; render its line again.');
    const { buffer, byteOffset, byteLength } = take.samples;
    return new Int16Array(buffer.slice(byteOffset, byteOffset + (byteLength & ~1)));
  }

  private async place(work: string, title: string): Promise<string> {
    for (let number = 1; ; number++) {
      const folder = join(this.folder, number === 1 ? title : `${title} ${number}`);
      if (await stat(folder).catch(() => null)) continue;
      await rename(work, folder);
      await syncFolder(this.folder);
      return folder;
    }
  }
}

const fileName = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[^\p{L}\p{N} _-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 80) || 'Scene';

function partsOf(order: ExportOrder, lengths: ReadonlyMap<string, number>, whole: number): Part[] {
  const names = (clips: readonly ExportClip[]): string =>
    [...new Set(clips.map(({ voice }) => voice ?? 'default'))].join(', ').slice(0, 200);
  switch (order.layout) {
    case 'mix':
      return [{ name: fileName(order.title), clips: order.clips, samples: whole, voice: names(order.clips) }];
    case 'stems': {
      const speakers = [...new Set(order.clips.map(({ speaker }) => speaker))];
      return speakers.map((speaker, i) => {
        const clips = order.clips.filter((clip) => clip.speaker === speaker);
        return {
          name: `${String(i + 1).padStart(2, '0')} ${fileName(speaker)}`,
          clips,
          samples: whole,
          voice: names(clips),
        };
      });
    }
    case 'lines': {
      const width = Math.max(3, String(order.clips.length).length);
      return order.clips.map((clip, i) => ({
        name: `${String(i + 1).padStart(width, '0')} ${fileName(`${clip.speaker} ${withoutTags(clip.text).slice(0, 40)}`)}`,
        clips: [{ ...clip, start: 0 }],
        samples: lengths.get(clip.take) ?? 0,
        voice: names([clip]),
      }));
    }
  }
}

async function* counted(
  blocks: AsyncIterable<Float32Array>,
  tell: (samples: number) => void,
): AsyncGenerator<Float32Array> {
  for await (const block of blocks) {
    yield block;
    tell(block.length);
    // Encoding is work of milliseconds without a pause: others who ask this server for something come first.
    await new Promise((resolve) => setImmediate(resolve));
  }
}
