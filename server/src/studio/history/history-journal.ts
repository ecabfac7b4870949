import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { HistoryRecord } from './history.entity.js';

/** A statement before it is sent. */
export type StartedStatement = Pick<
  HistoryRecord,
  'id' | 'ownerId' | 'connectionId' | 'connectionName' | 'sql' | 'startedAt'
>;

/** How a statement ended. */
export type StatementEnd = Pick<HistoryRecord, 'status' | 'elapsedMs' | 'rowCount' | 'error'>;

/** A line of the journal. */
export type JournalLine = { readonly start: StartedStatement } | { readonly id: string; readonly end: StatementEnd };

const FILES = ['history-queue.0.ndjson', 'history-queue.1.ndjson'] as const;

/**
 * What the history has not written to the state yet, on disk, so that it outlives the process and an outage of the state.
 * A line is in the system's hands when `append` or `flush` returns: it survives the end of the process, not a power cut.
 * Two files take turns: one is emptied once everything in it is in the state, while the other takes new lines.
 */
export class HistoryJournal {
  private readonly files: readonly [number, number];
  private readonly sizes: [number, number] = [0, 0];
  private active: 0 | 1 = 0;
  private count = 0;
  /** Whether the last line of the file that takes new ones is cut off. */
  private isTorn = false;
  /** Lines that the next write takes along. */
  private noted = '';

  private constructor(folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const open = (name: string) => openSync(join(folder, name), 'a', 0o600);
    this.files = [open(FILES[0]), open(FILES[1])];
  }

  /** Opens the journal of a state directory and reads what an earlier process left, oldest first. */
  static open(folder: string): { journal: HistoryJournal; left: JournalLine[] } {
    const journal = new HistoryJournal(folder);
    const [first, second] = [readLines(join(folder, FILES[0])), readLines(join(folder, FILES[1]))];
    journal.goOn(first, second);
    const lines = [...first.lines, ...second.lines].sort((one, other) => one.n - other.n);
    return { journal, left: lines.map(({ line }) => line) };
  }

  /** Writes a line, and those noted before it. Throws where the disk takes no more. */
  append(line: JournalLine): void {
    this.note(line);
    this.flush();
  }

  /** Takes a line in memory until the next `append` or `flush`, since a write costs more than a line. */
  note(line: JournalLine): void {
    this.noted += `${JSON.stringify({ n: this.count, ...line })}\n`;
    this.count += 1;
  }

  /** Writes the noted lines. Throws where the disk takes no more. */
  flush(): void {
    if (this.noted === '') return;
    const bytes = Buffer.from(`${this.isTorn ? '\n' : ''}${this.noted}`);
    this.noted = '';
    this.isTorn = true;
    this.sizes[this.active] += writeWhole(this.files[this.active], bytes);
    this.isTorn = false;
  }

  /** Lets new lines, noted ones too, go to the other file, where that is empty; false where they stay. */
  turn(): boolean {
    const other = this.active === 0 ? 1 : 0;
    if (this.sizes[other] > 0) return false;
    this.active = other;
    this.isTorn = false;
    return true;
  }

  /** Empties the file that takes no new lines: everything in it is in the state. */
  dropOther(): void {
    const other = this.active === 0 ? 1 : 0;
    if (this.sizes[other] === 0) return;
    ftruncateSync(this.files[other], 0);
    this.sizes[other] = 0;
  }

  close(): void {
    for (const file of this.files) closeSync(file);
  }

  /** New lines go behind the newest ones. */
  private goOn(first: ReadFile, second: ReadFile): void {
    const newest = [first, second].map(({ lines }) => lines.at(-1)?.n ?? -1);
    this.sizes[0] = first.bytes;
    this.sizes[1] = second.bytes;
    this.active = (newest[1] ?? -1) > (newest[0] ?? -1) ? 1 : 0;
    this.isTorn = (this.active === 0 ? first : second).bytes > 0;
    this.count = Math.max(...newest) + 1;
  }
}

interface ReadFile {
  readonly bytes: number;
  readonly lines: readonly { readonly n: number; readonly line: JournalLine }[];
}

function writeWhole(file: number, bytes: Buffer): number {
  for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
  return bytes.length;
}

/** A process that was killed while it wrote leaves half a line at the end. */
function readLines(path: string): ReadFile {
  const text = readFileSync(path, 'utf8');
  const lines = text.split('\n').flatMap((one) => {
    try {
      const { n, ...line } = JSON.parse(one) as { n: number } & JournalLine;
      return [{ n, line }];
    } catch {
      return [];
    }
  });
  return { bytes: Buffer.byteLength(text), lines };
}
