import { inject, Service } from '@angular/core';
import { Identity } from '../../shared/identity/identity';
import { readItem, writeItem } from '../../shared/storage/browser-storage';
import { parseOrder, parseTab } from './studio-tab';
import type { StudioTab } from './studio-tab';

const TAB_KEY = 'dw.studio.tab.';
const ORDER_KEY = 'dw.studio.tabs';

/**
 * Where the tabs live between reloads. Each tab has a key of its own and each browser window its own list of open tabs,
 * so that two windows never overwrite each other's texts with an older list. People who share a browser have keys apart.
 */
@Service()
export class TabsStorage {
  private readonly tabKey: string;
  private readonly orderKey: string;

  constructor() {
    const identity = inject(Identity);
    this.tabKey = identity.personalKey(TAB_KEY);
    this.orderKey = identity.personalKey(ORDER_KEY);
  }

  /** The tabs this window had open, or those of the last window that was used. */
  load(): { tabs: StudioTab[]; activeId: string | null } {
    const stored = parseOrder(readItem(this.orderKey, 'session')) ?? parseOrder(readItem(this.orderKey));
    const tabs = (stored?.order ?? []).flatMap((id) => parseTab(readItem(this.tabKey + id)) ?? []);
    return { tabs, activeId: stored?.activeId ?? null };
  }

  /** Whether this browser keeps a tab of that id, in this window or in another. */
  has(id: string): boolean {
    return readItem(this.tabKey + id) !== null;
  }

  /** Keeps one tab; false when the browser has no room for it. */
  saveTab(tab: StudioTab): boolean {
    return writeItem(this.tabKey + tab.id, JSON.stringify(tab));
  }

  /** Keeps the order of this window's tabs. Tabs that only another window has open stay in the shared list. */
  saveOrder(order: readonly string[], activeId: string | null, closed: ReadonlySet<string>): void {
    writeItem(this.orderKey, JSON.stringify({ order, activeId }), 'session');
    const shared = parseOrder(readItem(this.orderKey))?.order ?? [];
    const others = shared.filter((id) => !order.includes(id) && !closed.has(id));
    writeItem(this.orderKey, JSON.stringify({ order: [...order, ...others], activeId }));
  }

  /** Forgets a closed tab. */
  removeTab(id: string): void {
    writeItem(this.tabKey + id, null);
  }

  /** Calls back when another window has written a tab; returns the way to stop. */
  onOtherWindow(changed: (tab: StudioTab) => void): () => void {
    const listener = (event: StorageEvent): void => {
      if (event.key?.startsWith(this.tabKey) !== true) return;
      const tab = parseTab(event.newValue);
      if (tab) changed(tab);
    };
    window.addEventListener('storage', listener);
    return () => window.removeEventListener('storage', listener);
  }
}
