import { inject, Service } from '@angular/core';
import { findLayout, isColumnLayouts, withLayout } from '#libs/results';
import type { ColumnLayout } from '#libs/results';
import { Identity } from '../../../../shared/identity/identity';
import { StoredMap } from '../../../../shared/storage/stored-map';
import { PinnedList } from '../../pinned/pinned-list';

/**
 * The order, width, visibility and pins of columns in each tab, by the shape of the result. A browser remembers them over
 * runs and reloads, and forgets those of closed tabs.
 */
@Service()
export class ColumnLayoutsStore {
  private readonly layouts = new StoredMap(inject(Identity).personalKey('dw.studio.columns'), isColumnLayouts);

  constructor() {
    this.layouts.deleteIn(inject(PinnedList).goneIds);
  }

  /** The layout of a result of `count` columns; null where none is remembered. */
  find(tabId: string, shape: string, count: number): ColumnLayout | null {
    return findLayout(this.layouts.get(tabId) ?? [], shape, count);
  }

  remember(tabId: string, layout: ColumnLayout): void {
    this.layouts.set(tabId, withLayout(this.layouts.get(tabId) ?? [], layout));
  }

  forget(tabId: string, shape: string): void {
    const others = (this.layouts.get(tabId) ?? []).filter((one) => one.shape !== shape);
    if (others.length === 0) this.layouts.delete(tabId);
    else this.layouts.set(tabId, others);
  }
}
