import type { SelectedTable } from '#libs/sql';
import type { SchemaContents, SchemaList, SchemaName, TableDetails, TableName } from '#libs/api';

/** A part of the catalog that is asked for when it is first opened. */
export type Loadable<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly value: T }
  | { readonly state: 'failed'; readonly message: string };

/** What is known of one connection's catalog, and how the tree stands. Keys of `contents` and `details` are node ids. */
export interface SchemaTree {
  readonly schemas: Loadable<SchemaList>;
  readonly contents: ReadonlyMap<string, Loadable<SchemaContents>>;
  readonly details: ReadonlyMap<string, Loadable<TableDetails>>;
  readonly expanded: ReadonlySet<string>;
  readonly filter: string;
}

/** What a row of the tree stands for. */
export type SchemaNode =
  | { readonly kind: 'schema'; readonly schema: SchemaName }
  | { readonly kind: 'table'; readonly schema: SchemaName; readonly table: TableName }
  | { readonly kind: 'column'; readonly role: 'primary' | 'foreign' | 'plain'; readonly name: string }
  | { readonly kind: 'index'; readonly name: string }
  | { readonly kind: 'functions'; readonly schema: SchemaName }
  | { readonly kind: 'function'; readonly name: string }
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

/** The node id of a schema's list of functions. */
export function functionsId(schema: string): string {
  return JSON.stringify([schema, null]);
}

/** The table that a row is or belongs to; null for schemas and functions. */
export function selectedTable({ node, parentId }: SchemaRow): SelectedTable | null {
  if (node.kind === 'table') return { schema: node.schema.name, name: node.table.name };
  if (parentId === null || (node.kind !== 'column' && node.kind !== 'index')) return null;
  const [schema, name] = JSON.parse(parentId) as unknown[];
  return typeof schema === 'string' && typeof name === 'string' ? { schema, name } : null;
}
