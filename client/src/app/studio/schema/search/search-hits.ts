import type { ExploreHit, SchemaObject } from '#libs/api';
import { groupId, objectId, schemaId, tableId } from '../schema-tree';
import type { SchemaNode } from '../schema-tree';

/** Something that was found by its name, and where the tree shows it. */
export interface SearchHit {
  readonly connectionId: string;
  readonly node: SchemaNode;
  readonly title: string;
  /** Where it is: a schema, or a table of a schema. */
  readonly place: string;
  /** What it is in a word or two. */
  readonly what: string;
  readonly target: TreeTarget;
}

/** A row of the tree, and the rows that have to be open for it to be there. */
export interface TreeTarget {
  readonly open: readonly string[];
  /** The row's id; null where only its parent and label are known. */
  readonly id: string | null;
  readonly parentId: string | null;
  readonly label: string;
}

/** A table or a column as the tree shows it. */
export function tableHit({ connection_id: connectionId, schema, table, kind, column, type }: ExploreHit): SearchHit {
  const id = tableId(schema, table);
  const inSchema = { name: schema, table_count: 0, is_default: false };
  const known = { name: table, kind, estimated_rows: null, estimated_bytes: null, comment: null };
  if (column === null) {
    const node: SchemaNode = { kind: 'table', schema: inSchema, table: known };
    const target = { open: [schemaId(schema)], id, parentId: schemaId(schema), label: table };
    return { connectionId, node, title: table, place: schema, what: kind.replaceAll('_', ' '), target };
  }
  const node: SchemaNode = { kind: 'column', role: 'plain', name: column };
  const target = { open: [schemaId(schema), id], id: null, parentId: id, label: column };
  return { connectionId, node, title: column, place: `${schema}.${table}`, what: type ?? '', target };
}

/** A sequence, function or other object as the tree shows it. */
export function objectHit(connectionId: string, object: SchemaObject): SearchHit {
  const isOfConnection = object.kind === 'extension' || object.kind === 'role';
  const group = { kind: object.kind, schema: isOfConnection ? null : object.schema };
  const above = group.schema === null ? [] : [schemaId(group.schema)];
  const place = [object.schema, object.table].filter((part) => part !== null).join('.');
  return {
    connectionId,
    node: { kind: 'object', object },
    title: object.arguments === null ? object.name : `${object.name}(${object.arguments})`,
    ...{ place, what: object.kind },
    target: {
      open: [...above, groupId(group)],
      id: objectId(group, object),
      parentId: groupId(group),
      label: object.name,
    },
  };
}

/** Hits in the order in which they are listed: names that are the words, that begin with them, that contain them. */
export function rankHits(hits: readonly SearchHit[], words: string): SearchHit[] {
  const wanted = words.trim().toLowerCase();
  const rank = ({ title, node }: SearchHit): number => {
    const name = title.toLowerCase();
    const place = name === wanted ? 0 : name.startsWith(wanted) ? 1 : 2;
    return place * 2 + Number(node.kind === 'column');
  };
  return hits.toSorted((a, b) => rank(a) - rank(b));
}
