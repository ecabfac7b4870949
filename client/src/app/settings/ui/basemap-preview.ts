import { Component, computed, input, linkedSignal } from '@angular/core';
import type { Basemap } from '#libs/api';
import { Icon } from '../../shared/ui/icon/icon';

/** The tile that shows the whole world. */
const WORLD = { z: '0', x: '0', y: '0' };

/** One tile of a basemap, so that a mistake in its address is seen before it is kept. */
@Component({
  selector: 'dw-basemap-preview',
  imports: [Icon],
  template: `
    <figure>
      @if (hasFailed()) {
        <p role="status">
          <dw-icon name="triangle-alert" [size]="14" />The tile {{ tile() }} didn't load. The host can't be reached or
          has no such tile.
        </p>
      } @else {
        <img alt="Preview of the basemap" width="128" height="128" [src]="tile()" (error)="hasFailed.set(true)" />
      }
      <figcaption>{{ basemap().attribution }}</figcaption>
    </figure>
  `,
  styles: `
    figure {
      margin: 0;
    }
    img {
      border: 1px solid var(--dw-line-2);
      border-radius: var(--dw-radius-2);
      background: var(--dw-map-land);
    }
    p,
    figcaption {
      font-size: var(--dw-text-dense);
      line-height: var(--dw-lh-dense);
      color: var(--dw-text-3);
      overflow-wrap: anywhere;
    }
    p {
      display: flex;
      gap: 5px;
      color: var(--dw-warn-text);
    }
  `,
})
export class BasemapPreview {
  readonly basemap = input.required<Basemap>();

  protected readonly tile = computed(() =>
    this.basemap().url.replace(/\{([zxy])\}/g, (_, name: 'z' | 'x' | 'y') => WORLD[name]),
  );
  protected readonly hasFailed = linkedSignal({ source: this.tile, computation: () => false });
}
