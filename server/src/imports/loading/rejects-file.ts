import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { csvCells, rejectHeader, rejectLine } from '#libs/imports';
import { errorCode } from '../../platform/index.js';
import { LoadFailure } from './load-failure.js';
import type { Refusal } from './import-session.js';

/** More refused rows are no exceptions: the file or the mapping is wrong. */
const MAX_REJECTS = 100_000;
/** Lines are written in pieces of this length. */
const PIECE_CHARACTERS = 64 * 1024;

/** The file of the rows that a database refused: where, why, and the row itself. */
export class RejectsFile {
  count = 0;
  private pending = '';
  private file: FileHandle | null = null;

  constructor(
    readonly path: string,
    private readonly sources: readonly string[],
    private readonly isCsv: boolean,
  ) {}

  /** Throws `LoadFailure` beyond 100,000 rows, and where the row cannot be written. */
  async add(row: number, text: string, { column, message }: Refusal): Promise<void> {
    if (this.count >= MAX_REJECTS) {
      throw new LoadFailure(
        `More than ${MAX_REJECTS.toLocaleString('en')} rows were refused, the last one: ${message}`,
        row,
        column,
      );
    }
    if (this.count === 0) this.pending = rejectHeader(this.sources);
    this.count += 1;
    const cells = this.isCsv ? csvCells(text) : (JSON.parse(text) as (string | null)[]);
    this.pending += rejectLine({ row, column, reason: message, cells });
    if (this.pending.length >= PIECE_CHARACTERS) await this.write();
  }

  /** Writes what is left: then the file is complete. Throws `LoadFailure` where it cannot be. */
  async complete(): Promise<void> {
    if (this.pending !== '') await this.write();
  }

  /** Completes and closes it. Throws as `complete` does. */
  async close(): Promise<void> {
    try {
      await this.complete();
    } finally {
      const { file } = this;
      this.file = null;
      await file?.close().catch(() => undefined);
    }
  }

  private async write(): Promise<void> {
    try {
      this.file ??= await open(this.path, 'w', 0o600);
      await this.file.writeFile(this.pending);
      this.pending = '';
    } catch (error) {
      // A file that lacks rows is not offered.
      [this.count, this.pending] = [0, ''];
      throw new LoadFailure(`${reasonOf(error)}, so the rejected rows could not be kept.`);
    }
  }
}

function reasonOf(error: unknown): string {
  if (errorCode(error) === 'ENOSPC') return 'The disk of the workbench is full';
  return `The file of the rejected rows cannot be written (${errorCode(error) ?? String(error)})`;
}
