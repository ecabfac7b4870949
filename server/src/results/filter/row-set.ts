const BITS = 32;

/** Rows of a result by their numbers, a bit each: 125 kB for a million rows. */
export class RowSet {
  private words = new Uint32Array(256);
  private size = 0;

  /** How many rows are in it. */
  get count(): number {
    return this.size;
  }

  add(row: number): void {
    const word = row >>> 5;
    if (word >= this.words.length) this.grow(word + 1);
    const before = this.words[word] ?? 0;
    const after = before | (1 << (row & 31));
    if (before >>> 0 === after >>> 0) return;
    this.words[word] = after;
    this.size += 1;
  }

  has(row: number): boolean {
    return ((this.words[row >>> 5] ?? 0) & (1 << (row & 31))) !== 0;
  }

  /** The rows from the `place`-th on, counted from 0, `limit` of them at most. */
  slice(place: number, limit: number): number[] {
    const rows: number[] = [];
    let left = place;
    for (let at = 0; at < this.words.length && rows.length < limit; at += 1) {
      const inWord = bitsOf(this.words[at] ?? 0);
      if (left >= inWord) left -= inWord;
      else {
        for (const row of rowsOf(this.words[at] ?? 0, at)) {
          if (left > 0) left -= 1;
          else if (rows.length < limit) rows.push(row);
        }
      }
    }
    return rows;
  }

  /** How many of the rows before `row` are in it, and in `other` where one is given. */
  countBefore(row: number, other: RowSet | null = null): number {
    const last = Math.min(row >>> 5, this.words.length);
    let count = 0;
    for (let at = 0; at < last; at += 1) count += bitsOf(this.both(at, other));
    return count + bitsOf(this.both(last, other) & ((1 << (row & 31)) - 1));
  }

  /** The rows from `row` on in ascending order. */
  *from(row: number): Generator<number> {
    for (let at = row >>> 5; at < this.words.length; at += 1) {
      const word = this.words[at] ?? 0;
      if (word === 0) continue;
      for (const one of rowsOf(word, at)) if (one >= row) yield one;
    }
  }

  /** The rows before `row` in descending order. */
  *before(row: number): Generator<number> {
    for (let at = Math.min(row >>> 5, this.words.length - 1); at >= 0; at -= 1) {
      const word = this.words[at] ?? 0;
      if (word === 0) continue;
      for (const one of rowsOf(word, at).reverse()) if (one < row) yield one;
    }
  }

  private both(at: number, other: RowSet | null): number {
    const word = this.words[at] ?? 0;
    return other === null ? word : word & (other.words[at] ?? 0);
  }

  private grow(words: number): void {
    const larger = new Uint32Array(Math.max(words, this.words.length * 2));
    larger.set(this.words);
    this.words = larger;
  }
}

function bitsOf(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function rowsOf(word: number, at: number): number[] {
  const rows: number[] = [];
  for (let bit = 0; bit < BITS; bit += 1) if ((word & (1 << bit)) !== 0) rows.push(at * BITS + bit);
  return rows;
}
