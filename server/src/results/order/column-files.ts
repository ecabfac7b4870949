import { open, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import type { Cell, ColumnKind, ResultColumn, ResultRow } from '#libs/api';
import type { ResultAllocation } from '../quota/spool-quota.js';
import { spoolBuffers } from '../spool/spool-buffers.js';
import { NULL_MARK, columnLines } from './column-text.js';

/** Kinds whose texts are short and never hold a line's end. */
const NARROW: ReadonlySet<ColumnKind> = new Set([
  'integer',
  'decimal',
  'float',
  'boolean',
  'date',
  'time',
  'timestamp',
  'uuid',
]);
/** Files of one result at most: the first columns are those that people sort by. */
const MAX_FILES = 16;
/** Characters of all columns that are written together. */
const BATCH_CHARS = 512 * 1024;
/** Bytes that may wait for the disk. */
const MAX_QUEUED_BYTES = 2 * 1024 * 1024;
/** A column with longer texts is read from the result when it is sorted by. */
const MAX_CELL_CHARS = 256;
/** What a line takes besides its text: the mark of NULL or of an empty text, and its end. */
const LINE_CHARS = NULL_MARK.length + 1;
interface ColumnFile {
  readonly place: number;
  readonly isNarrow: boolean;
  readonly path: string;
  /** Cells that are not written yet. */
  cells: Cell[];
  file: FileHandle | null;
  bytes: number;
}

/**
 * The columns of a result that are likely to be sorted by, a file each with a cell in a line, written beside the result
 * as it arrives: reading one of them takes a fraction of what it takes to find the column in the whole result. They are
 * a convenience: a column that cannot be written so, a full disk or a reached limit only means that they are not there.
 */
export class ColumnFiles {
  private columns: ColumnFile[];
  private rows = 0;
  private chars = 0;
  private queuedBytes = 0;
  private writing: Promise<void> = Promise.resolve();
  private isComplete = false;

  constructor(
    path: string,
    columns: readonly ResultColumn[],
    private readonly allocation: ResultAllocation,
  ) {
    this.columns = columns.slice(0, MAX_FILES).map(({ kind }, place) => ({
      ...{ place, isNarrow: NARROW.has(kind), path: `${path}-${place}.keys` },
      ...{ cells: [], file: null, bytes: 0 },
    }));
    allocation.onEvict(() => this.dropAll());
  }

  /** False asks to wait for `drained()`. */
  get hasRoom(): boolean {
    return this.queuedBytes < MAX_QUEUED_BYTES;
  }

  /** The file of a column's cells, once all `rows` of the result are in it; null where there is none. */
  pathOf(place: number, rows: number): string | null {
    if (!this.isComplete || rows !== this.rows) return null;
    return this.columns.find((column) => column.place === place)?.path ?? null;
  }

  /** Takes a row. */
  add(row: ResultRow): void {
    this.rows += 1;
    for (const column of this.columns) {
      const cell = row[column.place] ?? null;
      const chars = cell?.length ?? 0;
      if (chars > MAX_CELL_CHARS && !column.isNarrow) this.drop(column);
      else column.cells.push(cell);
      this.chars += chars + LINE_CHARS;
    }
    if (this.chars >= BATCH_CHARS) this.flush();
  }

  /** Resolves when the disk has caught up. */
  async drained(): Promise<void> {
    await this.writing;
  }

  /** Writes the last cells; from then on the files can be read. */
  async finish(): Promise<void> {
    this.flush();
    await this.writing;
    await this.close();
    this.isComplete = true;
  }

  /** Removes the files. Never rejects. */
  async discard(): Promise<void> {
    this.dropAll();
    await this.writing;
  }

  private dropAll(): void {
    for (const column of this.columns) this.drop(column);
  }

  private flush(): void {
    this.chars = 0;
    for (const column of this.columns) {
      if (column.cells.length === 0) continue;
      const lines = column.isNarrow ? narrowLines(column.cells) : columnLines(column.cells);
      column.cells = [];
      const bytes = lines === null ? null : spoolBuffers.encode(lines);
      if (bytes === null || !this.allocation.allocateCache(bytes.length)) {
        this.drop(column);
        continue;
      }
      column.bytes += bytes.length;
      this.queuedBytes += bytes.length;
      this.enqueue(() => this.write(column, bytes));
    }
  }

  private async write(column: ColumnFile, bytes: Buffer): Promise<void> {
    try {
      if (!this.columns.includes(column)) return;
      column.file ??= await open(column.path, 'wx', 0o600);
      await column.file.writeFile(bytes);
    } catch {
      this.drop(column);
    } finally {
      this.queuedBytes -= bytes.length;
      spoolBuffers.giveBack(bytes);
    }
  }

  /** Does without a column from here on. */
  private drop(column: ColumnFile): void {
    this.columns = this.columns.filter((one) => one !== column);
    column.cells = [];
    this.allocation.releaseCache(column.bytes);
    column.bytes = 0;
    this.enqueue(async () => {
      await column.file?.close();
      await rm(column.path, { force: true });
    });
  }

  private async close(): Promise<void> {
    for (const column of this.columns) {
      await column.file?.close().catch(() => undefined);
      column.file = null;
    }
  }

  private enqueue(work: () => Promise<void>): void {
    this.writing = this.writing.then(work).catch(() => undefined);
  }
}

/** The same as `columnLines` for texts that need no look. */
function narrowLines(cells: readonly Cell[]): string {
  const lines = cells.map((cell) => cell ?? NULL_MARK);
  lines.push('');
  return lines.join('\n');
}
