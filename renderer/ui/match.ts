/** Fewer gaps between the letters that were typed is a better match; null: they are not all there in order. */
export function score(text: string, typed: string): number | null {
  const [low, wanted] = [text.toLowerCase(), typed.toLowerCase().trim()];
  if (wanted === '') return 0;
  const direct = low.indexOf(wanted);
  if (direct >= 0) return direct === 0 ? -2 : -1;
  let at = 0;
  let gaps = 0;
  for (const letter of wanted) {
    const found = low.indexOf(letter, at);
    if (found < 0) return null;
    gaps += found - at;
    at = found + 1;
  }
  return gaps;
}
