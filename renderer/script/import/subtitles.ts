import { cleanText } from './plain.ts';

const TIME = /^\s*(?:\d+:)?\d{1,2}:\d{2}[.,]\d{1,3}\s+-->\s+(?:\d+:)?\d{1,2}:\d{2}[.,]\d{1,3}/;

/** SubRip and WebVTT to a script, one line per caption. Voice spans (`<v Anna>`) become speakers. */
export function importSubtitles(text: string): string {
  const out: string[] = [];
  for (const block of cleanText(text).split(/\n\s*\n/)) {
    const lines = block.split('\n');
    const timing = lines.findIndex((line) => TIME.test(line));
    if (timing < 0) continue;
    for (const line of speech(lines.slice(timing + 1))) out.push(line);
  }
  return out.join('\n');
}

function speech(lines: readonly string[]): string[] {
  const spoken: string[] = [];
  for (const raw of lines) {
    const voice = /<v(?:\.[^\s>]*)?\s+([^>]+)>/i.exec(raw)?.[1]?.trim();
    const words = decode(raw.replace(/<[^>]*>|\{\\[^}]*\}/g, '')).trim();
    // Two speakers in one caption are written "- Yes. / - No.".
    const dash = /^[-–—]\s*/.test(words);
    const clean = words.replace(/^[-–—]\s*/, '');
    if (clean === '') continue;
    if (voice) spoken.push(`${voice}: ${clean}`);
    else if (dash || spoken.length === 0) spoken.push(clean);
    else spoken.push(`${spoken.pop() ?? ''} ${clean}`);
  }
  return spoken;
}

const decode = (text: string): string =>
  text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&nbsp;/g, ' ')
    .replace(/&amp;/g, '&');
