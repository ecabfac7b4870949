import { computed, inject, Injectable, signal } from '@angular/core';
import type { ResultRow } from '#libs/api';
import { WHOLE_RESULT_ROWS } from '#libs/api';
import { isPlaced, placeRow } from '#libs/geo';
import type { GeoSource, LeftOutRow, PlacedRow, Placing, Transformed } from '#libs/geo';
import { ApiProblem } from '../../../shared/http/api-problem';
import { ResultsApi } from '../results-api';

/** Rows and where they come from. */
export interface RowsToPlace {
  readonly runId: string;
  readonly statement: number;
  readonly source: GeoSource;
  readonly rows: readonly ResultRow[];
  /** The same rows as the server keeps them, without what is staged. */
  readonly kept: readonly ResultRow[];
  /** What is staged for the rows; another one after each edit. */
  readonly staging: unknown;
}

/** Finds the places of rows as they arrive; those in another reference system are transformed by their database. */
@Injectable()
export class PlacedRows {
  private readonly api = inject(ResultsApi);
  private readonly all = signal<readonly Placing[]>([]);
  private readonly failure = signal<ApiProblem | null>(null);
  private readonly asking = signal(0);
  private placing: RowsToPlace | null = null;
  private turn = 0;

  readonly placed = computed<readonly PlacedRow[]>(() => this.all().filter(isPlaced));
  readonly leftOut = computed(() => this.all().filter((one): one is LeftOutRow => !isPlaced(one)));
  /** Why the database did not transform. */
  readonly problem = this.failure.asReadonly();
  readonly isTransforming = computed(() => this.asking() > 0);

  /** Places rows; those that were placed before stay as they are. */
  place(wanted: RowsToPlace): void {
    const isMore = this.placing !== null && isContinued(this.placing, wanted);
    if (!isMore) this.begin();
    this.placing = wanted;
    const from = this.all().length;
    if (from === wanted.rows.length) return;
    const more = wanted.rows.slice(from).map((row, index) => placedAs(wanted, row, from + index));
    this.all.update((all) => [...all, ...more]);
    if (more.some(isForDatabase)) void this.transform(this.turn, wanted, from);
  }

  private begin(): void {
    this.turn += 1;
    this.all.set([]);
    this.failure.set(null);
    this.asking.set(0);
  }

  private async transform(turn: number, wanted: RowsToPlace, from: number): Promise<void> {
    if (wanted.source.kind !== 'geometry') return;
    this.asking.update((count) => count + 1);
    try {
      let offset = from;
      while (offset < wanted.rows.length) {
        const limit = Math.min(WHOLE_RESULT_ROWS, wanted.rows.length - offset);
        const { runId, statement, source } = wanted;
        const page = await this.api.positions(runId, statement, source.column, offset, limit);
        if (turn !== this.turn || page.items.length === 0) return;
        const first = offset;
        this.take(wanted, new Map(page.items.map((item, index) => [first + index, item])));
        // Long values end an answer early.
        offset += page.items.length;
      }
    } catch (error) {
      if (turn === this.turn) this.failure.set(ApiProblem.from(error));
    } finally {
      if (turn === this.turn) this.asking.update((count) => count - 1);
    }
  }

  private take({ rows, source }: RowsToPlace, transformed: Transformed): void {
    this.all.update((all) =>
      all.map((one) => {
        const cells = rows[one.row];
        return cells && isForDatabase(one) && (transformed.get(one.row) ?? null) !== null
          ? placeRow(cells, one.row, source, transformed)
          : one;
      }),
    );
  }
}

/** The database transforms what it keeps: an edited value has no place until it is written. */
function placedAs({ source, kept }: RowsToPlace, cells: ResultRow, row: number): Placing {
  const placing = placeRow(cells, row, source);
  if (!isForDatabase(placing) || source.kind !== 'geometry') return placing;
  const isEdited = (cells[source.column] ?? null) !== (kept[row]?.[source.column] ?? null);
  return isEdited ? { ...placing, reason: 'edited' } : placing;
}

function isForDatabase(placing: Placing): placing is LeftOutRow {
  return !isPlaced(placing) && placing.reason === 'database';
}

function isContinued(before: RowsToPlace, wanted: RowsToPlace): boolean {
  const isSame =
    before.runId === wanted.runId &&
    before.statement === wanted.statement &&
    before.source === wanted.source &&
    before.staging === wanted.staging;
  return isSame && before.rows.length <= wanted.rows.length && before.rows[0] === wanted.rows[0];
}
