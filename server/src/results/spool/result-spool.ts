import { createWriteStream } from 'node:fs';
import type { WriteStream } from 'node:fs';
import { open, rm, truncate } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { once } from 'node:events';
import type { ResultColumn, ResultRow } from '#libs/api';
import { ABORTED } from '#libs/async';
import { BlockIndex } from './block-index.js';
import type { Block } from './block-index.js';
import { ColumnFiles } from '../order/column-files.js';
import type { ResultAllocation, SpoolQuota } from '../quota/spool-quota.js';
import { readWhole } from './read-whole.js';
import { spoolBuffers } from './spool-buffers.js';
import { spoolLines } from './spool-lines.js';
import type { SpoolLines } from './spool-lines.js';

export { readWhole } from './read-whole.js';

/** Rows that are written and found again together, unless they are long. */
const BLOCK_ROWS = 200;

/** Characters after which a block is written although it has fewer rows. */
const BLOCK_CHARS = 256 * 1024;

/** Bytes that are read at once where everything is read; more would keep other requests waiting while it is parsed. */
const CHUNK_BYTES = 32 * 1024;

/** Blocks that are read at once where rows are read in another order. */
const READS_AT_ONCE = 16;

const NEWLINE = 0x0a;

/**
 * A result on disk: a JSON array a line, in the order in which the database sent the rows. Rows can be read while
 * others are still being written.
 */
export class ResultSpool {
  private readonly stream: WriteStream;
  private readonly blocks = new BlockIndex();
  private readonly columnFiles: ColumnFiles;
  /** What the result takes on disk. */
  readonly allocation: ResultAllocation;
  private pending: string[] = [];
  private pendingChars = 0;
  private longestLineChars = 0;
  private rowsReadable = 0;
  private failure: Error | null = null;
  private isDiscarded = false;

  constructor(
    readonly path: string,
    quota: Pick<SpoolQuota, 'allocationFor'>,
    columns: readonly ResultColumn[] = [],
  ) {
    this.allocation = quota.allocationFor();
    this.columnFiles = new ColumnFiles(path, columns, this.allocation);
    this.stream = createWriteStream(path, { flags: 'wx', mode: 0o600, highWaterMark: 1024 * 1024 });
    this.stream.on('error', (error) => (this.failure ??= error));
  }

  /** What kept rows from being written, e.g. a full disk. */
  get error(): Error | null {
    return this.failure;
  }

  /** Rows that `read` can return. */
  get readableRows(): number {
    return this.rowsReadable;
  }

  /** Bytes that the rows take on disk so far. */
  get bytes(): number {
    return this.blocks.bytes;
  }

  /** Characters of the longest row as it is written. */
  get longestLine(): number {
    return this.longestLineChars;
  }

  /** A file with the cells of one column, a line each (see `ColumnFiles`); null where there is none. */
  columnFile(column: number): string | null {
    return this.columnFiles.pathOf(column, this.rowsReadable);
  }

  /** Takes a row; false asks to wait for `drained()`. After a failure it takes none. */
  append(row: ResultRow): boolean {
    if (this.failure !== null) return false;
    const line = this.lineOf(row);
    if (line === null) return false;
    this.pending.push(line);
    this.columnFiles.add(row);
    this.pendingChars += line.length;
    this.longestLineChars = Math.max(this.longestLineChars, line.length);
    const isBlock = this.pending.length >= BLOCK_ROWS || this.pendingChars >= BLOCK_CHARS;
    return isBlock ? this.flushBlock() && this.columnFiles.hasRoom : true;
  }

  /** Resolves when the disk has caught up, or will never do so. */
  async drained(): Promise<void> {
    if (!this.columnFiles.hasRoom) await this.columnFiles.drained();
    if (!this.stream.writableNeedDrain || this.failure !== null) return;
    const waiting = new AbortController();
    const { signal } = waiting;
    await Promise.race([once(this.stream, 'drain', { signal }), once(this.stream, 'close', { signal })]).catch(
      () => undefined,
    );
    waiting.abort(ABORTED);
  }

  /** Writes the last rows and closes the file for writing. After a failure the rows that are whole are kept. */
  async finish(): Promise<void> {
    if (this.pending.length > 0) this.flushBlock();
    await new Promise<void>((resolve) => {
      if (this.stream.closed) resolve();
      else this.stream.once('close', resolve);
      this.stream.end();
    });
    if (this.rowsReadable < this.blocks.rows) await this.cut();
    await (this.failure === null ? this.columnFiles.finish() : this.columnFiles.discard());
  }

  /** Reads up to `limit` rows from `offset` on, fewer when they exceed `maxChars`; at least one if there is one. */
  async read(offset: number, limit: number, maxChars: number): Promise<ResultRow[]> {
    const end = Math.min(offset + limit, this.rowsReadable);
    const rows: ResultRow[] = [];
    let chars = 0;
    if (offset >= end) return rows;
    for (let place = this.blocks.placeOf(offset); place < this.blocks.length; place += 1) {
      const block = this.blocks.at(place);
      if (block.firstRow >= end) return rows;
      const lines = (await this.textOf(block)).split('\n').slice(0, -1);
      for (const line of lines.slice(Math.max(0, offset - block.firstRow), end - block.firstRow)) {
        chars += line.length;
        if (chars > maxChars && rows.length > 0) return rows;
        rows.push(JSON.parse(line) as ResultRow);
      }
    }
    return rows;
  }

  /** Reads rows by their numbers from 0, in that order; fewer when they exceed `maxChars`, at least one if there is one. */
  async readEach(numbers: readonly number[], maxChars: number): Promise<ResultRow[]> {
    const rows: ResultRow[] = [];
    let chars = 0;
    const file = await open(this.path, 'r');
    try {
      for (let from = 0; from < numbers.length; from += READS_AT_ONCE) {
        const reads = numbers.slice(from, from + READS_AT_ONCE).map((row) => this.lineAt(file, row));
        for (const line of await Promise.all(reads)) {
          chars += line.length;
          if (chars > maxChars && rows.length > 0) return rows;
          rows.push(JSON.parse(line) as ResultRow);
        }
      }
    } finally {
      await file.close();
    }
    return rows;
  }

  /** All lines of a finished spool, some blocks at a time. Throws when the file has lost what was written into it. */
  async *chunks(): AsyncGenerator<string> {
    const { blocks } = this;
    const file = await open(this.path, 'r');
    // One buffer for all: a new one for each chunk would pile up until the next full collection.
    let buffer = Buffer.alloc(0);
    try {
      for (let from = 0, place = 0; from < blocks.bytes;) {
        while (place < blocks.length && blocks.startOf(place) < from + CHUNK_BYTES) place += 1;
        const to = blocks.startOf(place);
        if (buffer.length < to - from) buffer = Buffer.allocUnsafeSlow(to - from);
        yield (await readWhole(file, from, to - from, buffer)).toString();
        from = to;
      }
    } finally {
      await file.close();
    }
  }

  /**
   * The rows that can be read now, from `fromRow` on, which begins a block, as the end of all readable rows does: a JSON
   * array a line, some blocks at a time. The bytes are their own only until the next ones are asked for. `pieceBytes` says
   * how many are looked at in one turn.
   */
  lines(fromRow = 0, pieceBytes?: () => number): AsyncGenerator<SpoolLines> {
    return spoolLines(this.path, this.blocks, fromRow, this.rowsReadable, pieceBytes);
  }

  /** Stops writing and removes the file. */
  async discard(): Promise<void> {
    if (!this.isDiscarded) this.allocation.release(this.blocks.bytes);
    this.isDiscarded = true;
    this.pending = [];
    this.failure ??= new Error('The result is no longer wanted.');
    await this.columnFiles.discard();
    this.stream.destroy();
    if (!this.stream.closed) await once(this.stream, 'close').catch(() => undefined);
    await rm(this.path, { force: true });
  }

  /** Null for a row that is longer than a text can be. */
  private lineOf(row: ResultRow): string | null {
    try {
      return JSON.stringify(row);
    } catch {
      this.failure = new RowTooLong();
      return null;
    }
  }

  private flushBlock(): boolean {
    const { pending } = this;
    const block = spoolBuffers.encode(`${pending.join('\n')}\n`);
    this.pending = [];
    this.pendingChars = 0;
    this.failure ??= this.allocation.allocate(block.length);
    if (this.failure !== null) return false;
    this.blocks.add(pending.length, block.length);
    const readable = this.blocks.rows;
    return this.stream.write(block, (error) => {
      spoolBuffers.giveBack(block);
      if (!error) this.rowsReadable = readable;
    });
  }

  /** Forgets what did not reach the disk as a whole. */
  private async cut(): Promise<void> {
    const before = this.blocks.bytes;
    this.blocks.cutAfter(this.rowsReadable);
    if (!this.isDiscarded) this.allocation.release(before - this.blocks.bytes);
    // Where even that is refused, the rest of the file is never read.
    await truncate(this.path, this.blocks.bytes).catch(() => undefined);
  }

  private async lineAt(file: FileHandle, row: number): Promise<string> {
    const block = this.blocks.at(this.blocks.placeOf(row));
    return readText(file, block, (bytes) => {
      let from = 0;
      for (let skip = row - block.firstRow; skip > 0; skip -= 1) from = bytes.indexOf(NEWLINE, from) + 1;
      return bytes.toString('utf8', from, bytes.indexOf(NEWLINE, from));
    });
  }

  private async textOf(block: Block): Promise<string> {
    const file = await open(this.path, 'r');
    try {
      return await readText(file, block, (bytes) => bytes.toString());
    } finally {
      await file.close();
    }
  }
}

/** A row whose JSON would be longer than a text can be in this process. */
export class RowTooLong extends Error {
  constructor() {
    super('A row is longer than half a gigabyte as text.');
    this.name = 'RowTooLong';
  }
}

/** What `textIn` finds in the bytes of a block, which are its own only during the call. */
async function readText(file: FileHandle, { from, to }: Block, textIn: (bytes: Buffer) => string): Promise<string> {
  const buffer = spoolBuffers.take(to - from);
  const text = textIn(await readWhole(file, from, to - from, buffer));
  spoolBuffers.giveBack(buffer);
  return text;
}
