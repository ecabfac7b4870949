import type { SchemaObject, SchemaObjectKind, TableFacts } from '#libs/api';

/** Which objects are to be listed. */
export interface ObjectRequest {
  /** Null lists every kind that the engine has. */
  readonly kind: SchemaObjectKind | null;
  /** Null lists those of all schemas. */
  readonly schema: string | null;
  /** A part of the name in any case; null lists all. */
  readonly words: string | null;
}

/** Objects with names that were searched for, of each kind at most. */
export const MOST_FOUND = 100;

/** Lists the objects of a database that are no tables. Throws `ConnectFailure`. */
export interface ObjectReader {
  /** Sorted by name; empty for a kind that the engine does not have. */
  list(request: ObjectRequest, signal: AbortSignal): Promise<SchemaObject[]>;
  /** The statements that create an object; null where there is none. */
  definition(kind: SchemaObjectKind, id: string, signal: AbortSignal): Promise<string | null>;
  /** Null where there is no such table. */
  tableFacts(schema: string, table: string, signal: AbortSignal): Promise<TableFacts | null>;
  /**
   * The statements that make a table or view again, null where there is none; absent where they are written from its
   * details.
   */
  tableScript?(schema: string, table: string, signal: AbortSignal): Promise<string | null>;
}

/** The facts of a table in an engine without roles, which keeps no list of dependents. */
export const WITHOUT_RIGHTS: TableFacts = {
  owner: null,
  role: null,
  may_alter: true,
  may_truncate: true,
  dependents: null,
};
