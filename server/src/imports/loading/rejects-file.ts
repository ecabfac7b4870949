import { createWriteStream } from 'node:fs';
import type { WriteStream } from 'node:fs';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { csvCells, rejectHeader, rejectLine } from '#libs/imports';
import { LoadFailure } from './load-failure.js';
import type { Refusal } from './import-session.js';

/** More refused rows are no exceptions: the file or the mapping is wrong. */
const MAX_REJECTS = 100_000;

/** The file of the rows that a database refused: where, why, and the row itself. */
export class RejectsFile {
  count = 0;
  private stream: WriteStream | null = null;

  constructor(
    readonly path: string,
    private readonly sources: readonly string[],
    private readonly isCsv: boolean,
  ) {}

  /** Throws `LoadFailure` beyond 100,000 rows. */
  async add(row: number, text: string, { column, message }: Refusal): Promise<void> {
    if (this.count >= MAX_REJECTS) {
      throw new LoadFailure(
        `More than ${MAX_REJECTS.toLocaleString('en')} rows were refused, the last one: ${message}`,
        row,
        column,
      );
    }
    this.count += 1;
    const cells = this.isCsv ? csvCells(text) : (JSON.parse(text) as (string | null)[]);
    const line = rejectLine({ row, column, reason: message, cells });
    if (!this.opened().write(line)) await once(this.opened(), 'drain');
  }

  /** Resolves when the file is complete. */
  async close(): Promise<void> {
    if (this.stream === null) return;
    this.stream.end();
    await finished(this.stream);
  }

  private opened(): WriteStream {
    if (this.stream === null) {
      this.stream = createWriteStream(this.path, { mode: 0o600 });
      this.stream.write(rejectHeader(this.sources));
    }
    return this.stream;
  }
}
