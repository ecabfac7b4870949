import { htmlText } from '../markup/index.js';
import type { ServedType } from './property-form.js';
import { TILE_DEFAULTS } from './tile-statement.js';
import { type Bounds, MAX_ZOOM } from './tile-grid.js';
import type { TileLayer } from './tile-layer.js';

/** A TileJSON 3.0.0 document, as far as it is used here (https://github.com/mapbox/tilejson-spec/tree/master/3.0.0). */
export interface TileJson {
  readonly tilejson: '3.0.0';
  readonly name: string;
  readonly scheme: 'xyz';
  readonly tiles: readonly string[];
  readonly bounds: readonly [number, number, number, number];
  readonly center: readonly [number, number, number];
  readonly minzoom: number;
  readonly maxzoom: number;
  readonly attribution?: string;
  /** Features that one tile holds at most. */
  readonly feature_cap: number;
  /** Features of the layer; null where they are not known. */
  readonly feature_count: number | null;
  /** True where counting took too long and the planner's estimate stands in. */
  readonly feature_count_estimated: boolean;
  /** Features that the tile of zoom 0 leaves out, which is the most that any tile does; null where not known. */
  readonly features_left_out: number | null;
  readonly vector_layers: readonly {
    readonly id: string;
    readonly description?: string;
    readonly minzoom: number;
    readonly maxzoom: number;
    readonly fields: Readonly<Record<string, ServedType>>;
  }[];
}

/** What the document says beside the layer itself. */
export interface TileJsonFacts {
  readonly name: string;
  /** Absolute URL of the folder of the tiles, without `/{z}/{x}/{y}` and without a query. */
  readonly tilesUrl: string;
  readonly bounds: Bounds;
  readonly features: { readonly count: number | null; readonly isEstimated: boolean };
  /** The token that tile requests carry in their URL; `{token}` stays a placeholder for the reader to fill in. */
  readonly token?: string | undefined;
  readonly description?: string | undefined;
  /** Plain text; viewers show attribution as HTML, so it is escaped here. */
  readonly attribution?: string | undefined;
}

/** The deepest zoom to ask for by default; maps draw closer views from these tiles. */
const DEFAULT_MAX_ZOOM = Math.min(18, MAX_ZOOM);

/** The layer's TileJSON: where its tiles are, how far they reach, and each property with the type it is served as. */
export function tileJson(layer: TileLayer, facts: TileJsonFacts): TileJson {
  const { west, south, east, north } = facts.bounds;
  const zooms = { minzoom: 0, maxzoom: DEFAULT_MAX_ZOOM };
  return {
    tilejson: '3.0.0',
    name: facts.name,
    scheme: 'xyz',
    tiles: [`${facts.tilesUrl.replace(/(?<!\/)\/+$/, '')}/{z}/{x}/{y}${tokenQuery(facts.token)}`],
    bounds: [west, south, east, north],
    center: [(west + east) / 2, (south + north) / 2, zoomThatShows(facts.bounds)],
    ...zooms,
    ...(facts.attribution ? { attribution: htmlText(facts.attribution) } : {}),
    feature_cap: TILE_DEFAULTS.featureCap,
    feature_count: facts.features.count,
    feature_count_estimated: facts.features.isEstimated,
    features_left_out: leftOut(facts.features.count),
    vector_layers: [
      {
        id: TILE_DEFAULTS.layerName,
        ...(facts.description ? { description: facts.description } : {}),
        ...zooms,
        fields: Object.fromEntries(layer.properties.map(({ name, served }) => [name, served])),
      },
    ],
  };
}

/** How many of a layer's features the tile of zoom 0, which holds the whole world, leaves out; null where not known. */
export function leftOut(features: number | null): number | null {
  return features === null ? null : Math.max(0, features - TILE_DEFAULTS.featureCap);
}

function tokenQuery(token: string | undefined): string {
  if (token === undefined) return '';
  return `?token=${token === '{token}' ? token : encodeURIComponent(token)}`;
}

/** The deepest whole zoom at which one tile's width of map still shows the bounds. */
function zoomThatShows({ west, south, east, north }: Bounds): number {
  const degrees = Math.max(east - west, north - south);
  return Math.min(Math.max(Math.floor(Math.log2(360 / degrees)), 0), DEFAULT_MAX_ZOOM);
}
