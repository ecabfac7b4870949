import type { DuckdbConfig } from '../config.js';

/** The configuration of a DuckDB connection with the defaults of the configuration file. */
export function duckdbConfig(path: string, changes: Partial<DuckdbConfig> = {}): DuckdbConfig {
  return {
    id: 'lake',
    name: 'Lake',
    kind: 'duckdb',
    colour: null,
    readOnly: false,
    writes: 'direct',
    statementTimeoutMs: 0,
    autoCommit: true,
    confirmDestructive: true,
    path,
    ...changes,
  };
}
