import { withoutTags, type Spoken } from './spoken.ts';

function clock(seconds: number, separator: ',' | '.'): string {
  const ms = Math.max(0, Math.round(seconds * 1000));
  const pad = (value: number, width = 2): string => String(value).padStart(width, '0');
  const whole = Math.floor(ms / 1000);
  return `${pad(Math.floor(whole / 3600))}:${pad(Math.floor(whole / 60) % 60)}:${pad(whole % 60)}${separator}${pad(ms % 1000, 3)}`;
}

/** SubRip. The speaker stands before the words, as is usual where several speak. */
export function toSrt(lines: readonly Spoken[]): string {
  return lines
    .map(
      ({ start, end, speaker, text }, index) =>
        `${index + 1}\n${clock(start, ',')} --> ${clock(end, ',')}\n${speaker}: ${withoutTags(text)}\n`,
    )
    .join('\n');
}

/** WebVTT (W3C), the speaker as a voice span. */
export function toVtt(lines: readonly Spoken[]): string {
  const escape = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  const cues = lines.map(
    ({ start, end, speaker, text }) =>
      `${clock(start, '.')} --> ${clock(end, '.')}\n<v ${escape(speaker)}>${escape(withoutTags(text))}\n`,
  );
  return `WEBVTT\n\n${cues.join('\n')}`;
}
