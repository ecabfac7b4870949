import { inject, Service } from '@angular/core';
import { Identity } from '../../shared/identity/identity';
import { StoredMap } from '../../shared/storage/stored-map';
import { PinnedList } from './pinned/pinned-list';
import type { ResultModeId } from './mode';

/**
 * The mode that each tab's results are shown in, as somebody chose it. It outlives runs and reloads: a mode that does not
 * fit a result gives way to the table until one comes that it fits. Choosing never runs anything.
 */
@Service()
export class ResultModesStore {
  private readonly chosen = new StoredMap(inject(Identity).personalKey('dw.studio.modes'), isMode);

  constructor() {
    this.chosen.deleteIn(inject(PinnedList).goneIds);
  }

  /** The mode that was chosen for a tab; the table where none was. */
  of(tabId: string): ResultModeId {
    return this.chosen.get(tabId) ?? 'table';
  }

  /** Shows a tab's results in a mode from now on. */
  choose(tabId: string, mode: ResultModeId): void {
    if (this.of(tabId) !== mode) this.chosen.set(tabId, mode);
  }
}

function isMode(value: unknown): value is ResultModeId {
  return typeof value === 'string';
}
