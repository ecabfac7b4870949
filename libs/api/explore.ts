import type { TableKind } from './schema/index.js';

/** A table, or a column of one, that a search found. */
export interface ExploreHit {
  connection_id: string;
  schema: string;
  table: string;
  kind: TableKind;
  /** Null where the table itself was found. */
  column: string | null;
  /** The column's type; null where the table itself was found. */
  type: string | null;
}

/** A connection whose catalog could not be searched. */
export interface ExploreFailure {
  connection_id: string;
  /** The code of the problem; `connection-timeout` while its catalog is still being read. */
  code: string;
  detail: string;
}

/** `GET /api/explore/search?q=&connection_id=&limit=`: best first. */
export interface ExploreSearch {
  items: ExploreHit[];
  /** How many there are in all. */
  total: number;
  failures: ExploreFailure[];
}

/** A table of a neighbourhood; `distance` counts the relations on the way from the chosen one. */
export interface RelatedTable {
  schema: string;
  name: string;
  kind: TableKind;
  distance: number;
  columns: RelatedColumn[];
}

export interface RelatedColumn {
  name: string;
  type: string;
  /** Part of a foreign key, on either end. */
  is_key: boolean;
  /** What it is in its own table: a foreign key also where it belongs to the primary key. */
  key: 'primary' | 'foreign' | null;
}

/** A foreign key between two tables of a neighbourhood. */
export interface TableRelation {
  from: { schema: string; table: string; columns: string[] };
  to: { schema: string; table: string; columns: string[] };
  /** At most one row of `from` refers to each row of `to`. */
  is_unique: boolean;
  /** The columns of `from` may be NULL. */
  is_optional: boolean;
}

/** `GET /api/explore/{connection_id}/tables/{schema}/{table}/relations?depth=`. */
export interface Neighbourhood {
  tables: RelatedTable[];
  relations: TableRelation[];
  /** True where there are more tables than are reported. */
  truncated: boolean;
}

/** Where a person moved a table of a diagram: the upper left corner of its card, in pixels. */
export interface TablePosition {
  schema: string;
  table: string;
  x: number;
  y: number;
}

/** `GET` and `POST /api/explore/{connection_id}/positions`. */
export interface TablePositions {
  items: TablePosition[];
}

/** A column with geometries. */
export interface SpatialColumn {
  schema: string;
  table: string;
  table_kind: TableKind;
  column: string;
  /** `geometry` or `geography`. */
  type: string;
  /** `POINT`, `MULTIPOLYGON`; `GEOMETRY` where any may occur. */
  shape: string;
  /** 0 where none is fixed. */
  srid: number;
  estimated_rows: number | null;
  /** West, south, east, north in the column's own coordinates, as ANALYZE last saw it; null where it did not. */
  extent: [number, number, number, number] | null;
  /** Null for what cannot have an index. */
  has_index: boolean | null;
}

/** `GET /api/explore/{connection_id}/spatial`. */
export interface SpatialOverview {
  connection_id: string;
  /** Null without PostGIS. */
  postgis: { version: string; schema: string } | null;
  columns: SpatialColumn[];
}
