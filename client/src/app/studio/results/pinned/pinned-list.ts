import { computed, inject, Service, signal } from '@angular/core';
import { isPinnedResults } from '#libs/results';
import type { PinnedResult } from '#libs/results';
import { Identity } from '../../../shared/identity/identity';
import { StoredMap } from '../../../shared/storage/stored-map';
import { TabsStore } from '../../tabs/tabs.store';

/** Which results each tab keeps, as a browser remembers them. */
@Service()
export class PinnedList {
  private readonly tabs = inject(TabsStore);
  private readonly byTab = new StoredMap<readonly PinnedResult[]>(
    inject(Identity).personalKey('dw.studio.pinned'),
    isPinnedResults,
  );
  private readonly unpinnedIds = signal<ReadonlySet<string>>(new Set());

  /**
   * The tabs and pinned results that are gone because they were closed or unpinned in this window. What is merely not open
   * here may be open in another one.
   */
  readonly goneIds = computed(() => new Set([...this.tabs.closed(), ...this.unpinnedIds()]));

  of(tabId: string): readonly PinnedResult[] {
    return this.byTab.get(tabId) ?? [];
  }

  /** Whether a result of the run is kept, by whichever tab of this browser. */
  hasRun(runId: string): boolean {
    return this.byTab.latest().some((pins) => pins.some((pin) => pin.runId === runId));
  }

  set(tabId: string, pins: readonly PinnedResult[]): void {
    const kept = new Set(pins.map(({ id }) => id));
    const unpinned = this.of(tabId).filter(({ id }) => !kept.has(id));
    if (pins.length === 0) this.byTab.delete(tabId);
    else this.byTab.set(tabId, pins);
    this.unpinnedIds.update((ids) => new Set([...ids, ...unpinned.map(({ id }) => id)]));
  }
}
