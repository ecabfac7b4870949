import { Component, computed, inject, input, signal } from '@angular/core';
import type { LayerStyle, TileLayerInfo } from '#libs/api';
import { layerSnippet } from '#libs/tiles';
import type { SnippetKind } from '#libs/tiles';
import { apiTemplate } from '../../shared/http/api-url';
import { Identity } from '../../shared/identity/identity';
import { CopyButton } from '../../shared/ui/copy-button';
import { Segments } from '../../shared/ui/segments';
import type { Segment } from '../../shared/ui/segments';

const KINDS: readonly Segment<SnippetKind>[] = [
  { value: 'openlayers', label: 'OpenLayers' },
  { value: 'maplibre', label: 'MapLibre' },
  { value: 'leaflet', label: 'Leaflet' },
  { value: 'qgis', label: 'QGIS' },
];
const DEEPEST_ZOOM = 18;

/** Texts that show the layer elsewhere, ready to be pasted. */
@Component({
  selector: 'dw-snippet-panel',
  imports: [CopyButton, Segments],
  template: `
    <div class="dw-row">
      <dw-segments label="Where" [options]="kinds" [(value)]="kind" />
      <dw-copy-button [text]="text()" [label]="'Copy for ' + label()" />
    </div>
    <pre class="dw-mono" tabindex="0" [attr.aria-label]="'Text for ' + label()">{{ text() }}</pre>
    @if (needsToken()) {
      <p>
        Put an API token with the scope <span class="dw-mono">tiles</span> in place of
        <span class="dw-mono">YOUR_TOKEN</span>. Create one under Profile → API tokens.
      </p>
    } @else if (kind() !== 'qgis') {
      <p>
        Works on this machine as is. From elsewhere, add <span class="dw-mono">?token=</span> and an API token to the
        address of the tiles.
      </p>
    }
    @if (kind() === 'qgis') {
      <p>
        Paste it in Plugins → Python Console, or add the address of the tiles with Layer → Add Layer → Add Vector Tile
        Layer.
      </p>
    }
    <div class="address dw-mono">
      <span class="dw-clip" [title]="tilesUrl()">{{ tilesUrl() }}</span
      ><dw-copy-button [text]="tilesUrl()" label="Copy the address of the tiles" />
    </div>
  `,
  styles: `
    :host {
      display: flex;
      flex-direction: column;
      gap: var(--dw-space-2);
      min-width: 0;
    }
    pre {
      max-height: 220px;
      margin: 0;
      padding: var(--dw-space-2);
      overflow: auto;
      border-radius: var(--dw-radius-2);
      font-size: var(--dw-text-micro);
      line-height: var(--dw-lh-micro);
      background: var(--dw-bg-sunken);
    }
    pre:focus-visible {
      outline: none;
      box-shadow: var(--dw-focus-ring-inset);
    }
    p {
      margin: 0;
      font-size: var(--dw-text-dense);
      line-height: var(--dw-lh-dense);
      color: var(--dw-text-2);
    }
    .address {
      display: flex;
      align-items: center;
      min-width: 0;
      font-size: var(--dw-text-micro);
    }
    .address > span {
      flex: 1;
      min-width: 0;
    }
  `,
})
export class SnippetPanel {
  readonly info = input.required<TileLayerInfo>();
  readonly paint = input.required<LayerStyle>();

  protected readonly kinds = KINDS;
  protected readonly kind = signal<SnippetKind>('openlayers');
  protected readonly label = computed(() => KINDS.find(({ value }) => value === this.kind())?.label ?? '');
  private readonly identity = inject(Identity);
  protected readonly needsToken = computed(() => this.identity.asksForSignIn());
  protected readonly tilesUrl = computed(() => {
    const path = apiTemplate('/api/tiles/{query_id}/{z}/{x}/{y}', { query_id: this.info().query_id });
    return `${location.origin}${path}${this.needsToken() ? '?token=YOUR_TOKEN' : ''}`;
  });
  protected readonly text = computed(() => {
    const { name, bounds, settings } = this.info();
    const facts = { name, bounds, attribution: settings.attribution, style: this.paint() };
    return layerSnippet(this.kind(), { ...facts, tilesUrl: this.tilesUrl(), maxZoom: DEEPEST_ZOOM });
  });
}
