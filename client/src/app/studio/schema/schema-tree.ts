import type { SelectedTable } from '#libs/sql';
import type {
  SchemaContents,
  SchemaList,
  SchemaName,
  SchemaObject,
  SchemaObjectKind,
  TableDetails,
  TableName,
} from '#libs/api';

/** A part of the catalog that is asked for when it is first opened. */
export type Loadable<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly value: T }
  | { readonly state: 'failed'; readonly message: string };

/** What is known of one connection's catalog, and how the tree stands. The keys of its maps are node ids. */
export interface SchemaTree {
  /** The kinds of objects that the engine lists beside tables. */
  readonly kinds: readonly SchemaObjectKind[];
  readonly schemas: Loadable<SchemaList>;
  readonly contents: ReadonlyMap<string, Loadable<SchemaContents>>;
  readonly details: ReadonlyMap<string, Loadable<TableDetails>>;
  readonly objects: ReadonlyMap<string, Loadable<readonly SchemaObject[]>>;
  readonly expanded: ReadonlySet<string>;
  readonly filter: string;
}

/** The objects of one kind in a schema; in the whole connection where there is no schema. */
export interface ObjectGroup {
  readonly kind: SchemaObjectKind;
  readonly schema: string | null;
}

/** What a row of the tree stands for. */
export type SchemaNode =
  | { readonly kind: 'schema'; readonly schema: SchemaName }
  | { readonly kind: 'table'; readonly schema: SchemaName; readonly table: TableName }
  | { readonly kind: 'column'; readonly role: 'primary' | 'foreign' | 'plain'; readonly name: string }
  | { readonly kind: 'index'; readonly name: string }
  | { readonly kind: 'group'; readonly group: ObjectGroup }
  | { readonly kind: 'object'; readonly object: SchemaObject }
  | { readonly kind: 'member'; readonly name: string }
  | { readonly kind: 'note'; readonly tone: 'loading' | 'failed' | 'empty' };

/** One visible row. `level` counts from 1; `position` and `siblings` are what a screen reader announces. */
export interface SchemaRow {
  readonly id: string;
  readonly parentId: string | null;
  readonly level: number;
  readonly position: number;
  readonly siblings: number;
  readonly node: SchemaNode;
  readonly label: string;
  /** Shown at the right: a count, a kind or a type. */
  readonly hint: string;
  /** Shown on hover. */
  readonly title: string;
  readonly isExpandable: boolean;
  readonly isExpanded: boolean;
}

/** The node id of a schema. */
export function schemaId(schema: string): string {
  return JSON.stringify([schema]);
}

/** The node id of a table. */
export function tableId(schema: string, table: string): string {
  return JSON.stringify([schema, table]);
}

/** The node id of a group of objects. */
export function groupId({ schema, kind }: ObjectGroup): string {
  return JSON.stringify([schema, null, kind]);
}

/** The group with a node id; null where the id is that of another node. */
export function groupOf(id: string): ObjectGroup | null {
  const parts = JSON.parse(id) as (string | null)[];
  const [schema = null, , kind] = parts;
  return parts.length === 3 ? { schema, kind: kind as SchemaObjectKind } : null;
}

/** The node id of an object. */
export function objectId({ schema, kind }: ObjectGroup, { id }: SchemaObject): string {
  return JSON.stringify([schema, null, kind, id]);
}

/** The table that a row is or belongs to; null for schemas and functions. */
export function selectedTable({ node, parentId }: SchemaRow): SelectedTable | null {
  if (node.kind === 'table') return { schema: node.schema.name, name: node.table.name };
  if (parentId === null || (node.kind !== 'column' && node.kind !== 'index')) return null;
  const [schema, name] = JSON.parse(parentId) as unknown[];
  return typeof schema === 'string' && typeof name === 'string' ? { schema, name } : null;
}
