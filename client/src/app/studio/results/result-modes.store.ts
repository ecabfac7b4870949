import { effect, inject, Service, untracked } from '@angular/core';
import { Identity } from '../../shared/identity/identity';
import { storedSignal } from '../../shared/storage/stored-signal';
import { TabsStore } from '../tabs/tabs.store';
import { PinnedList } from './pinned/pinned-list';
import type { ResultModeId } from './mode';

type ChosenModes = Readonly<Record<string, ResultModeId>>;

/**
 * The mode that each tab's results are shown in, as somebody chose it. It outlives runs and reloads: a mode that does not
 * fit a result gives way to the table until one comes that it fits. Choosing never runs anything.
 */
@Service()
export class ResultModesStore {
  private readonly tabs = inject(TabsStore);
  private readonly pinned = inject(PinnedList);
  private readonly chosen = storedSignal<ChosenModes>(
    inject(Identity).personalKey('dw.studio.modes'),
    {},
    isChosenModes,
  );

  constructor() {
    effect(() => {
      const open = new Set(this.tabs.tabs().flatMap(({ id }) => [id, ...this.pinned.of(id).map((pin) => pin.id)]));
      untracked(() => this.keepOnly(open));
    });
  }

  /** The mode that was chosen for a tab; the table where none was. */
  of(tabId: string): ResultModeId {
    return this.chosen()[tabId] ?? 'table';
  }

  /** Shows a tab's results in a mode from now on. */
  choose(tabId: string, mode: ResultModeId): void {
    if (this.of(tabId) !== mode) this.chosen.update((modes) => ({ ...modes, [tabId]: mode }));
  }

  private keepOnly(open: ReadonlySet<string>): void {
    const kept = Object.entries(this.chosen()).filter(([id]) => open.has(id));
    if (kept.length < Object.keys(this.chosen()).length) this.chosen.set(Object.fromEntries(kept));
  }
}

function isChosenModes(value: unknown): value is ChosenModes {
  return typeof value === 'object' && value !== null && Object.values(value).every((mode) => typeof mode === 'string');
}
