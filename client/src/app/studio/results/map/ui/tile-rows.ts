import type { FeatureLike } from 'ol/Feature';
import VectorTileLayer from 'ol/layer/VectorTile';
import type OlMap from 'ol/Map';
import { transformExtent } from 'ol/proj';
import type { Extent } from 'ol/extent';
import VectorTileSource from 'ol/source/VectorTile';
import CircleStyle from 'ol/style/Circle';
import Fill from 'ol/style/Fill';
import Stroke from 'ol/style/Stroke';
import Style from 'ol/style/Style';
import type VectorTile from 'ol/VectorTile';
import type { ResultColumn, ResultRow, TileLayerInfo } from '#libs/api';
import { apiTemplate } from '../../../../shared/http/api-url';
import type { MapTokens } from '../../../../shared/map/map-tokens';
import { tileFormat } from '../../../../shared/map/tile-format';
import type { TileCount } from '../left-out';

/** The deepest tiles; nearer than that they are stretched. */
const DEEPEST_ZOOM = 22;
const HIT_PX = 4;

interface Seen {
  readonly drawn: number;
  readonly all: number;
}

/** A result on a map as tiles of the server, in the place of its rows. */
export class TileRows {
  private readonly layer: VectorTileLayer;
  private readonly stopping = new AbortController();
  private readonly seen = new Map<string, Seen | null>();
  private readonly cap: number;

  /** `counted` receives what is drawn whenever that changes. */
  constructor(
    private readonly map: OlMap,
    info: TileLayerInfo,
    tokens: MapTokens,
    private readonly counted: (count: TileCount) => void,
  ) {
    this.cap = info.feature_cap;
    const source = new VectorTileSource({
      format: tileFormat(),
      url: apiTemplate('/api/tiles/{query_id}/{z}/{x}/{y}', { query_id: info.query_id }),
      maxZoom: DEEPEST_ZOOM,
      tileLoadFunction: (tile, url) => this.load(tile as VectorTile<FeatureLike>, url),
    });
    this.layer = new VectorTileLayer({ source, style: tileStyle(tokens), zIndex: 1 });
    map.addLayer(this.layer);
    map.on('moveend', this.reportCounts);
  }

  /** Paints in other colours. */
  paint(tokens: MapTokens): void {
    this.layer.setStyle(tileStyle(tokens));
  }

  /** Takes the tiles off the map, and stops those on their way. */
  remove(): void {
    this.stopping.abort();
    this.map.un('moveend', this.reportCounts);
    this.map.removeLayer(this.layer);
  }

  /** The values of the row at a place of the screen, in the order of the columns; null where there is none. */
  at(pixel: readonly number[], columns: readonly ResultColumn[]): ResultRow | null {
    const options = { layerFilter: (one: unknown) => one === this.layer, hitTolerance: HIT_PX };
    const [feature] = this.map.getFeaturesAtPixel([...pixel], options);
    if (!feature) return null;
    const values = feature.getProperties();
    return columns.map(({ name }) => {
      const value: unknown = values[name];
      return typeof value === 'string' ? value : value === undefined ? null : JSON.stringify(value);
    });
  }

  private load(tile: VectorTile<FeatureLike>, url: string): void {
    const place = url.split('/').slice(-3).join('/');
    tile.setLoader((extent, _resolution, featureProjection) => {
      this.read(url, place).then(
        (bytes) => {
          const isEmpty = bytes.byteLength === 0;
          tile.setFeatures(isEmpty ? [] : tile.getFormat().readFeatures(bytes, { extent, featureProjection }));
          this.reportCounts();
        },
        () => {
          this.seen.set(place, null);
          tile.onError();
          this.reportCounts();
        },
      );
    });
  }

  private async read(url: string, place: string): Promise<ArrayBuffer> {
    const answer = await fetch(url, { signal: this.stopping.signal });
    if (!answer.ok) throw new Error(`The server returned ${answer.status} for tile ${place}.`);
    const all = Number(answer.headers.get('X-Tile-Features') ?? 0);
    this.seen.set(place, { all, drawn: Math.min(all, this.cap) });
    return answer.arrayBuffer();
  }

  /** Counts the tiles that are in sight at the zoom that is drawn. */
  private readonly reportCounts = (): void => {
    const grid = this.layer.getSource()?.getTileGrid();
    const view = this.map.getView();
    if (!grid || this.stopping.signal.aborted) return;
    const z = grid.getZForResolution(view.getResolution() ?? 1, 1);
    let [drawn, inSight, failed] = [0, 0, 0];
    grid.forEachTileCoord(view.calculateExtent(this.map.getSize()), z, ([zoom, x, y]) => {
      const seen = this.seen.get(`${zoom}/${x}/${y}`);
      if (seen === null) failed += 1;
      drawn += seen?.drawn ?? 0;
      inSight += seen?.all ?? 0;
    });
    this.counted({ drawn, inSight, failed });
  };
}

/** Where a layer lies, in the map's own units. */
export function extentOfLayer({ bounds }: TileLayerInfo): Extent {
  return transformExtent([...bounds], 'EPSG:4326', 'EPSG:3857');
}

function tileStyle({ accent, panel }: MapTokens): Style {
  return new Style({
    fill: new Fill({ color: `${accent}4d` }),
    stroke: new Stroke({ color: accent, width: 1.75 }),
    image: new CircleStyle({
      radius: 3,
      fill: new Fill({ color: accent }),
      stroke: new Stroke({ color: panel, width: 0.75 }),
    }),
  });
}
