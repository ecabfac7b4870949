import { PAGE_ROWS } from '#libs/api';
import type { ResultRow } from '#libs/api';
import type { EncodedRow } from '../../connections/index.js';
import type { MemoryBudget } from './memory-budget.js';
import { charsOf, firstPage } from './result-page.js';
import { RowBuffer } from './row-buffer.js';
import type { EncodedRows } from './row-buffer.js';

/** What shows a map or a chart what the columns hold is kept of each statement of a run, however many there are. */
const SAMPLE_CHARS = 8 * 1024;

/** The rows of one statement in memory, counted against the budget of its run. */
export class HeldRows {
  private buffer = new RowBuffer();
  private chars = 0;

  constructor(private readonly budget: MemoryBudget) {}

  /** True when the run holds more than it may. */
  get isOverBudget(): boolean {
    return this.budget.remainingChars < 0;
  }

  append(row: ResultRow): void {
    this.take(charsOf(row));
    this.buffer.append(row);
  }

  appendEncoded(row: EncodedRow): void {
    this.take(this.buffer.appendEncoded(row));
  }

  rows(): ResultRow[] {
    return this.buffer.rows();
  }

  /** All rows; none may be appended from here on. */
  all(): EncodedRows {
    return this.buffer.all();
  }

  /** The rows of the first page, while others may still come. */
  firstPage(): EncodedRows {
    return { bytes: this.buffer.firstPage(), giveBack: () => undefined };
  }

  /** Holds these rows in place of those before. */
  replace(rows: readonly ResultRow[]): void {
    this.clear();
    for (const row of rows) this.append(row);
  }

  /**
   * Holds the first page of these rows in place of those before, as far as the budget allows; a few short rows where other
   * statements of the run have used it.
   */
  replaceByPageOf(rows: readonly ResultRow[]): void {
    this.clear();
    const { remainingChars } = this.budget;
    this.replace(remainingChars > SAMPLE_CHARS ? firstPage(rows, remainingChars) : sampleOf(rows));
  }

  /** Gives back the memory. */
  clear(): void {
    this.take(-this.chars);
    this.buffer.clear();
    this.buffer = new RowBuffer();
  }

  private take(chars: number): void {
    this.chars += chars;
    this.budget.add(chars);
  }
}

/** The first rows that have no more characters than a sample. */
function sampleOf(rows: readonly ResultRow[]): ResultRow[] {
  let chars = 0;
  const tooMany = rows.findIndex((row) => (chars += charsOf(row)) > SAMPLE_CHARS);
  return rows.slice(0, tooMany === -1 ? PAGE_ROWS : Math.min(tooMany, PAGE_ROWS));
}
