import type { ResultRow, StatementError } from '#libs/api';

/** A review is held in memory whole: more characters than these, of all rows before and after, are not. */
const MOST_CHARACTERS = 256 * 1024 * 1024;

export const ROWS_TOO_LARGE: StatementError = {
  ...{ message: 'The rows of this change set have more than 256 MB.', sqlstate: null, position: null, detail: null },
  hint: 'Change fewer rows at once.',
};

/** How much more of rows a transaction may hold. */
export class RowBudget {
  private left = MOST_CHARACTERS;

  /** The rows of one answer, which are held as long as they are not too large. */
  answer(): CountedRows {
    return new CountedRows(this.left, (characters) => (this.left -= characters));
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
    for (const cell of row) this.characters += cell?.length ?? 0;
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
