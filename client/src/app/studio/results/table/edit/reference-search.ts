import { inject, Injectable, signal } from '@angular/core';
import type { EditableColumn, ReferencedRow, ReferencedRows } from '#libs/api';
import { ApiProblem } from '../../../../shared/http/api-problem';
import { ResultsApi } from '../../results-api';
import { TableEdits } from './table-edits';
import type { EditedPlace } from './table-edits';

/** A pause in typing after which rows are searched, in milliseconds. */
const PAUSE_MS = 150;
/** Columns without a foreign key of their own: they are asked about once. */
const withoutKey = new WeakSet<EditableColumn>();

/** Searches the rows that a cell can refer to. Each search stops the one before. */
@Injectable()
export class ReferenceSearch {
  private readonly api = inject(ResultsApi);
  private readonly edits = inject(TableEdits);
  private readonly chosen = signal<number | null>(null);
  /** An answer for what was typed last is on its way. */
  readonly isSearching = signal(false);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asking = new AbortController();

  /** What was found last; null before that, and for a column without a foreign key of its own. */
  readonly found = signal<ReferencedRows | null>(null);
  /** The place of the row that Enter takes; null where Enter takes the text. */
  readonly active = this.chosen.asReadonly();

  /** Searches for what was typed; for all rows where the cell was only opened. */
  search(column: EditableColumn, text: string, pauseMs = PAUSE_MS): void {
    this.stop();
    this.chosen.set(null);
    const place = this.edits.place();
    if (place === null || withoutKey.has(column)) return;
    this.isSearching.set(this.found() !== null);
    this.timer = setTimeout(() => void this.read(place, column, text), pauseMs);
  }

  /** The row that Enter takes. */
  taken(): ReferencedRow | null {
    const active = this.chosen();
    return active === null ? null : (this.found()?.items[active] ?? null);
  }

  /** Goes to the row below or above; false where there is no list. */
  step(by: 1 | -1): boolean {
    const count = this.found()?.items.length ?? 0;
    if (count === 0) return false;
    const from = this.chosen();
    this.chosen.set(from === null ? (by === 1 ? 0 : count - 1) : (from + by + count) % count);
    return true;
  }

  /** Nothing is searched any longer. */
  stop(): void {
    clearTimeout(this.timer);
    this.asking.abort();
  }

  private async read(place: EditedPlace, column: EditableColumn, text: string): Promise<void> {
    const { signal: stop } = (this.asking = new AbortController());
    const found = await this.rows(place, column, text, stop);
    if (stop.aborted) return;
    this.isSearching.set(false);
    if (found.references === null && found.reason === null) withoutKey.add(column);
    else this.found.set(found);
    // What was typed is a part of a name: Enter takes the first row, unless it is a key itself.
    const isKey = text === '' || found.items.some(({ key }) => key === text);
    this.chosen.set(isKey || found.items.length === 0 ? null : 0);
  }

  private async rows(
    { connectionId, schema, table }: EditedPlace,
    { column }: EditableColumn,
    text: string,
    stop: AbortSignal,
  ): Promise<ReferencedRows> {
    try {
      return await this.api.referencedRows(connectionId, { schema, table, column }, text, stop);
    } catch (error) {
      return { references: null, items: [], is_incomplete: false, reason: ApiProblem.from(error).detail };
    }
  }
}
