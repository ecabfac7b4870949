import { effect, inject, Service, untracked } from '@angular/core';
import { findLayout, isColumnLayouts, withLayout } from '#libs/results';
import type { ColumnLayout } from '#libs/results';
import { Identity } from '../../../../shared/identity/identity';
import { storedSignal } from '../../../../shared/storage/stored-signal';
import { PinnedList } from '../../pinned/pinned-list';
import { TabsStore } from '../../../tabs/tabs.store';

type LayoutsByTab = Readonly<Record<string, ColumnLayout[]>>;

/**
 * The order, width, visibility and pins of columns in each tab, by the shape of the result. A browser remembers them over
 * runs and reloads, and forgets those of closed tabs.
 */
@Service()
export class ColumnLayoutsStore {
  private readonly tabs = inject(TabsStore);
  private readonly pinned = inject(PinnedList);
  private readonly layouts = storedSignal<LayoutsByTab>(
    inject(Identity).personalKey('dw.studio.columns'),
    {},
    isLayoutsByTab,
  );

  constructor() {
    effect(() => {
      const open = new Set(this.tabs.tabs().flatMap(({ id }) => [id, ...this.pinned.of(id).map((pin) => pin.id)]));
      untracked(() => this.keepOnly(open));
    });
  }

  /** The layout of a result of `count` columns; null where none is remembered. */
  find(tabId: string, shape: string, count: number): ColumnLayout | null {
    return findLayout(this.layouts()[tabId] ?? [], shape, count);
  }

  remember(tabId: string, layout: ColumnLayout): void {
    this.layouts.update((all) => ({ ...all, [tabId]: withLayout(all[tabId] ?? [], layout) }));
  }

  forget(tabId: string, shape: string): void {
    this.layouts.update((all) => ({ ...all, [tabId]: (all[tabId] ?? []).filter((one) => one.shape !== shape) }));
  }

  private keepOnly(open: ReadonlySet<string>): void {
    const kept = Object.entries(this.layouts()).filter(([id]) => open.has(id));
    if (kept.length < Object.keys(this.layouts()).length) this.layouts.set(Object.fromEntries(kept));
  }
}

function isLayoutsByTab(value: unknown): value is LayoutsByTab {
  return typeof value === 'object' && value !== null && Object.values(value).every(isColumnLayouts);
}
