import { Component, computed, input } from '@angular/core';
import type { TileLayerInfo } from '#libs/api';

/** The geometry, reference systems and number of features of a layer. */
@Component({
  selector: 'dw-layer-facts',
  template: `
    <p>
      {{ info().geometry.shape }}{{ info().geometry.is_geography ? ' (geography)' : '' }},
      @for (one of info().geometry.srids; track one.srid; let isLast = $last) {
        SRID {{ one.srid }}{{ one.as === one.srid ? '' : ', read as ' + one.as }}{{ isLast ? '' : '; ' }}
      }
      {{ info().bounds_estimated ? '· extent estimated' : '' }}
    </p>
    @if (count(); as text) {
      <p>
        {{ text }}
        @if (info().features_left_out; as leftOut) {
          · {{ leftOut.toLocaleString('en') }} not in the tile of zoom 0
        }
      </p>
    }
  `,
  styles: `
    p {
      margin: var(--dw-space-2) 0 0;
      font-size: var(--dw-text-dense);
      color: var(--dw-text-2);
    }
    p::first-letter {
      text-transform: uppercase;
    }
  `,
})
export class LayerFacts {
  readonly info = input.required<TileLayerInfo>();
  protected readonly count = computed(() => {
    const { feature_count: features, bounds_estimated: isEstimated } = this.info();
    if (features === null) return null;
    const text = `${features.toLocaleString('en')} ${features === 1 ? 'feature' : 'features'}`;
    return isEstimated ? `About ${text}` : text;
  });
}
