import { Component, DestroyRef, effect, inject, input, output, untracked, viewChild } from '@angular/core';
import type { FeatureLike } from 'ol/Feature';
import VectorTileLayer from 'ol/layer/VectorTile';
import type OlMap from 'ol/Map';
import { transformExtent } from 'ol/proj';
import VectorTileSource from 'ol/source/VectorTile';
import CircleStyle from 'ol/style/Circle';
import Fill from 'ol/style/Fill';
import Stroke from 'ol/style/Stroke';
import Style from 'ol/style/Style';
import type VectorTile from 'ol/VectorTile';
import type { LayerStyle } from '#libs/api';
import { colourOf } from '#libs/tiles';
import type { PropertyValue } from '#libs/tiles';
import { apiTemplate } from '../../shared/http/api-url';
import { MapFrame } from '../../shared/map/map-frame';
import { columnsOf, tileFormat } from '../../shared/map/tile-format';
import { timingOf } from '../data/tile-timing';
import type { TileTiming } from '../data/tile-timing';

const MERCATOR = 'EPSG:3857';
const DEEPEST_ZOOM = 18;
/** About a third, as the last two digits of a colour. */
const FILL_OPACITY = '59';

/** What of a layer the map draws. */
export interface DrawnLayer {
  readonly queryId: string;
  readonly bounds: readonly [number, number, number, number];
}

/** A feature that was pressed: its id and its properties. */
export type PressedFeature = Readonly<Record<string, unknown>>;

/** The tiles of a layer on the map, each timed as it comes. */
@Component({
  selector: 'dw-layer-map',
  imports: [MapFrame],
  template: `<dw-map-frame (ready)="begin($event)" (fitAsked)="fit()" />`,
  styleUrl: './layer-map.css',
})
export class LayerMap {
  readonly layer = input.required<DrawnLayer>();
  readonly paint = input.required<LayerStyle>();
  readonly timed = output<TileTiming>();
  readonly pressed = output<PressedFeature | null>();

  private readonly frame = viewChild.required(MapFrame);
  private readonly styles = new Map<string, Style>();
  private readonly stopping = new AbortController();
  private tiles: VectorTileLayer | null = null;

  constructor() {
    effect(() => {
      this.paint();
      untracked(() => this.tiles?.changed());
    });
    inject(DestroyRef).onDestroy(() => this.stopping.abort());
  }

  /** Values of a column in what is in sight, a feature in several tiles counted in each. */
  valuesOf(column: string): PropertyValue[] {
    const extent = this.frame().map.getView().calculateExtent();
    const features: readonly FeatureLike[] = this.tiles?.getFeaturesInExtent(extent) ?? [];
    return features
      .map((feature) => feature.get(column) as PropertyValue | undefined)
      .filter((one) => one !== undefined);
  }

  /** Shows everything. */
  protected fit(isAtOnce = false): void {
    this.frame().fit(transformExtent([...this.layer().bounds], 'EPSG:4326', MERCATOR), isAtOnce);
  }

  protected begin(map: OlMap): void {
    const source = new VectorTileSource({
      format: tileFormat(),
      url: apiTemplate('/api/tiles/{query_id}/{z}/{x}/{y}', { query_id: this.layer().queryId }),
      maxZoom: DEEPEST_ZOOM,
      tileLoadFunction: (tile, url) => this.load(tile as VectorTile<FeatureLike>, url),
    });
    const style = (feature: FeatureLike): Style => this.styleOf(colourOf(this.paint(), feature.getProperties()));
    const tiles = new VectorTileLayer({ source, style, zIndex: 1 });
    this.tiles = tiles;
    map.addLayer(tiles);
    map.on('singleclick', ({ pixel }) => {
      const [first] = map.getFeaturesAtPixel(pixel, { layerFilter: (one) => one === tiles, hitTolerance: 4 });
      this.pressed.emit(first ? columnsOf(first.getProperties()) : null);
    });
    this.fit(true);
  }

  private load(tile: VectorTile<FeatureLike>, url: string): void {
    tile.setLoader((extent, _resolution, projection) => {
      void this.fetch(url).then(
        (bytes) => {
          const features =
            bytes.byteLength > 0 ? tile.getFormat().readFeatures(bytes, { extent, featureProjection: projection }) : [];
          tile.setFeatures(features);
        },
        () => tile.onError(),
      );
    });
  }

  private async fetch(url: string): Promise<ArrayBuffer> {
    const startedAt = performance.now();
    const answer = await fetch(url, { signal: this.stopping.signal });
    const bytes = await answer.arrayBuffer();
    const place = url.split('/').slice(-3).join('/');
    this.timed.emit(timingOf(place, answer, { totalMs: performance.now() - startedAt, bytes: bytes.byteLength }));
    if (!answer.ok) throw new Error(`The server returned ${answer.status} for tile ${place}.`);
    return bytes;
  }

  private styleOf(colour: string): Style {
    const known = this.styles.get(colour) ?? newStyle(colour);
    this.styles.set(colour, known);
    return known;
  }
}

function newStyle(colour: string): Style {
  const stroke = new Stroke({ color: colour, width: 1.5 });
  const image = new CircleStyle({
    radius: 4,
    fill: new Fill({ color: colour }),
    stroke: new Stroke({ color: '#ffffff', width: 1 }),
  });
  return new Style({ stroke, fill: new Fill({ color: `${colour}${FILL_OPACITY}` }), image });
}
