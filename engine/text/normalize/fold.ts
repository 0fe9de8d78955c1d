/** Wide and foreign digits, wide letters and odd spaces, each one character. */
const FOLDED = /[\u00a0\u00ad\u2000-\u200f\u2028-\u202f\u205f-\u2064\ufeff\u2080-\u2089\uff01-\uff5e٠-٩۰-۹०-९]/g;
/** Lone surrogates, private and control characters. */
const UNSAID = /[\p{Cs}\p{Co}\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffd\ufff9-\ufffb]/gu;

/** The text with plain digits, letters and spaces; every place in it stays what it was. */
export function fold(text: string): string {
  return text.replace(FOLDED, foldCharacter).replace(UNSAID, (char) => ' '.repeat(char.length));
}

function foldCharacter(char: string): string {
  const code = char.charCodeAt(0);
  if (code >= 0xff01 && code <= 0xff5e) {
    return /[！，．：；？（）～]/.test(char) ? char : String.fromCharCode(code - 0xfee0);
  }
  for (const zero of [0x660, 0x6f0, 0x966, 0x2080]) if (code >= zero && code <= zero + 9) return String(code - zero);
  return ' ';
}
