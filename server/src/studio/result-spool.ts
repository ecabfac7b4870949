import { createWriteStream } from 'node:fs';
import type { WriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { once } from 'node:events';
import type { ResultRow } from '#libs/api';

/** Rows that are written and found again together. */
const BLOCK_ROWS = 200;

/** Bytes that are read at once where everything is read; more would keep other requests waiting while it is parsed. */
const CHUNK_BYTES = 64 * 1024;

/**
 * A result on disk: a JSON array a line, in the order in which the database sent the rows. Rows can be read while
 * others are still being written. Byte offsets are kept for every `BLOCK_ROWS`-th row only (8 bytes for 200 rows).
 */
export class ResultSpool {
  private readonly stream: WriteStream;
  private readonly blockOffsets: number[] = [];
  private pending: string[] = [];
  private bytesQueued = 0;
  private rowsReadable = 0;
  private rowsQueued = 0;
  private failure: Error | null = null;

  constructor(
    readonly path: string,
    private readonly maxBytes: number,
  ) {
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

  /** Takes a row; false asks to wait for `drained()`. */
  append(row: ResultRow): boolean {
    this.pending.push(JSON.stringify(row));
    return this.pending.length < BLOCK_ROWS ? true : this.flushBlock();
  }

  /** Resolves when the disk has caught up, or will never do so. */
  async drained(): Promise<void> {
    if (!this.stream.writableNeedDrain || this.failure !== null) return;
    const waiting = new AbortController();
    const { signal } = waiting;
    await Promise.race([once(this.stream, 'drain', { signal }), once(this.stream, 'close', { signal })]).catch(
      () => undefined,
    );
    waiting.abort();
  }

  /** Writes the last rows and closes the file for writing. */
  async finish(): Promise<void> {
    if (this.pending.length > 0) this.flushBlock();
    await new Promise<void>((resolve) => {
      if (this.stream.closed) resolve();
      else this.stream.once('close', resolve);
      this.stream.end();
    });
  }

  /** Reads up to `limit` rows from `offset` on, fewer when they exceed `maxChars`; at least one if there is one. */
  async read(offset: number, limit: number, maxChars: number): Promise<ResultRow[]> {
    const end = Math.min(offset + limit, this.rowsReadable);
    const rows: ResultRow[] = [];
    let chars = 0;
    for (let block = Math.floor(offset / BLOCK_ROWS); block * BLOCK_ROWS < end; block += 1) {
      const lines = await this.readBlock(block);
      for (const line of lines.slice(Math.max(0, offset - block * BLOCK_ROWS), end - block * BLOCK_ROWS)) {
        chars += line.length;
        if (chars > maxChars && rows.length > 0) return rows;
        rows.push(JSON.parse(line) as ResultRow);
      }
    }
    return rows;
  }

  /** All lines of a finished spool, some blocks at a time. Throws when the file has lost what was written into it. */
  async *chunks(): AsyncGenerator<string> {
    const file = await open(this.path, 'r');
    // One buffer for all: a new one for each chunk would pile up until the next full collection.
    let buffer = Buffer.alloc(0);
    try {
      for (let from = 0, block = 0; from < this.bytesQueued;) {
        while (block < this.blockOffsets.length && this.startOf(block) < from + CHUNK_BYTES) block += 1;
        const to = this.startOf(block);
        if (buffer.length < to - from) buffer = Buffer.allocUnsafeSlow(to - from);
        yield (await readWhole(file, from, to - from, buffer)).toString();
        from = to;
      }
    } finally {
      await file.close();
    }
  }

  /** Stops writing and removes the file. */
  async discard(): Promise<void> {
    this.pending = [];
    this.stream.destroy();
    await rm(this.path, { force: true });
  }

  private flushBlock(): boolean {
    const rows = this.pending.length;
    const block = Buffer.from(`${this.pending.join('\n')}\n`);
    this.pending = [];
    if (this.failure !== null) return false;
    this.blockOffsets.push(this.bytesQueued);
    this.bytesQueued += block.length;
    this.rowsQueued += rows;
    const readable = this.rowsQueued;
    if (this.bytesQueued > this.maxBytes) this.failure = new Error('The result is larger than the workbench keeps.');
    return this.stream.write(block, (error) => {
      if (!error) this.rowsReadable = readable;
    });
  }

  private startOf(block: number): number {
    return this.blockOffsets[block] ?? this.bytesQueued;
  }

  private async readBlock(block: number): Promise<string[]> {
    const from = this.blockOffsets[block] ?? 0;
    const to = this.blockOffsets[block + 1] ?? this.bytesQueued;
    const file = await open(this.path, 'r');
    try {
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(to - from), 0, to - from, from);
      return buffer.toString('utf8', 0, bytesRead).split('\n').slice(0, -1);
    } finally {
      await file.close();
    }
  }
}

/** Reads exactly so many bytes of a file, into `buffer` if one is given; throws when they are not there. */
export async function readWhole(
  file: FileHandle,
  from: number,
  bytes: number,
  buffer: Buffer = Buffer.allocUnsafe(bytes),
): Promise<Buffer> {
  for (let done = 0; done < bytes;) {
    const { bytesRead } = await file.read(buffer, done, bytes - done, from + done);
    if (bytesRead === 0) throw new Error('A kept result is shorter than it was when it was written.');
    done += bytesRead;
  }
  return buffer.subarray(0, bytes);
}
