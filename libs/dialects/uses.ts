import type { SqlDialect } from './sql-dialect.js';

/** The dialect of a text that belongs to no connection yet. */
export const DEFAULT_DIALECT: SqlDialect = 'postgres';

/** The dialect of the databases whose catalogs are explored, watched and frozen in contracts. */
export const CATALOG_DIALECT: SqlDialect = 'postgres';

/** The dialect of the databases that make vector tiles: those with PostGIS. */
export const TILE_DIALECT: SqlDialect = 'postgres';

/** The dialect of the databases that write their rows by COPY for pipelines. */
export const COPY_DIALECT: SqlDialect = 'postgres';

/** The dialect of the steps of a pipeline. */
export const PIPELINE_DIALECT: SqlDialect = 'duckdb';
