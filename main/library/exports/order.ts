import { FORMATS, MP3_BITRATES, OPUS_BITRATES, type OutputFormat } from '../../../engine/contract/formats.ts';
import { DramatisError } from '../../../engine/contract/errors.ts';
import type { ExportOrder } from '../../../engine/contract/studio.ts';

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
