import type { ColumnKind, ResultColumn, ResultFilter } from '#libs/api';
import { cellPredicate, cellTest, cellsInLine, rowPredicate } from '#libs/results';
import type { CellSink } from '../order/column-text.js';
import type { ResultSpool } from '../spool/result-spool.js';
import { cellTexts } from './cell-texts.js';
import { offerColumn } from './column-cells.js';
import { linesIn } from './lines-in.js';
import { RowSet } from './row-set.js';
import { SpoolScan } from './spool-scan.js';

/** Cells after which requests are looked at. */
const TURN_ROWS = 4096;

/** The rows of a spool that match conditions. */
export class FilterScan extends SpoolScan {
  /** Those of the rows that are decided. */
  readonly rows = new RowSet();

  constructor(
    private readonly spool: ResultSpool,
    private readonly columns: readonly ResultColumn[],
    private readonly filters: readonly ResultFilter[],
  ) {
    super(() => spool.readableRows);
  }

  /**
   * One condition after another on the file of its column, each on the rows that are left; those on columns without a
   * file all at once on the rows themselves.
   */
  protected async decide(signal: AbortSignal): Promise<void> {
    const { spool, filters } = this;
    const end = spool.readableRows;
    const hasFile = ({ column }: ResultFilter): boolean => this.decided === 0 && spool.columnFile(column) !== null;
    const onFiles = filters.filter(hasFile);
    const onRows = filters.filter((filter) => !onFiles.includes(filter));
    let candidates: RowSet | null = null;
    for (const [place, filter] of onFiles.entries()) {
      const isLast = place === onFiles.length - 1 && onRows.length === 0;
      const met: RowSet = isLast ? this.rows : new RowSet();
      await offerColumn(spool, filter.column, this.sink(filter, candidates, met), signal);
      candidates = met;
    }
    if (onRows.length > 0) await this.decideRows(onRows, candidates, signal);
    this.decided = Math.max(end, this.decided);
  }

  private sink(filter: ResultFilter, candidates: RowSet | null, met: RowSet): CellSink {
    const kind: ColumnKind = this.columns[filter.column]?.kind ?? 'other';
    const isMet = cellTest(kind, filter);
    const isNullMet = cellPredicate(kind, filter)(null);
    const textOf = cellTexts();
    return {
      offer: (bytes, from, to, row) => {
        if ((candidates === null || candidates.has(row)) && isMet(bytes, from, to, textOf)) met.add(row);
        if (row % TURN_ROWS === 0) this.progressed();
      },
      offerNull: (row) => {
        if (isNullMet && (candidates === null || candidates.has(row))) met.add(row);
      },
    };
  }

  private async decideRows(
    filters: readonly ResultFilter[],
    candidates: RowSet | null,
    signal: AbortSignal,
  ): Promise<void> {
    const isMet = rowPredicate(this.columns, filters);
    for await (const { bytes, firstRow, endRow } of this.spool.lines(this.decided)) {
      signal.throwIfAborted();
      for (const { row, line } of linesIn(bytes, firstRow)) {
        if ((candidates === null || candidates.has(row)) && isMet(cellsInLine(line))) this.rows.add(row);
      }
      this.decided = endRow;
      this.progressed();
    }
  }
}
