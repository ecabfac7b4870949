import type { PathConfig } from '../common-config.js';

/** A connection to a DuckDB database file. */
export interface DuckdbConfig extends PathConfig {
  readonly kind: 'duckdb';
}
