import { open, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { readWhole } from '../spool/result-spool.js';
import type { ResultAllocation } from '../quota/spool-quota.js';
import { reserveSortRoom } from './room-to-sort.js';
import type { KeyOrder } from './key-order.js';

/** The number of a row in its spool, from 0, and what it is sorted by. */
export interface SortEntry {
  readonly key: string | null;
  readonly row: number;
}

/** Rows that are sorted in memory at once. */
const PART_ROWS = 8192;
/** Characters of keys that are held in memory at once. */
const PART_CHARS = 4 * 1024 * 1024;
/** What all readers of parts may hold together while they are merged. */
const READ_BYTES = 16 * 1024 * 1024;
const MIN_READ_BYTES = 4096;
const MAX_READ_BYTES = 128 * 1024;
/** Bytes of the key's length (4) and of the row's number (8). */
const ENTRY_HEAD_BYTES = 12;
const NULL_KEY = 0xffffffff;

/**
 * Takes entries in any number, sorts them part by part, and keeps the parts in a file: memory holds one part of them,
 * however many there are.
 */
export class SortedParts {
  private entries: SortEntry[] = [];
  private chars = 0;
  private bytesWritten = 0;
  private readonly bounds: { from: number; to: number }[] = [];

  private constructor(
    private readonly path: string,
    private readonly file: FileHandle,
    private readonly order: KeyOrder,
    private readonly allocation: ResultAllocation,
  ) {}

  static async create(path: string, order: KeyOrder, allocation: ResultAllocation): Promise<SortedParts> {
    return new SortedParts(path, await open(path, 'wx+', 0o600), order, allocation);
  }

  /** Takes an entry; true asks to call `flush()` before the next. */
  add(entry: SortEntry): boolean {
    this.entries.push(entry);
    this.chars += entry.key?.length ?? 0;
    return this.entries.length >= PART_ROWS || this.chars >= PART_CHARS;
  }

  /** Sorts what has been added since the last time, and writes it to the file. Throws `no-room-to-sort`. */
  async flush(): Promise<void> {
    if (this.entries.length === 0) return;
    const part = packed(this.entries.sort((a, b) => this.order(a.key, b.key)));
    this.entries = [];
    this.chars = 0;
    reserveSortRoom(this.allocation, part.length);
    const from = this.bytesWritten;
    this.bytesWritten += part.length;
    await this.file.writev([part], from);
    this.bounds.push({ from, to: this.bytesWritten });
  }

  /** A reader for each part, in the order in which the parts were added. */
  readers(): PartReader[] {
    const perPart = Math.floor(READ_BYTES / Math.max(1, this.bounds.length));
    const readBytes = Math.min(MAX_READ_BYTES, Math.max(MIN_READ_BYTES, perPart));
    return this.bounds.map(({ from, to }) => new PartReader(this.file, from, to, readBytes));
  }

  /** Closes and removes the file. */
  async discard(): Promise<void> {
    this.allocation.releaseCache(this.bytesWritten);
    this.bytesWritten = 0;
    await this.file.close();
    await rm(this.path, { force: true });
  }
}

/** Reads a part from its first entry to its last. */
export class PartReader {
  entry: SortEntry | null = null;
  private buffer: Buffer = Buffer.alloc(0);
  private at = 0;

  constructor(
    private readonly file: FileHandle,
    private from: number,
    private readonly to: number,
    private readonly readBytes: number,
  ) {}

  /** Moves to the next entry if it is in memory; false asks for `read()`. After the last one `entry` is null. */
  next(): boolean {
    const { buffer, at } = this;
    const left = buffer.length - at;
    if (left === 0 && this.from === this.to) {
      this.entry = null;
      return true;
    }
    if (left < ENTRY_HEAD_BYTES) return false;
    const keyBytes = buffer.readUInt32LE(at);
    const end = at + ENTRY_HEAD_BYTES + (keyBytes === NULL_KEY ? 0 : keyBytes);
    if (end > buffer.length) return false;
    const key = keyBytes === NULL_KEY ? null : buffer.toString('utf16le', at + ENTRY_HEAD_BYTES, end);
    this.entry = { key, row: buffer.readDoubleLE(at + 4) };
    this.at = end;
    return true;
  }

  /** Reads on, far enough for one more entry at least. */
  async read(): Promise<void> {
    const rest = this.buffer.subarray(this.at);
    const needed = rest.length < ENTRY_HEAD_BYTES ? 0 : ENTRY_HEAD_BYTES + rest.readUInt32LE(0) - rest.length;
    const bytes = Math.min(this.to - this.from, Math.max(this.readBytes, needed));
    this.buffer = Buffer.concat([rest, await readWhole(this.file, this.from, bytes)]);
    this.from += bytes;
    this.at = 0;
  }
}

function packed(entries: readonly SortEntry[]): Buffer {
  let size = 0;
  for (const { key } of entries) size += ENTRY_HEAD_BYTES + 2 * (key?.length ?? 0);
  const buffer = Buffer.allocUnsafe(size);
  let at = 0;
  for (const { key, row } of entries) {
    buffer.writeUInt32LE(key === null ? NULL_KEY : 2 * key.length, at);
    buffer.writeDoubleLE(row, at + 4);
    at += ENTRY_HEAD_BYTES;
    if (key !== null) at += buffer.write(key, at, 'utf16le');
  }
  return buffer;
}
