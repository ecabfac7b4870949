import { Component, inject, input } from '@angular/core';
import { ApiClient } from '../../../shared/http/api-client';
import { keptResource } from '../../../shared/http/kept-resource';
import { Icon } from '../../../shared/ui/icon/icon';

/** What makes the map layer of a saved query slow; nothing where it is quick, or no layer at all. */
@Component({
  selector: 'dw-layer-hint',
  imports: [Icon],
  template: `
    @if (layer.value()?.hint; as hint) {
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
  protected readonly layer = keptResource(this.queryId, (queryId, stop) =>
    this.client.get('/api/tiles/{query_id}/hint', { path: { query_id: queryId }, stop }),
  );
}
