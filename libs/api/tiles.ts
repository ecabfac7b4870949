/** How a property reaches the map, in the words of TileJSON. */
export type TilePropertyType = 'Number' | 'String' | 'Boolean';

/** A property of the layer's features: its name in the tile, its type in the database, and how it is served. */
export interface TileLayerProperty {
  name: string;
  type: string;
  served: TilePropertyType;
}

/** How features are painted: all alike, a colour for each of some values, or by steps of a number. */
export type LayerStyle =
  | { kind: 'single'; colour: string }
  | { kind: 'category'; column: string; stops: { value: string | number | boolean; colour: string }[]; other: string }
  | { kind: 'graduated'; column: string; breaks: number[]; colours: string[] };

/** What a person chose for a layer; null is left to the workbench. */
export interface TileLayerSettings {
  /** The geometry column that is drawn. */
  geometry_column: string | null;
  /** The integer column that numbers the features. */
  id_column: string | null;
  /** Plain text. */
  attribution: string | null;
  style: LayerStyle | null;
}

/** Body of `PUT /api/tiles/{query_id}/layer`: where what is in force is not what is expected, nothing is changed. */
export interface TileLayerChange extends Partial<TileLayerSettings> {
  expected?: Partial<TileLayerSettings>;
}

/** `GET /api/tiles/{query_id}/hint`: whether a saved query is a layer. */
export interface TileLayerHint {
  /** Why each tile reads a whole table, and what helps; null where an index answers. */
  hint: string | null;
  /** Why the query is no layer, a sentence; null for a layer. */
  refusal: string | null;
}

/** `GET /api/tiles/{query_id}/layer`: a saved query as a map layer. */
export interface TileLayerInfo {
  /** Why each tile reads a whole table, and what helps; null where an index answers. */
  hint: string | null;
  query_id: string;
  name: string;
  connection_id: string;
  is_own: boolean;
  /** `srids`: what the rows carry, and as what it is read where that says nothing usable. */
  geometry: { column: string; shape: string; is_geography: boolean; srids: { srid: number; as: number }[] };
  /** Every geometry column of the query. */
  geometry_columns: string[];
  id_column: string | null;
  /** The integer columns of the query. */
  id_columns: string[];
  properties: TileLayerProperty[];
  /** West, south, east, north in degrees. */
  bounds: [number, number, number, number];
  /** True where reading all rows took too long, and the planner's statistics or the whole world stand in. */
  bounds_estimated: boolean;
  /** Features in one tile at most. */
  feature_cap: number;
  /** Features of the layer, by the planner's estimate where `bounds_estimated`; null where not even that is known. */
  feature_count: number | null;
  /** Features that the tile of zoom 0 leaves out, which is the most that any tile does. */
  features_left_out: number | null;
  settings: TileLayerSettings;
}

/**
 * Body of `POST /api/tiles`: a statement that only reads, drawn for the caller only, until it was not
 * used for an hour. Its place is `geometry_column`, or `latitude_column` with `longitude_column` in degrees.
 * The answer is its `TileLayerInfo`, whose `query_id` stands in the paths of its tiles.
 */
export interface ResultLayerRequest {
  connection_id: string;
  sql: string;
  geometry_column?: string;
  latitude_column?: string;
  longitude_column?: string;
}
