import { Component, computed, DestroyRef, effect, inject, signal, untracked } from '@angular/core';
import { RouterLink } from '@angular/router';
import { ConnectionsStore } from '../shared/connections/connections.store';
import { ConnectionColour } from '../shared/connections/ui/connection-colour';
import { apiUrl } from '../shared/http/api-url';
import { BusyActions } from '../shared/http/busy-actions';
import { Moment } from '../shared/time/moment';
import { Badge } from '../shared/ui/badge';
import { BusyButton } from '../shared/ui/busy-button';
import { Icon } from '../shared/ui/icon/icon';
import { EmptyState } from '../shared/ui/state/empty-state';
import { FailedState } from '../shared/ui/state/failed-state';
import { LoadingState } from '../shared/ui/state/loading-state';
import { LayerListStore } from './data/layer-list.store';
import type { ListedLayer } from './data/layer-list.store';

/** Every saved query that is a map layer, and on demand those that are none, with the reason. */
@Component({
  selector: 'dw-layers-page',
  imports: [Badge, BusyButton, ConnectionColour, EmptyState, FailedState, Icon, LoadingState, Moment, RouterLink],
  providers: [LayerListStore],
  templateUrl: './layers-page.html',
  styleUrl: './layers-page.css',
})
export class LayersPage {
  protected readonly store = inject(LayerListStore);
  protected readonly connections = inject(ConnectionsStore);
  protected readonly asking = new BusyActions();
  protected readonly search = signal('');
  protected readonly showsOthers = signal(false);
  /** The connections whose results can be served as tiles, in one text, so that a health report asks nothing anew. */
  private readonly servingIds = computed(() =>
    this.connections
      .connections()
      .filter(({ capabilities }) => capabilities.tiles)
      .map(({ id }) => id)
      .join('\n'),
  );
  private readonly found = computed(() => {
    const words = this.search().trim().toLowerCase();
    return (this.store.layers() ?? []).filter(({ query }) => query.name.toLowerCase().includes(words));
  });
  protected readonly layers = computed(() => this.found().filter(({ state }) => state === 'layer'));
  private readonly unknown = computed(() => this.found().filter(({ state }) => state === 'unknown'));
  protected readonly others = computed(() => this.found().filter(({ state }) => state === 'none'));
  protected readonly askingCount = computed(
    () => (this.store.layers() ?? []).filter(({ state }) => state === 'asking').length,
  );
  protected readonly shown = computed<readonly ListedLayer[]>(() => [
    ...this.layers(),
    ...this.unknown(),
    ...(this.showsOthers() ? this.others() : []),
  ]);

  /** The studio on a connection whose queries can be layers. */
  protected readonly newLayerLink = computed(() => {
    const [first] = this.servingIds().split('\n');
    return first ? { connection: first } : {};
  });

  constructor() {
    effect(() => {
      if (this.connections.state() !== 'ready') return;
      this.servingIds();
      untracked(() => this.load());
    });
    inject(DestroyRef).onDestroy(() => this.store.stop());
  }

  protected load(): void {
    void this.store.load(new Set(this.servingIds().split('\n')));
  }

  protected async askAgain(queryId: string): Promise<void> {
    await this.asking.run(queryId, () => this.store.ask(queryId));
  }

  protected tileJsonUrl(queryId: string): string {
    return apiUrl('/api/tiles/{query_id}/tilejson', { path: { query_id: queryId } });
  }
}
