import { ApplicationRef, computed, inject, Injectable, signal } from '@angular/core';
import type { Cell, ResultFilter } from '#libs/api';
import { Identity } from '../../../../shared/identity/identity';
import { isBoolean, storedSignal } from '../../../../shared/storage/stored-signal';
import type { FilterFields } from './filter-fields';
import { excludeValue, filterByValue } from './value-filter';

/** The conditions on the columns of one table, one for each column. Provided by the table. */
@Injectable()
export class TableFilters {
  private readonly app = inject(ApplicationRef);
  private readonly listeners = new Set<() => void>();
  private readonly conditions = signal<readonly ResultFilter[]>([]);
  private readonly isRowWanted = storedSignal(inject(Identity).personalKey('dw.studio.filter-row'), false, isBoolean);

  readonly all = this.conditions.asReadonly();
  readonly isActive = computed(() => this.all().length > 0);
  /** Whether the row of filter fields stands under the heads. */
  readonly isRowShown = computed(() => this.isRowWanted() || this.isActive());
  private readonly opened = signal(0);
  /** Grows whenever the row of fields was asked for: its first field takes the focus. */
  readonly rowOpenings = this.opened.asReadonly();
  /** The column whose condition is being edited, and the element beside which that is done. */
  readonly edited = signal<{ readonly column: number; readonly origin: HTMLElement } | null>(null);

  /** What the fields under the heads need. */
  readonly fields: FilterFields = {
    of: (column) => this.of(column),
    edit: (column, origin) => this.edit(column, origin),
    clear: (column) => this.clear(column),
    keepNull: (column) => this.keepValue(column, null),
    listen: (changed) => {
      this.listeners.add(changed);
      return () => this.listeners.delete(changed);
    },
  };

  /** Opens the editor of a column's condition, drawn at once, so that it takes the next key. */
  edit(column: number, origin: HTMLElement): void {
    this.edited.set({ column, origin });
    this.app.tick();
  }

  /** Closes the editor, which is gone at once, so that another one may open before the next frame. */
  endEdit(): void {
    this.edited.set(null);
    this.app.tick();
  }

  of(column: number): ResultFilter | null {
    return this.all().find((filter) => filter.column === column) ?? null;
  }

  /** Takes the place of the condition that the column had. */
  set(filter: ResultFilter): void {
    const others = this.all().filter(({ column }) => column !== filter.column);
    this.take([...others, filter].sort((a, b) => a.column - b.column));
  }

  clear(column: number): void {
    if (this.of(column)) this.take(this.all().filter((filter) => filter.column !== column));
  }

  clearAll(): void {
    if (this.isActive()) this.take([]);
  }

  keepValue(column: number, value: Cell): void {
    this.set(filterByValue(column, value));
  }

  exclude(column: number, value: Cell): void {
    this.set(excludeValue(column, value, this.of(column)));
  }

  /** Shows or hides the row of fields; hiding it takes the conditions away. */
  toggleRow(): void {
    const isShown = this.isRowShown();
    this.isRowWanted.set(!isShown);
    if (isShown) this.clearAll();
    else this.opened.update((count) => count + 1);
  }

  private take(conditions: readonly ResultFilter[]): void {
    this.conditions.set(conditions);
    for (const changed of this.listeners) changed();
    // Drawn at once: the focus goes from what is gone to the table before the next key.
    this.app.tick();
  }
}
