import { importCsv } from './csv.ts';
import { importFountain } from './fountain.ts';
import { importMarkdown } from './markdown.ts';
import { importPlain } from './plain.ts';
import { importSubtitles } from './subtitles.ts';

const IMPORTERS: Readonly<Record<string, (text: string) => string>> = {
  txt: importPlain,
  text: importPlain,
  md: importMarkdown,
  markdown: importMarkdown,
  fountain: importFountain,
  spmd: importFountain,
  srt: importSubtitles,
  vtt: importSubtitles,
  csv: importCsv,
  tsv: importCsv,
};

/** For the file picker. */
export const IMPORTABLE = Object.keys(IMPORTERS).map((extension) => `.${extension}`);

export const extensionOf = (name: string): string => /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';

/** A file of another program as a script, or null when its kind is not known. */
export function importScript(fileName: string, text: string): string | null {
  return IMPORTERS[extensionOf(fileName)]?.(text) ?? null;
}

/** Bytes of a text file: UTF-8, or UTF-16 by its mark, or else Windows-1252, which many subtitle files are in. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
