import { computed, DestroyRef, effect, inject, Service, untracked } from '@angular/core';
import { ConnectionsStore } from '../../shared/connections/connections.store';
import { ServerState } from '../../shared/http/server-state';
import { CompletionStore } from '../../shared/editor/completion.store';
import { SchemaStore } from './schema.store';
import { SchemaApi } from './schema-api';
import { TabsStore } from '../tabs/tabs.store';

/** How often a catalog that is on screen is compared, in milliseconds. */
const COMPARE_EVERY_MS = 4_000;

/**
 * Brings changes of others into the schema tree and into completion: while the page is visible, the version of the
 * catalogs that it shows is compared every few seconds.
 */
@Service({ autoProvided: false })
export class CatalogWatch {
  private readonly api = inject(SchemaApi);
  private readonly schema = inject(SchemaStore);
  private readonly completion = inject(CompletionStore);
  private readonly connections = inject(ConnectionsStore);
  private readonly tabs = inject(TabsStore);
  private readonly server = inject(ServerState);
  private readonly versions = new Map<string, string>();
  private readonly comparing = new Set<string>();
  /** The connections of the tree and of the tab in front, as one comparable text. */
  private readonly shown = computed(() => {
    const ids = [this.connections.browsed()?.id, this.tabs.active()?.connectionId];
    const reachable = ids.filter((id) => id && this.connections.find(id)?.health.state !== 'failed');
    return JSON.stringify([...new Set(reachable)]);
  });

  constructor() {
    const timer = setInterval(() => this.compareAll(), COMPARE_EVERY_MS);
    const onVisibility = (): void => this.compareAll();
    document.addEventListener('visibilitychange', onVisibility);
    inject(DestroyRef).onDestroy(() => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisibility);
    });
    effect(() => {
      this.shown();
      untracked(() => this.compareAll());
    });
  }

  private compareAll(): void {
    if (document.hidden || !this.server.isReachable()) return;
    for (const id of JSON.parse(this.shown()) as string[]) void this.compare(id);
  }

  private async compare(connectionId: string): Promise<void> {
    if (this.comparing.has(connectionId)) return;
    this.comparing.add(connectionId);
    try {
      const version = await this.api.catalogVersion(connectionId);
      const before = this.versions.get(connectionId);
      this.versions.set(connectionId, version);
      if (before !== undefined && before !== version) this.takeChange(connectionId);
    } catch {
      // A connection that cannot be reached shows it in the list; the next comparison tries again.
    } finally {
      this.comparing.delete(connectionId);
    }
  }

  private takeChange(connectionId: string): void {
    this.completion.noteChange(connectionId);
    void this.schema.renew(connectionId);
  }
}
