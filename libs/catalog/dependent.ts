import type { TableName } from './catalog.js';

/** One thing that a view reads, as the database itself keeps it. */
export interface Dependent {
  readonly view: TableName;
  readonly is_materialized: boolean;
  /** The table or view that is read. */
  readonly on: TableName;
  /** Null where no column of it is read by name, as `count(*)` does. */
  readonly column: string | null;
}
