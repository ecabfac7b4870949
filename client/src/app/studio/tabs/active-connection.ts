import { computed, inject, Service } from '@angular/core';
import { DEFAULT_DIALECT } from '#libs/dialects';
import { connectionDialect } from '../../shared/connections/connection-dialect';
import { ConnectionsStore } from '../../shared/connections/connections.store';
import { TabsStore } from './tabs.store';

/** The connection of the tab in front. */
@Service()
export class ActiveConnection {
  private readonly tabs = inject(TabsStore);
  private readonly connections = inject(ConnectionsStore);

  /** Null when the tab has none that exists. */
  readonly value = computed(() => {
    const id = this.tabs.active()?.connectionId;
    return id ? this.connections.find(id) : null;
  });
  /** The dialect of its SQL; the default one where the tab has no connection. */
  readonly dialect = computed(() => {
    const connection = this.value();
    return connection ? connectionDialect(connection) : DEFAULT_DIALECT;
  });

  /** The connection of a new tab: the one that is browsed in the sidebar, else that of the tab in front. */
  forNewTab(): string | null {
    const browsed = this.connections.browsed();
    // Where nothing else is browsed, the tab in front may be ahead of the address.
    const isChosen = browsed !== null && browsed.id !== this.connections.selectedId();
    return isChosen ? browsed.id : (this.tabs.active()?.connectionId ?? null);
  }
}
