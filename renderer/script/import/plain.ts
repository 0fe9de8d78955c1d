/** Text from a word processor, a mail or a web page, as a script wants it: plain spaces, one line per line. */
export function cleanText(text: string): string {
  return (
    text
      .replace(/^\uFEFF/, '')
      .replace(/\r\n?|[\u2028\u2029\u000b\u000c\u0085]/g, '\n')
      .replace(/[\u00a0\u2007\u202f]/g, ' ')
      // Soft hyphens, zero-width spaces and direction marks are invisible, and no one says them.
      .replace(/[\u00ad\u200b\u2060\ufeff\u200e\u200f]/g, '')
      .replace(/[\u0000-\u0008\u000e-\u001f\u007f]/g, '')
      // "ANNA<tab>Hello": two columns of a table or of a stage script.
      .replace(/^([ ]*\p{L}[\p{L}\p{M}\p{N} .'’-]{0,39}?):?\t+(?=\S)/gmu, (whole, name: string) =>
        name.trim() === name.trim().toUpperCase() ? `${name.trim()}: ` : whole.replace(/\t+/g, ' '),
      )
      .replace(/\t/g, ' ')
      .replace(/[ ]+$/gm, '')
  );
}

export function importPlain(text: string): string {
  return cleanText(text)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
