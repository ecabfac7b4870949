import { computed, effect, inject, Service, untracked } from '@angular/core';
import { Router } from '@angular/router';
import { ConnectionsStore } from '../../shared/connections/connections.store';
import { holdsWork } from './studio-tab';
import { TabsStore } from './tabs.store';

/**
 * Keeps the address at the connection of the tab in front, and the sidebar at it until another one is browsed there. An
 * address brings a tab of its connection to the front; it never changes the connection of a text.
 */
@Service({ autoProvided: false })
export class TabConnection {
  private readonly tabs = inject(TabsStore);
  private readonly connections = inject(ConnectionsStore);
  private readonly router = inject(Router);
  private isSettled = false;
  /** Changes with the tab in front and with its connection, not with its text. */
  private readonly inFront = computed(() => `${this.tabs.activeId()} ${this.tabs.active()?.connectionId}`);

  constructor() {
    effect(() => {
      const selectedId = this.connections.selectedId();
      if (this.connections.state() === 'ready') untracked(() => this.take(selectedId));
    });
    effect(() => {
      const id = this.tabs.active()?.connectionId ?? null;
      this.connections.connections();
      untracked(() => this.give(id));
    });
    effect(() => {
      this.inFront();
      untracked(() => this.connections.browse(null));
    });
  }

  private take(selectedId: string | null): void {
    const tab = this.tabs.active();
    const isFirst = !this.isSettled;
    this.isSettled = true;
    if (!tab || selectedId === null || tab.connectionId === selectedId) return;
    if (tab.connectionId === null || (isFirst && !holdsWork(tab))) this.tabs.setConnection(tab.id, selectedId);
    else if (this.isAskedByAddress(selectedId)) this.bringToFront(selectedId);
    else this.give(tab.connectionId);
  }

  /** A page that is opened at a connection never moves a text that was written for another one. */
  private bringToFront(connectionId: string): void {
    const tab = this.tabs.tabs().find((candidate) => candidate.connectionId === connectionId);
    if (tab) this.tabs.activate(tab.id);
    else this.tabs.open({ connectionId });
  }

  private give(id: string | null): void {
    const isOther = id !== null && id !== this.connections.selectedId() && this.connections.find(id) !== null;
    if (!this.isSettled || !isOther) return;
    const queryParams = { connection: id };
    void this.router.navigate([], { queryParams, queryParamsHandling: 'merge', replaceUrl: true });
  }

  private isAskedByAddress(id: string): boolean {
    return this.router.parseUrl(this.router.url).queryParamMap.get('connection') === id;
  }
}
