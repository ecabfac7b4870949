import { Component, computed, effect, inject, input, untracked } from '@angular/core';
import type { TileLayerHint } from '#libs/api';
import { ApiClient } from '../../../shared/http/api-client';
import { Loaded } from '../../../shared/http/loaded';
import { Icon } from '../../../shared/ui/icon/icon';

/** What makes the map layer of a saved query slow; nothing where it is quick, or no layer at all. */
@Component({
  selector: 'dw-layer-hint',
  imports: [Icon],
  template: `
    @if (loaded().value()?.hint; as hint) {
      <p class="dw-dense"><dw-icon name="triangle-alert" [size]="14" />{{ hint }}</p>
    }
  `,
  styles: `
    p {
      display: flex;
      gap: var(--dw-space-2);
      max-width: 280px;
      padding: 2px var(--dw-space-2) var(--dw-space-1);
      color: var(--dw-warn-text);
    }
  `,
})
export class LayerHint {
  readonly queryId = input.required<string>();

  private readonly client = inject(ApiClient);
  protected readonly loaded = computed(() => {
    const path = { queryId: this.queryId() };
    return new Loaded<TileLayerHint>(() => this.client.get('/api/tiles/{queryId}/hint', { path }));
  });

  constructor() {
    effect(() => {
      const loaded = this.loaded();
      untracked(() => void loaded.load());
    });
  }
}
