/** Audio formats of the contract, their sample rates (Hz), bitrates and content types. */
export const FORMATS = {
  wav: { rates: [8000, 16000, 24000, 32000, 44100], defaultRate: 44100, contentType: 'audio/wav' },
  pcm: { rates: [8000, 16000, 24000, 32000, 44100], defaultRate: 44100, contentType: 'audio/pcm' },
  mp3: { rates: [32000, 44100], defaultRate: 44100, contentType: 'audio/mpeg' },
  opus: { rates: [48000], defaultRate: 48000, contentType: 'audio/ogg' },
} as const;

export type FormatName = keyof typeof FORMATS;

/** kbps, constant bitrate. */
export const MP3_BITRATES = [64, 128, 192] as const;
/** bps; -1000 lets the encoder choose (near 32 kbps for mono speech). */
export const OPUS_BITRATES = [-1000, 24000, 32000, 48000, 64000] as const;

export type Mp3Bitrate = (typeof MP3_BITRATES)[number];
export type OpusBitrate = (typeof OPUS_BITRATES)[number];

/** A complete, valid choice of encoder. `sampleRate` in Hz. All audio is mono, 16 bit where it is PCM. */
export type OutputFormat =
  | { readonly format: 'wav' | 'pcm'; readonly sampleRate: number }
  | { readonly format: 'mp3'; readonly sampleRate: number; readonly bitrate: Mp3Bitrate }
  | { readonly format: 'opus'; readonly sampleRate: 48000; readonly bitrate: OpusBitrate };
