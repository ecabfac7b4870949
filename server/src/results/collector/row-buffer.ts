import { PAGE_ROWS } from '#libs/api';
import type { ResultRow } from '#libs/api';
import type { EncodedRow } from '../../connections/index.js';
import { BufferPool, SharedBuffer } from '../../platform/index.js';

const COMMA = 0x2c;
/** Room to write into that is used again for the next result, and how many of them wait for one. */
const SCRATCH_BYTES = 128 * 1024;
const MAX_SCRATCHES = 8;
const scratches: Buffer[] = [];
/** What finished results of this process are held in. */
const heldBuffers = new BufferPool();

/** Rows as they are answered. */
export interface EncodedRows {
  readonly bytes: Buffer;
  /** Ends the use of `bytes`, which may be overwritten from then on; where it is not called, they never are. */
  readonly giveBack: () => void;
}

/**
 * Rows of a result in memory, as the JSON in which they are answered, separated by commas: bytes outside of the heap
 * cost neither collections nor a second encoding. Rows that come as strings are encoded together when they are read.
 */
export class RowBuffer {
  private bytes: Buffer | null = null;
  /** What `bytes` belong to once all rows are there. */
  private settled: SharedBuffer | null = null;
  private length = 0;
  /** Where the first page ends in `bytes`. */
  private pageEnd: number | null = null;
  private pending: ResultRow[] = [];
  private count = 0;

  constructor(rows: readonly ResultRow[] = []) {
    for (const row of rows) this.append(row);
  }

  append(row: ResultRow): void {
    this.beginRow();
    this.pending.push(row);
  }

  /** Returns the bytes that the row takes. */
  appendEncoded(row: EncodedRow): number {
    this.beginRow();
    this.encodePending();
    const bytes = this.withRoom(row.maxJsonBytes + 1);
    const start = this.length;
    const at = start === 0 ? 0 : start + 1;
    const end = row.writeJson(bytes, at);
    if (at > start) bytes[start] = COMMA;
    this.length = end;
    return end - start;
  }

  /** The rows of the first page, while others may still come. */
  firstPage(): Buffer {
    this.encodePending();
    return Buffer.from(this.written(this.pageEnd ?? this.length));
  }

  /** All rows; none may be appended from here on. */
  all(): EncodedRows {
    const settled = (this.settled ??= this.settle());
    return { bytes: this.written(this.length), giveBack: settled.hold() };
  }

  rows(): ResultRow[] {
    if (this.length === 0) return this.pending;
    const encoded = JSON.parse(`[${this.written(this.length).toString()}]`) as ResultRow[];
    return this.pending.length === 0 ? encoded : [...encoded, ...this.pending];
  }

  /** Gives back the memory. */
  clear(): void {
    this.giveBackScratch();
    this.settled?.release();
    this.settled = this.bytes = null;
    this.pending = [];
    this.length = this.count = 0;
    this.pageEnd = null;
  }

  private beginRow(): void {
    if (this.count === PAGE_ROWS) {
      this.encodePending();
      this.pageEnd = this.length;
    }
    this.count += 1;
  }

  /** Keeps about as many bytes as the rows take. */
  private settle(): SharedBuffer {
    this.encodePending();
    const settled = new SharedBuffer(heldBuffers, this.length);
    this.bytes?.copy(settled.bytes, 0, 0, this.length);
    this.giveBackScratch();
    this.bytes = settled.bytes;
    return settled;
  }

  private encodePending(): void {
    if (this.pending.length === 0) return;
    const text = JSON.stringify(this.pending).slice(1, -1);
    this.pending = [];
    const bytes = this.withRoom(Buffer.byteLength(text) + 1);
    if (this.length > 0) bytes[this.length++] = COMMA;
    this.length += bytes.write(text, this.length);
  }

  private written(end: number): Buffer {
    return this.bytes?.subarray(0, end) ?? Buffer.alloc(0);
  }

  private withRoom(more: number): Buffer {
    const needed = this.length + more;
    const { bytes } = this;
    if (bytes !== null && bytes.length >= needed) return bytes;
    const larger = newScratch(Math.max(needed, (bytes?.length ?? 0) * 2));
    bytes?.copy(larger, 0, 0, this.length);
    this.giveBackScratch();
    this.bytes = larger;
    return larger;
  }

  private giveBackScratch(): void {
    const isScratch = this.settled === null && this.bytes?.length === SCRATCH_BYTES;
    if (isScratch && this.bytes !== null && scratches.length < MAX_SCRATCHES) scratches.push(this.bytes);
  }
}

function newScratch(bytes: number): Buffer {
  if (bytes > SCRATCH_BYTES) return Buffer.allocUnsafeSlow(bytes);
  return scratches.pop() ?? Buffer.allocUnsafeSlow(SCRATCH_BYTES);
}
