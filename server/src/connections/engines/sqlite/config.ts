import type { PathConfig } from '../common-config.js';

/** A connection to a SQLite database file. */
export interface SqliteConfig extends PathConfig {
  readonly kind: 'sqlite';
}
