import type { CatalogRow } from '../introspection/catalog-client.js';

/** Where rows lie that are not there: the end of every chain. */
export const NO_ROW = -1;

const PIECE_BYTES = 1024 * 1024;
/** Where the row before it lies, and how many bytes its text has. */
const HEADER_BYTES = 8;
const LENGTH_OFFSET = 4;
/** Stands in no text of Postgres. */
const CELL_END = '\0';

/**
 * Rows of text outside of V8's heap. Tens of thousands of small strings that live for a second grow the heap by all of
 * them, each time that a catalog is read; their bytes are a few megabytes.
 */
export class RowStore {
  #pieces: Buffer[] = [];
  #at = PIECE_BYTES;

  /** Keeps a row and answers where it lies; `before` is where the row lies that a chain comes to after it. */
  add(row: CatalogRow, before = NO_ROW): number {
    const text = row.join(CELL_END);
    const length = Buffer.byteLength(text);
    const size = HEADER_BYTES + length;
    const piece = this.#pieceFor(size);
    const place = (this.#pieces.length - 1) * PIECE_BYTES + this.#at;
    piece.writeInt32LE(before, this.#at);
    piece.writeInt32LE(length, this.#at + LENGTH_OFFSET);
    piece.write(text, this.#at + HEADER_BYTES);
    this.#at += size;
    return place;
  }

  /** The cells of a row; empty for none. */
  cells(place: number): string[] {
    if (place === NO_ROW) return [];
    const [piece, at] = this.#found(place);
    const start = at + HEADER_BYTES;
    return piece.toString('utf8', start, start + piece.readInt32LE(at + LENGTH_OFFSET)).split(CELL_END);
  }

  /** A row and all before it, the first that was added first. */
  chain(place: number): string[][] {
    const rows: string[][] = [];
    for (let next = place; next !== NO_ROW;) {
      rows.push(this.cells(next));
      const [piece, at] = this.#found(next);
      next = piece.readInt32LE(at);
    }
    return rows.reverse();
  }

  /** Gives the memory back at once, without waiting for V8 to find it unused; there are no rows afterwards. */
  release(): void {
    for (const { buffer } of this.#pieces) (buffer as ArrayBuffer).transfer(0);
    this.#pieces = [];
    this.#at = PIECE_BYTES;
  }

  /** A row lies in one piece; one that is larger than a piece has one of its own. */
  #pieceFor(size: number): Buffer {
    const piece = this.#pieces.at(-1);
    if (piece !== undefined && this.#at + size <= piece.length) return piece;
    const added = Buffer.allocUnsafeSlow(Math.max(PIECE_BYTES, size));
    this.#pieces.push(added);
    this.#at = 0;
    return added;
  }

  #found(place: number): readonly [Buffer, number] {
    const piece = this.#pieces[Math.floor(place / PIECE_BYTES)];
    if (piece === undefined) throw new RangeError(`There is no row at ${place}.`);
    return [piece, place % PIECE_BYTES];
  }
}
