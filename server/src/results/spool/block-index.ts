/** Rows that lie in a file one after another and are read together. */
export interface Block {
  readonly firstRow: number;
  /** The row behind the last one. */
  readonly endRow: number;
  /** Bytes of the file: where the block begins, and where the next one does. */
  readonly from: number;
  readonly to: number;
}

/** Where the blocks of a spool lie: 16 bytes of memory for each, whatever is in them. */
export class BlockIndex {
  private readonly firstRows: number[] = [];
  private readonly offsets: number[] = [];
  private rowCount = 0;
  private byteCount = 0;

  get length(): number {
    return this.firstRows.length;
  }

  get rows(): number {
    return this.rowCount;
  }

  get bytes(): number {
    return this.byteCount;
  }

  add(rows: number, bytes: number): void {
    this.firstRows.push(this.rowCount);
    this.offsets.push(this.byteCount);
    this.rowCount += rows;
    this.byteCount += bytes;
  }

  at(place: number): Block {
    return {
      firstRow: this.firstRows[place] ?? this.rowCount,
      endRow: this.firstRows[place + 1] ?? this.rowCount,
      from: this.startOf(place),
      to: this.startOf(place + 1),
    };
  }

  /** Where a block begins; the end of the last one for a place behind it. */
  startOf(place: number): number {
    return this.offsets[place] ?? this.byteCount;
  }

  /** The place of the block that holds a row which exists. */
  placeOf(row: number): number {
    let low = 0;
    let high = this.firstRows.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.firstRows[middle] ?? 0) <= row) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Forgets the blocks that do not end within the first so many rows. */
  cutAfter(rows: number): void {
    while (this.length > 0 && this.at(this.length - 1).endRow > rows) {
      this.byteCount = this.offsets.pop() ?? 0;
      this.rowCount = this.firstRows.pop() ?? 0;
    }
  }
}
