import type { Phone } from '../types.ts';
import type { PhoneTable } from './tables.ts';

/** Phones as the graphs take them: `features` (n * width), `ids` (n). */
export interface EncodedPhones {
  readonly features: Float32Array;
  readonly ids: BigInt64Array;
  /** Index of each phone's statistics in the speakers' tables (the nearest known phone for unknown ones). */
  readonly rows: Int32Array;
}

interface Entry {
  readonly id: number;
  readonly row: number;
  readonly class: number;
  readonly features: readonly number[];
}

/** Looks phones up in a pack's inventory; what it does not know is taken by its features, or by its nearest relative. */
export class PhoneLookup {
  readonly width: number;
  private readonly entries = new Map<string, Entry>();

  constructor(private readonly table: PhoneTable) {
    this.width = table.features[0]!.length;
    table.symbols.forEach((symbol, id) =>
      this.entries.set(symbol, { id, row: id, class: table.classes[id]!, features: table.features[id]! }),
    );
  }

  /** The phone classes (0 to 11) of a sequence. */
  classes(phones: readonly Phone[]): Uint8Array {
    return Uint8Array.from(phones, (phone) => this.entry(phone.ipa).class);
  }

  encode(phones: readonly Phone[]): EncodedPhones {
    const features = new Float32Array(phones.length * this.width);
    const ids = new BigInt64Array(phones.length);
    const rows = new Int32Array(phones.length);
    phones.forEach((phone, i) => {
      const entry = this.entry(phone.ipa);
      features.set(entry.features, i * this.width);
      ids[i] = BigInt(entry.id);
      rows[i] = entry.row;
    });
    return { features, ids, rows };
  }

  /** Drops modifiers from the end, then letters, until something is known; what has no known part is a schwa. */
  private entry(ipa: string): Entry {
    const exact = this.known(ipa);
    if (exact) return exact;
    const symbol = canonical(ipa);
    for (let end = symbol.length; end > 0; end--) {
      const known = this.known(symbol.slice(0, end));
      if (known) {
        this.entries.set(ipa, known);
        return known;
      }
    }
    return this.entries.get('ə') ?? this.entries.get('_')!;
  }

  /** The relatives of symbols that the model never met are many and seldom needed: each is looked for when it is. */
  private known(symbol: string): Entry | undefined {
    const entry = this.entries.get(symbol);
    if (entry || !Object.hasOwn(this.table.others, symbol)) return entry;
    const other = this.table.others[symbol]!;
    const found = {
      id: this.table.symbols.length,
      row: nearest(this.table, other.features),
      class: other.class,
      features: other.features,
    };
    this.entries.set(symbol, found);
    return found;
  }
}

/** The one spelling of a phone in the inventory: decomposed, without stress marks and ties, `ɡ` for `g`. */
export function canonical(ipa: string): string {
  return ipa
    .normalize('NFD')
    .replace(/[ˈˌ\u0361\u035c\-#.\u032f\u032a']/g, '')
    .replace(/c\u0327/g, 'ç')
    .replace(/g/g, 'ɡ')
    .replace(/:/g, 'ː');
}

function nearest(table: PhoneTable, features: readonly number[]): number {
  let best = 0;
  let least = Infinity;
  table.features.forEach((candidate, i) => {
    const distance = candidate.reduce((sum, value, k) => sum + (value - features[k]!) ** 2, 0);
    if (distance < least) [best, least] = [i, distance];
  });
  return best;
}
