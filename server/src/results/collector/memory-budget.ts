import type { ResultColumn } from '#libs/api';
import type { ColumnSource } from '#libs/changes';
import { SharedLists } from './shared-lists.js';

/** Characters of notices that are kept of all statements of a run. */
const MAX_NOTICE_CHARS = 8 * 1024 * 1024;

/** What one run holds in memory, in characters. Its statements share it. */
export class MemoryBudget {
  private cells = 0;
  private besides = 0;
  private notices = 0;
  /** The columns of results; equal ones are kept once. */
  readonly columns = new SharedLists<ResultColumn>(
    ({ name, type, kind, table }) => JSON.stringify([name, type, kind, table]),
    (chars) => this.addBesides(chars),
  );
  /** The same for the columns that they come from. */
  readonly sources = new SharedLists<ColumnSource | null>(
    (source) => (source === null ? '' : JSON.stringify([source.relation, source.attribute])),
    (chars) => this.addBesides(chars),
  );

  /** `maxChars` is how many characters of cells the run may hold. */
  constructor(private readonly maxChars: number) {}

  /** Everything that is held: cells, of which a single long row may be more than there may be, and what is kept besides. */
  get heldChars(): number {
    return this.cells + this.besides;
  }

  /** Characters of cells that may still be held; below 0 when there are more. */
  get remainingChars(): number {
    return this.maxChars - this.cells;
  }

  /** Counts characters of cells that are held from now on, or with a negative number are no longer. */
  add(chars: number): void {
    this.cells += chars;
  }

  /** Counts characters that are held as long as the run is kept, and cannot go to disk. */
  addBesides(chars: number): void {
    this.besides += chars;
  }

  /** Counts a notice that is kept; false where the run has no room for it. */
  takeNotice(chars: number): boolean {
    if (this.notices + chars > MAX_NOTICE_CHARS) return false;
    this.notices += chars;
    this.addBesides(chars);
    return true;
  }
}
