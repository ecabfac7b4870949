import { inject, Service } from '@angular/core';
import { isPinnedResults } from '#libs/results';
import type { PinnedResult } from '#libs/results';
import { Identity } from '../../../shared/identity/identity';
import { storedSignal } from '../../../shared/storage/stored-signal';

type PinnedByTab = Readonly<Record<string, readonly PinnedResult[]>>;

/** Which results each tab keeps, as a browser remembers them. */
@Service()
export class PinnedList {
  private readonly byTab = storedSignal<PinnedByTab>(
    inject(Identity).personalKey('dw.studio.pinned'),
    {},
    isPinnedByTab,
  );

  of(tabId: string): readonly PinnedResult[] {
    return this.byTab()[tabId] ?? [];
  }

  /** The tabs that keep a result. */
  tabIds(): string[] {
    return Object.keys(this.byTab());
  }

  /** Whether a result of the run is kept, by whichever tab. */
  hasRun(runId: string): boolean {
    return Object.values(this.byTab()).some((pins) => pins.some((pin) => pin.runId === runId));
  }

  set(tabId: string, pins: readonly PinnedResult[]): void {
    const others = Object.entries(this.byTab()).filter(([id]) => id !== tabId);
    this.byTab.set(Object.fromEntries(pins.length === 0 ? others : [...others, [tabId, pins]]));
  }
}

function isPinnedByTab(value: unknown): value is PinnedByTab {
  return typeof value === 'object' && value !== null && Object.values(value).every(isPinnedResults);
}
