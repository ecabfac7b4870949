/** The kinds of objects that a schema tree lists beside tables and views. */
export const SCHEMA_OBJECT_KINDS = [
  'sequence',
  'function',
  'trigger',
  'policy',
  'type',
  'index',
  'extension',
  'role',
] as const;
export type SchemaObjectKind = (typeof SCHEMA_OBJECT_KINDS)[number];

/** An object of a database that is no table. */
export interface SchemaObject {
  kind: SchemaObjectKind;
  /** The engine's own id of it, for its definition. */
  id: string;
  name: string;
  /** Null where it belongs to no schema. */
  schema: string | null;
  /** The table of a trigger, policy or index; null for others. */
  table: string | null;
  /** The argument types of a function as its engine prints them, without the brackets; null for others. */
  arguments: string | null;
  /** What it is in a few words: a return type, `enum`, `before insert`. */
  detail: string;
  comment: string | null;
  /** The labels of an enum and the fields of a composite type, in their order; empty for others. */
  members: string[];
}

/** `GET /api/connections/{id}/objects`: objects of one kind, or all whose name has a text, sorted by name. */
export interface SchemaObjectList {
  items: SchemaObject[];
  next_cursor: null;
}

/** `GET /api/connections/{id}/objects/definition`: the statements that create an object. */
export interface SchemaObjectDefinition {
  definition: string;
}

/** Something that depends on a table, as the engine describes it. */
export interface TableDependent {
  description: string;
  /** Dropped with the table without being asked for; others need CASCADE. */
  is_part: boolean;
}

/** `GET /api/connections/{id}/table-facts`: what decides whether a table can be changed, and what a change affects. */
export interface TableFacts {
  /** The role that owns the table; null where tables have no owners. */
  owner: string | null;
  /** The role of the connection; null where there are no roles. */
  role: string | null;
  /** Whether the role may rename, alter and drop the table. */
  may_alter: boolean;
  may_truncate: boolean;
  /** Null where the engine keeps no list. */
  dependents: TableDependent[] | null;
}
