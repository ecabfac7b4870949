import type { ColumnStatistics, MatchesPage, ResultColumn, ResultFilter, ResultRow } from '#libs/api';
import { columnStatistics, compareCells, matchFinder, rowPredicate } from '#libs/results';
import type { FindText } from '#libs/results';
import { MAX_PAGE_CHARS, charsOf } from '../collector/result-page.js';
import { firstMatches, shownMatch } from './match-page.js';
import type { PlacedRow } from './match-page.js';
import type { MatchRange, ResultViews, RowsView, ViewPage } from './result-views.js';

/** The views of a result in memory, which has few rows: everything is found out anew for each request. */
export class HeldViews implements ResultViews {
  constructor(
    private readonly rows: readonly ResultRow[],
    private readonly columns: readonly ResultColumn[],
    private readonly isOver: boolean,
  ) {}

  page(view: RowsView, offset: number, limit: number): Promise<ViewPage> {
    const numbers = this.numbersOf(view);
    const rows: ResultRow[] = [];
    let chars = 0;
    for (const number of numbers.slice(offset, offset + limit)) {
      const row = this.rows[number] ?? [];
      chars += charsOf(row);
      if (chars > MAX_PAGE_CHARS && rows.length > 0) break;
      rows.push(row);
    }
    const count = this.isOver ? numbers.length : null;
    return Promise.resolve({ rows, numbers: numbers.slice(offset, offset + rows.length), count });
  }

  count(view: RowsView): Promise<number> {
    return Promise.resolve(this.numbersOf(view).length);
  }

  async *batches(view: RowsView): AsyncGenerator<readonly ResultRow[]> {
    yield await Promise.resolve(this.numbersOf(view).map((number) => this.rows[number] ?? []));
  }

  async matches(view: RowsView, find: FindText, range: MatchRange): Promise<MatchesPage> {
    const placesIn = matchFinder(find);
    const numbers = this.numbersOf(view);
    const columnsOf = (number: number): number[] => placesIn(this.rows[number] ?? []);
    const { fromRow, beforeRow, limit } = range;
    const rows = numbers.map((number, place): PlacedRow => [place, number]);
    const wanted = beforeRow === null ? rows.slice(fromRow) : rows.slice(0, beforeRow).toReversed();
    const items = await firstMatches(wanted, columnsOf, limit, beforeRow !== null);
    const counts = numbers.map((number) => columnsOf(number).length);
    const sum = (some: readonly number[]): number => some.reduce((total, one) => total + one, 0);
    const [first] = items;
    return {
      items: items.map(shownMatch),
      first_place:
        first === undefined ? null : sum(counts.slice(0, first.row)) + columnsOf(first.number).indexOf(first.column),
      match_count: sum(counts),
      complete: this.isOver,
    };
  }

  statistics(column: number, filters: readonly ResultFilter[]): Promise<ColumnStatistics> {
    const cells = this.numbersOf({ filters, order: null }).map((number) => this.rows[number]?.[column] ?? null);
    return Promise.resolve(columnStatistics(this.columns[column]?.kind ?? 'other', cells, this.isOver));
  }

  private numbersOf({ filters, order }: RowsView): number[] {
    const isMet = rowPredicate(this.columns, filters);
    const numbers = this.rows.flatMap((row, number) => (isMet(row) ? [number] : []));
    if (order === null) return numbers;
    const compare = compareCells(order.kind);
    const sign = order.direction === 'asc' ? 1 : -1;
    const cellOf = (number: number) => this.rows[number]?.[order.column] ?? null;
    return numbers.sort((a, b) => sign * compare(cellOf(a), cellOf(b)));
  }
}
