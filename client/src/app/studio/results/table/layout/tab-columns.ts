import { inject, Service, signal } from '@angular/core';
import { layoutShape } from '#libs/results';
import type { ColumnPlace } from '#libs/results';
import type { ResultColumn } from '#libs/api';
import { ColumnLayoutsStore } from './column-layouts.store';

/** The layouts of columns of the tab whose results are shown. The result area provides it. */
@Service({ autoProvided: false })
export class TabColumns {
  private readonly store = inject(ColumnLayoutsStore);
  private readonly leftmostIds = new Map<string, string>();
  readonly tabId = signal<string | null>(null);

  /** The columns of a result as a person left them; null where they never changed. */
  find(columns: readonly ResultColumn[]): readonly ColumnPlace[] | null {
    const [tabId, shape] = [this.tabId(), layoutShape(columns)];
    if (tabId === null || shape === null) return null;
    return this.store.find(tabId, shape, columns.length)?.columns ?? null;
  }

  /** The leftmost column in sight that scrolls, where a grid of these columns was scrolled last, or the last one at the end; null for the first one. */
  leftmost(columns: readonly ResultColumn[]): string | null {
    return this.leftmostIds.get(this.keyOf(columns)) ?? null;
  }

  rememberLeftmost(columns: readonly ResultColumn[], id: string | null): void {
    if (id === null) this.leftmostIds.delete(this.keyOf(columns));
    else this.leftmostIds.set(this.keyOf(columns), id);
  }

  remember(columns: readonly ResultColumn[], places: readonly ColumnPlace[]): void {
    const [tabId, shape] = [this.tabId(), layoutShape(columns)];
    if (tabId !== null && shape !== null) this.store.remember(tabId, { shape, columns: places });
  }

  forget(columns: readonly ResultColumn[]): void {
    const [tabId, shape] = [this.tabId(), layoutShape(columns)];
    if (tabId !== null && shape !== null) this.store.forget(tabId, shape);
  }

  private keyOf(columns: readonly ResultColumn[]): string {
    return JSON.stringify([this.tabId(), columns.map(({ name, type }) => [name, type])]);
  }
}
