import { z } from 'zod';
import { FORMATS, MP3_BITRATES, OPUS_BITRATES, type OutputFormat } from '../../../engine/contract/formats.ts';
import { DramatisError } from '../../../engine/contract/errors.ts';
import { TakeKey } from '../../../engine/contract/scene.ts';

export const ExportClip = z.strictObject({
  take: TakeKey,
  start: z.number().min(0).max(360_000),
  level: z.number().min(-60).max(24),
  speaker: z.string().min(1).max(80),
  text: z.string().max(200_000),
  line: z.string().max(40),
  seed: z.number().int().min(0).max(4_294_967_295),
  voice: z.string().nullable(),
  request: z.record(z.string(), z.unknown()),
});
export type ExportClip = z.output<typeof ExportClip>;

/** What is written: which files, in what format. */
export const ExportOrder = z.strictObject({
  title: z.string().min(1).max(200),
  layout: z.enum(['mix', 'lines', 'stems']),
  format: z.enum(['wav', 'pcm', 'mp3', 'opus']),
  sampleRate: z.number().int(),
  bitrate: z.number().int().nullable(),
  srt: z.boolean(),
  vtt: z.boolean(),
  manifest: z.boolean(),
  clips: z.array(ExportClip).min(1, 'at least one line').max(200_000),
});
export type ExportOrder = z.output<typeof ExportOrder>;

/** @throws DramatisError invalid_parameter when rate or bitrate do not suit the format */
export function outputOf({ format, sampleRate, bitrate }: ExportOrder): OutputFormat {
  const { rates } = FORMATS[format];
  if (!(rates as readonly number[]).includes(sampleRate)) throw wrong('sampleRate', sampleRate, rates.join(', '));
  switch (format) {
    case 'wav':
    case 'pcm':
      return { format, sampleRate };
    case 'mp3': {
      const found = MP3_BITRATES.find((one) => one === bitrate);
      if (found === undefined) throw wrong('bitrate', bitrate, MP3_BITRATES.join(', '));
      return { format, sampleRate, bitrate: found };
    }
    case 'opus': {
      const found = OPUS_BITRATES.find((one) => one === bitrate);
      if (found === undefined) throw wrong('bitrate', bitrate, OPUS_BITRATES.join(', '));
      return { format, sampleRate: 48_000, bitrate: found };
    }
  }
}

const wrong = (field: string, value: unknown, allowed: string): DramatisError =>
  new DramatisError('invalid_parameter', `${field}: ${String(value)} is not allowed; it must be one of ${allowed}.`);
