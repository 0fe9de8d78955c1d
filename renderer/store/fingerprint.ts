/**
 * 128 bits of a text as 32 hexadecimal digits: MurmurHash3 (A. Appleby, public domain), four 32-bit lanes over UTF-16
 * units. Not for secrets: it names what a line asks for, fast enough to be asked for every line on every keystroke.
 */
export function fingerprint(text: string): string {
  let [a, b, c, d] = [0x239b961b, 0xab0e9789, 0x38b34ae5, 0xa1e38b93];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = b ^ Math.imul(a ^ unit, 597_399_067);
    b = c ^ Math.imul(b ^ unit, 2_869_860_233);
    c = d ^ Math.imul(c ^ unit, 951_274_213);
    d = a ^ Math.imul(d ^ unit, 2_716_044_179);
  }
  a = Math.imul(c ^ (a >>> 18), 597_399_067);
  b = Math.imul(d ^ (b >>> 22), 2_869_860_233);
  c = Math.imul(a ^ (c >>> 17), 951_274_213);
  d = Math.imul(b ^ (d >>> 19), 2_716_044_179);
  const mixed = a ^ b ^ c ^ d;
  return [mixed, b ^ mixed, c ^ mixed, d ^ mixed].map((lane) => (lane >>> 0).toString(16).padStart(8, '0')).join('');
}
