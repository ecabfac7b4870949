import { inject, Service } from '@angular/core';
import { Identity } from '../../shared/identity/identity';
import { KeptItems } from '../../shared/storage/kept-items';

const KEY = 'dw.sent-changes';
/** Tabs that are remembered; of more, the oldest are forgotten. */
const MOST = 50;

/**
 * The change sets of staged edits that were sent to be applied or proposed and whose answer has not arrived, by tab. They are
 * kept over reloads: edits whose answer was lost may be in the database, and would be written a second time.
 */
@Service()
export class SentChanges {
  private readonly key = inject(Identity).personalKey(KEY);
  private readonly items = new KeptItems();

  /** The id of the change set that was sent from a tab; null where every answer has arrived. */
  of(tabId: string): string | null {
    return this.read().find(([id]) => id === tabId)?.[1] ?? null;
  }

  add(tabId: string, changeId: string): void {
    this.write([...this.others(tabId), [tabId, changeId] as const].slice(-MOST));
  }

  remove(tabId: string): void {
    if (this.of(tabId) !== null) this.write(this.others(tabId));
  }

  private others(tabId: string): (readonly [tab: string, change: string])[] {
    return this.read().filter(([id]) => id !== tabId);
  }

  private read(): (readonly [tab: string, change: string])[] {
    try {
      const kept: unknown = JSON.parse(this.items.read(this.key) ?? '[]');
      return Array.isArray(kept) ? kept.filter(isPair) : [];
    } catch {
      return [];
    }
  }

  private write(pairs: readonly (readonly [tab: string, change: string])[]): void {
    this.items.write(this.key, pairs.length === 0 ? null : JSON.stringify(pairs));
  }
}

function isPair(value: unknown): value is readonly [string, string] {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string');
}
