import type { ResultRow, StatementError } from '#libs/api';
import { charactersOf } from '#libs/results';
import { Problem, errorCode } from '../../platform/index.js';

/** A review is held in memory whole: more characters than these, of all rows before and after, are not. */
const MOST_CHARACTERS = 256 * 1024 * 1024;

export const ROWS_TOO_LARGE: StatementError = {
  ...{ message: 'The rows of this change set have more than 256 MB.', sqlstate: null, position: null, detail: null },
  hint: 'Change fewer rows at once.',
};

/**
 * Does what writes rows as one text. Characters that JSON escapes, or that take several bytes, make that longer than a text
 * can be: throws `change-refused` then.
 */
export async function orTooLarge<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isTooLong = error instanceof RangeError && error.message === 'Invalid string length';
    if (!isTooLong && errorCode(error) !== 'ERR_STRING_TOO_LONG') throw error;
    const detail = 'The rows of this change set are too large to be reviewed. Change fewer rows at once.';
    throw new Problem('change-refused', detail, { cause: error });
  }
}

/** How much more of rows a transaction may hold. */
export class RowBudget {
  private characters = MOST_CHARACTERS;

  /** Characters of rows that may be held besides those that are. */
  get left(): number {
    return this.characters;
  }

  /** The rows of one answer, which are held as long as they are not too large. */
  answer(): CountedRows {
    return new CountedRows(this.characters, (characters) => (this.characters -= characters));
  }
}

/** Rows that are counted as they arrive; of too many, none are held. */
export class CountedRows {
  readonly rows: ResultRow[] = [];
  isTooLarge = false;
  private characters = 0;

  constructor(
    private readonly most: number,
    private readonly spend: (characters: number) => void,
  ) {}

  add(row: ResultRow): true {
    this.characters += charactersOf(row);
    if (this.characters > this.most) this.isTooLarge = true;
    if (this.isTooLarge) this.rows.length = 0;
    else this.rows.push(row);
    return true;
  }

  /** The rows, which count from now on; null where they are too large. */
  keep(): ResultRow[] | null {
    if (this.isTooLarge) return null;
    this.spend(this.characters);
    return this.rows;
  }
}
