/** The value below which the share `q` (0..1) of the values lies, between neighbours by proportion. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  if (sorted.length === 0) throw new Error('no values');
  const place = q * (sorted.length - 1);
  const low = Math.floor(place);
  const high = Math.min(low + 1, sorted.length - 1);
  return sorted[low]! + (sorted[high]! - sorted[low]!) * (place - low);
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Spearman's, without ties. */
export function rankCorrelation(a: readonly number[], b: readonly number[]): number {
  const ranksOf = (x: readonly number[]): number[] => {
    const ranks = new Array<number>(x.length);
    [...x.keys()].sort((i, j) => x[i]! - x[j]!).forEach((i, rank) => (ranks[i] = rank - (x.length - 1) / 2));
    return ranks;
  };
  const [x, y] = [ranksOf(a), ranksOf(b)];
  return x.reduce((sum, r, i) => sum + r * y[i]!, 0) / x.reduce((sum, r) => sum + r * r, 0);
}

/** Columns of plain text, the first to the left, the others to the right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  const line = (row: readonly string[]): string =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  ');
  return [line(head), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(line)].join('\n');
}
