import { inject, Service } from '@angular/core';
import { Identity } from '../../shared/identity/identity';
import { readItem, writeItem } from '../../shared/storage/browser-storage';
import type { StudioTab } from './studio-tab';

const KEY = 'dw.studio.older.';

/**
 * Tabs whose copy in the browser is older than what the server was sent, since the browser had no room for it. Such a
 * copy is no change of the server's text.
 */
@Service()
export class OlderCopies {
  private readonly key = inject(Identity).personalKey(KEY);
  /** Text of the tabs that this window has read from such a copy, by tab. */
  private readonly texts = new Map<string, string>();

  /** Notes that the browser's copy of a tab is older than the server's. A full storage may have room for the window. */
  note(id: string): void {
    if (!writeItem(this.key + id, '1')) writeItem(this.key + id, '1', 'session');
  }

  /** The browser has kept a tab as it is now, unless what it was made from is the older copy. */
  noteKept(id: string): void {
    if (this.texts.has(id) || !this.isNoted(id)) return;
    writeItem(this.key + id, null);
    writeItem(this.key + id, null, 'session');
  }

  /** The window shows a tab as the browser had it. */
  noteRead({ id, sql }: Pick<StudioTab, 'id' | 'sql'>): void {
    if (this.isNoted(id)) this.texts.set(id, sql);
  }

  /** The window has the text of both sides, or one that a person chose. */
  settle(id: string): void {
    this.texts.delete(id);
  }

  /** Whether the text of a tab is that of the older copy, and whether it was changed since it was read; else null. */
  of({ id, sql }: Pick<StudioTab, 'id' | 'sql'>): 'unchanged' | 'changed' | null {
    const read = this.texts.get(id);
    if (read === undefined) return null;
    return read === sql ? 'unchanged' : 'changed';
  }

  /** The tab whose older copy another window has noted by an event of the storage; else null. */
  notedBy({ key, newValue }: StorageEvent): string | null {
    return key?.startsWith(this.key) === true && newValue !== null ? key.slice(this.key.length) : null;
  }

  private isNoted(id: string): boolean {
    return readItem(this.key + id) !== null || readItem(this.key + id, 'session') !== null;
  }
}
