import { Component, computed, DestroyRef, effect, inject, signal, untracked } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { ActivatedRoute, RouterLink } from '@angular/router';
import type { ExploreHit, ExploreSearch, SpatialColumn, SpatialOverview } from '#libs/api';
import { countText } from '#libs/results';
import { ConnectionsStore } from '../shared/connections/connections.store';
import { ConnectionColour } from '../shared/connections/ui/connection-colour';
import { Loaded } from '../shared/http/loaded';
import { PageRouter } from '../shared/navigation/page-router';
import { Badge } from '../shared/ui/badge';
import { Icon } from '../shared/ui/icon/icon';
import { Segments } from '../shared/ui/segments';
import type { Segment } from '../shared/ui/segments';
import { EmptyState } from '../shared/ui/state/empty-state';
import { LoadState } from '../shared/ui/state/load-state';
import { addressOfTable, exploreState, tableOf } from './data/explore-address';
import type { ExploreView, TableAt } from './data/explore-address';
import { ExploreApi } from './data/explore-api';
import { SchemaDiagram } from './ui/schema-diagram';
import { SpatialCard } from './ui/spatial-card';
import { TablePanel } from './ui/table-panel';

/** Typing rests this long before it is searched, in milliseconds. */
const SEARCH_AFTER_MS = 150;

/** An answer that lacks catalogs that are still being read is asked for again after this long, in milliseconds. */
const ASK_AGAIN_MS = 2000;
/** Connections that an empty diagram offers. */
const OFFERED = 2;

const VIEWS: readonly Segment<ExploreView>[] = [
  { value: 'tables', label: 'Tables', icon: 'table' },
  { value: 'diagram', label: 'Diagram', icon: 'workflow' },
  { value: 'spatial', label: 'Spatial', icon: 'map' },
];

/** What is in the databases of all connections; the address says what is looked for and at. */
@Component({
  selector: 'dw-explore-page',
  imports: [
    ...[Badge, ConnectionColour, EmptyState, Icon, LoadState, Segments],
    ...[RouterLink, SchemaDiagram, SpatialCard, TablePanel],
  ],
  templateUrl: './explore-page.html',
  styleUrl: './explore-page.css',
})
export class ExplorePage {
  private readonly api = inject(ExploreApi);
  private readonly router = new PageRouter();
  private readonly route = inject(ActivatedRoute);
  protected readonly connections = inject(ConnectionsStore);
  private readonly query = toSignal(this.route.queryParamMap, { requireSync: true });
  private timer: ReturnType<typeof setTimeout> | undefined;

  protected readonly views = VIEWS;
  protected readonly count = countText;
  protected readonly state = computed(() => exploreState((name) => this.query().get(name)), {
    equal: (a, b) => JSON.stringify(a) === JSON.stringify(b),
  });
  protected readonly at = computed(() => this.state().at, { equal: (a, b) => JSON.stringify(a) === JSON.stringify(b) });
  /** What is typed; the address follows. */
  protected readonly words = signal(exploreState((name) => this.query().get(name)).words);
  private readonly asked = computed(() => ({ words: this.state().words, within: this.state().within }), {
    equal: (a, b) => a.words === b.words && a.within === b.within,
  });
  /** The last answer stays in sight while the next one is on its way. */
  protected readonly found = new Loaded<ExploreSearch>(
    () => this.api.search(this.asked().words, this.asked().within),
    () => this.asked(),
  );
  private readonly relationalIds = computed(() => {
    const within = this.state().within;
    const all = this.connections.connections().filter(({ capabilities }) => capabilities.catalog);
    return all
      .map(({ id }) => id)
      .filter((id) => within === null || id === within)
      .join('\n');
  });
  protected readonly spatial = computed(() => {
    const ids = this.relationalIds()
      .split('\n')
      .filter((id) => id !== '');
    return ids.map((id) => ({ id, overview: new Loaded<SpatialOverview>(() => this.api.spatial(id)) }));
  });

  /** The connection that the diagram is of: the chosen one, that of the open table, or the only one. */
  protected readonly diagramOf = computed(() => {
    const ids = this.connections.connections().flatMap(({ id, capabilities }) => (capabilities.catalog ? [id] : []));
    const { within, at } = this.state();
    const wished = within ?? at?.connectionId ?? (ids.length === 1 ? ids[0] : undefined);
    return ids.find((id) => id === wished) ?? null;
  });

  /** The first connections that a diagram can be of. */
  protected readonly drawable = computed(() =>
    this.connections
      .connections()
      .filter(({ capabilities }) => capabilities.catalog)
      .slice(0, OFFERED),
  );

  constructor() {
    effect(() => {
      this.asked();
      untracked(() => void this.found.load());
    });
    effect((onCleanup) => {
      const isLate = this.found.value()?.failures.some(({ code }) => code === 'connection-timeout') ?? false;
      if (!isLate) return;
      const timer = setTimeout(() => void this.found.load(), ASK_AGAIN_MS);
      onCleanup(() => clearTimeout(timer));
    });
    effect(() => {
      if (this.state().view !== 'spatial') return;
      const all = this.spatial();
      untracked(() => {
        for (const { overview } of all) void overview.load();
      });
    });
    inject(DestroyRef).onDestroy(() => clearTimeout(this.timer));
  }

  protected type(event: Event): void {
    this.words.set((event.target as HTMLInputElement).value);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.put({ q: this.words() === '' ? null : this.words() }), SEARCH_AFTER_MS);
  }

  protected clearSearch(): void {
    this.words.set('');
    this.put({ q: null });
  }

  protected draw(connectionId: string): void {
    this.put({ in: connectionId });
  }

  protected within(event: Event): void {
    const { value } = event.target as HTMLSelectElement;
    this.put({ in: value === '' ? null : value });
  }

  protected show(view: ExploreView): void {
    this.put({ view: view === 'tables' ? null : view });
  }

  protected open(at: TableAt): void {
    this.put(addressOfTable(at));
  }

  protected openHit(hit: ExploreHit): void {
    this.open(tableOf(hit));
  }

  protected openSpatial(connectionId: string, { schema, table }: SpatialColumn): void {
    this.open({ connectionId, schema, table });
  }

  protected isAt(hit: ExploreHit): boolean {
    return JSON.stringify(tableOf(hit)) === JSON.stringify(this.at());
  }

  private put(queryParams: Record<string, string | null>): void {
    const options = { queryParams, queryParamsHandling: 'merge', replaceUrl: true } as const;
    void this.router.navigate([], { relativeTo: this.route, ...options });
  }
}
