import { Component, computed, inject, linkedSignal, viewChild } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { ActivatedRoute, RouterLink } from '@angular/router';
import type { LayerStyle, TileLayerSettings } from '#libs/api';
import { countText } from '#libs/results';
import { PLAIN_STYLE, categoryStyle, graduatedStyle } from '#libs/tiles';
import { ConnectionsStore } from '../shared/connections/connections.store';
import { ConnectionColour } from '../shared/connections/ui/connection-colour';
import { ApiProblem } from '../shared/http/api-problem';
import { apiUrl } from '../shared/http/api-url';
import { keptResource } from '../shared/http/kept-resource';
import { Badge } from '../shared/ui/badge';
import { Icon } from '../shared/ui/icon/icon';
import { IconButton } from '../shared/ui/icon-button';
import { FailedState } from '../shared/ui/state/failed-state';
import { LoadingState } from '../shared/ui/state/loading-state';
import { Toasts } from '../shared/ui/toast/toasts';
import { LayerChanges } from './data/layer-changes';
import { isNoLayer, LayersApi } from './data/layers-api';
import { withTiming } from './data/tile-timing';
import type { TileTiming } from './data/tile-timing';
import { LayerColumns } from './ui/layer-columns';
import { LayerFacts } from './ui/layer-facts';
import { LayerMap } from './ui/layer-map';
import type { PressedFeature } from './ui/layer-map';
import { SnippetPanel } from './ui/snippet-panel';
import { StyleForm } from './ui/style-form';
import type { StyleRequest } from './ui/style-form';
import { TileTimes } from './ui/tile-times';

/** A saved query as a map layer: how it looks, how it is used elsewhere, and how fast it is. */
@Component({
  selector: 'dw-layer-page',
  imports: [
    ...[Badge, ConnectionColour, FailedState, Icon, IconButton, LoadingState, RouterLink],
    ...[LayerColumns, LayerFacts, LayerMap, SnippetPanel, StyleForm, TileTimes],
  ],
  templateUrl: './layer-page.html',
  styleUrl: './layer-page.css',
})
export class LayerPage {
  private readonly api = inject(LayersApi);
  private readonly toasts = inject(Toasts);
  protected readonly connections = inject(ConnectionsStore);
  private readonly path = toSignal(inject(ActivatedRoute).paramMap, { requireSync: true });
  private readonly queryId = computed(() => this.path().get('queryId') ?? '');
  private readonly map = viewChild(LayerMap);

  protected readonly loaded = keptResource(this.queryId, (id, stop) => this.api.layer(id, stop));
  protected readonly timings = linkedSignal<string, readonly TileTiming[]>({
    source: this.queryId,
    computation: () => [],
  });
  protected readonly feature = linkedSignal<string, PressedFeature | null>({
    source: this.queryId,
    computation: () => null,
  });
  protected readonly facts = computed(() =>
    Object.entries(this.feature() ?? {}).map(([key, value]) => [key, String(value)] as const),
  );
  protected readonly count = countText;
  protected readonly isNoLayer = computed(() => isNoLayer(this.loaded.problem()?.code ?? ''));
  protected readonly info = computed(() => this.loaded.value());
  protected readonly tileJsonUrl = computed(() =>
    apiUrl('/api/tiles/{query_id}/tilejson', { path: { query_id: this.info()?.query_id ?? '' } }),
  );
  private readonly changes = new LayerChanges(this.api, {
    taken: (id, info) => {
      if (id === this.queryId()) this.loaded.update(() => info);
    },
    known: (id) => (id === this.queryId() ? (this.info()?.settings ?? null) : null),
    failed: (error) => {
      this.toasts.showFailure("The layer wasn't changed", error);
      if (ApiProblem.from(error).code === 'changed-meanwhile') this.loaded.reload();
    },
  });
  protected readonly paint = computed(
    () => this.changes.triedStyle(this.queryId()) ?? this.info()?.settings.style ?? PLAIN_STYLE,
  );
  protected readonly connection = computed(() => this.connections.find(this.info()?.connection_id ?? ''));
  protected readonly isTruncated = computed(() => this.timings().some((one) => one.isTruncated));
  /** A map of another geometry starts anew. */
  protected readonly drawn = computed(() => {
    const info = this.info();
    return info && { queryId: info.query_id, bounds: info.bounds, geometry: info.geometry.column };
  });

  protected time(timing: TileTiming): void {
    this.timings.update((timings) => withTiming(timings, timing));
  }

  /** Makes a style of the values that are in sight, and keeps it where the query is one's own. */
  protected wish({ kind, column }: StyleRequest): void {
    if (kind === 'single') this.keepStyle(PLAIN_STYLE);
    else if (column === null) this.toasts.show({ tone: 'warn', title: 'The query has no column for this' });
    else {
      const values = this.map()?.valuesOf(column) ?? [];
      this.keepStyle(kind === 'category' ? categoryStyle(column, values) : graduatedStyle(column, values));
    }
  }

  protected keepStyle(style: LayerStyle): void {
    void this.changes.tryStyle(this.queryId(), style, this.info()?.is_own === true);
  }

  protected readonly choose = (chosen: Partial<TileLayerSettings>): Promise<boolean> =>
    this.changes.choose(this.queryId(), chosen);
}
