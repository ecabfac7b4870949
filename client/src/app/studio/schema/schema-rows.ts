import type { SchemaName, TableDetails, TableKind, TableName } from '#libs/api';
import { bytesText, countedText, estimateText } from '#libs/results';
import { connectionGroups, groupRows, noteRow, schemaGroups } from './object-rows';
import { schemaId, tableId } from './schema-tree';
import type { SchemaRow, SchemaTree } from './schema-tree';

const KIND_WORDS: Record<TableKind, string> = {
  table: 'table',
  partitioned_table: 'partitioned',
  foreign_table: 'foreign',
  view: 'view',
  materialized_view: 'mat. view',
};

/** Every row that is visible, from top to bottom. */
export function visibleRows(tree: SchemaTree): SchemaRow[] {
  if (tree.schemas.state !== 'ready') return [];
  const needle = tree.filter.trim().toLowerCase();
  const shown = tree.schemas.value.schemas.filter((schema) => needle === '' || matchesInside(tree, schema, needle));
  const groups = needle === '' && shown.length > 0 ? connectionGroups(tree) : [];
  const siblings = shown.length + groups.length;
  const rows = shown.flatMap((schema, index) => schemaRows(tree, schema, needle, index + 1, siblings));
  rows.push(...groupRows(tree, groups, { parentId: null, level: 1, before: shown.length, siblings }));
  return rows;
}

function matchesInside(tree: SchemaTree, schema: SchemaName, needle: string): boolean {
  const contents = tree.contents.get(schemaId(schema.name));
  return (
    contents?.state !== 'ready' || contents.value.tables.some((table) => table.name.toLowerCase().includes(needle))
  );
}

function schemaRows(
  tree: SchemaTree,
  schema: SchemaName,
  needle: string,
  position: number,
  siblings: number,
): SchemaRow[] {
  const id = schemaId(schema.name);
  const isExpanded = needle !== '' || tree.expanded.has(id);
  const row: SchemaRow = {
    id,
    parentId: null,
    level: 1,
    position,
    siblings,
    node: { kind: 'schema', schema },
    label: schema.name,
    hint: countedText(schema.table_count, 'table'),
    title: schema.name,
    isExpandable: true,
    isExpanded,
  };
  return isExpanded ? [row, ...contentRows(tree, schema, id, needle)] : [row];
}

function contentRows(tree: SchemaTree, schema: SchemaName, parentId: string, needle: string): SchemaRow[] {
  const contents = tree.contents.get(parentId);
  if (contents?.state !== 'ready') return [noteRow(parentId, 2, contents)];
  const { tables } = contents.value;
  const shown = needle === '' ? tables : tables.filter((table) => table.name.toLowerCase().includes(needle));
  const groups = needle === '' ? schemaGroups(tree, schema.name) : [];
  const siblings = shown.length + groups.length;
  if (siblings === 0) return [noteRow(parentId, 2, null)];
  const rows: SchemaRow[] = [];
  for (const [index, table] of shown.entries()) {
    const row = new TableRow(schema, parentId, table, index + 1, siblings, tree.expanded);
    rows.push(row);
    if (row.isExpanded) rows.push(...detailRows(tree, row.id));
  }
  rows.push(...groupRows(tree, groups, { parentId, level: 2, before: shown.length, siblings }));
  return rows;
}

/** The id of each table's row: a filter makes all the rows anew at each letter. */
const tableIds = new WeakMap<TableName, string>();

function idOf(schema: SchemaName, table: TableName): string {
  const known = tableIds.get(table);
  if (known !== undefined) return known;
  const id = tableId(schema.name, table.name);
  tableIds.set(table, id);
  return id;
}

/** A table's row. What it says beside the name is made up when it comes into sight: most of 30,000 never do. */
class TableRow implements SchemaRow {
  readonly id: string;
  readonly level = 2;
  readonly node: SchemaRow['node'];
  readonly label: string;
  readonly isExpandable = true;
  readonly isExpanded: boolean;

  constructor(
    schema: SchemaName,
    readonly parentId: string,
    private readonly table: TableName,
    readonly position: number,
    readonly siblings: number,
    expanded: ReadonlySet<string>,
  ) {
    this.id = idOf(schema, table);
    this.node = { kind: 'table', schema, table };
    this.label = table.name;
    this.isExpanded = expanded.has(this.id);
  }

  get hint(): string {
    return tableHint(this.table);
  }

  get title(): string {
    return tableTitle(this.table);
  }
}

/** The engine's estimate where there is one, of rows and of bytes; else what the thing is, unless it is a plain table. */
export function tableHint(table: TableName): string {
  if (table.kind === 'view' || table.kind === 'foreign_table') return KIND_WORDS[table.kind];
  if (table.estimated_rows !== null) {
    const size = table.estimated_bytes === null ? '' : ` · ${bytesText(table.estimated_bytes)}`;
    return estimateText(table.estimated_rows) + size;
  }
  return table.kind === 'table' ? '' : KIND_WORDS[table.kind];
}

/** What hovering reports: the comment, and what the estimates mean. */
function tableTitle(table: TableName): string {
  const { estimated_rows: rows, estimated_bytes: bytes } = table;
  const size = bytes === null ? '' : ` and ${bytesText(bytes)} without indexes`;
  const estimate = rows === null ? null : `About ${countedText(rows, 'row')}${size}`;
  return [table.comment ?? table.name, estimate].filter((part) => part !== null).join('\n');
}

function detailRows(tree: SchemaTree, parentId: string): SchemaRow[] {
  const details = tree.details.get(parentId);
  if (details?.state !== 'ready') return [noteRow(parentId, 3, details)];
  const { columns, indexes } = details.value;
  const siblings = columns.length + indexes.length;
  if (siblings === 0) return [noteRow(parentId, 3, null)];
  const leaf = { parentId, level: 3, siblings, isExpandable: false, isExpanded: false } as const;
  return [
    ...columns.map((column, index): SchemaRow => ({
      ...leaf,
      id: `${parentId}c${index}`,
      position: index + 1,
      label: column.name,
      hint: column.type,
      node: { kind: 'column', role: roleOf(details.value, column.name), name: column.name },
      title: columnTitle(details.value, column.name),
    })),
    ...indexes.map((index, at): SchemaRow => ({
      ...leaf,
      id: `${parentId}i${at}`,
      position: columns.length + at + 1,
      label: index.name,
      hint: index.is_primary ? 'primary' : index.is_unique ? 'unique' : 'index',
      node: { kind: 'index', name: index.name },
      title: index.definition ?? index.columns.join(', '),
    })),
  ];
}

function roleOf(table: TableDetails, column: string): 'primary' | 'foreign' | 'plain' {
  if (table.primary_key?.columns.includes(column)) return 'primary';
  return table.foreign_keys.some((key) => key.columns.includes(column)) ? 'foreign' : 'plain';
}

function columnTitle(table: TableDetails, name: string): string {
  const column = table.columns.find((candidate) => candidate.name === name);
  const foreign = table.foreign_keys.filter((key) => key.columns.includes(name));
  return [
    `${name} ${column?.type ?? ''}`,
    column?.nullable === false ? 'not null' : 'nullable',
    column?.default ? `default ${column.default}` : '',
    ...foreign.map(({ references: to }) => `references ${to.schema}.${to.table} (${to.columns.join(', ')})`),
    column?.comment ?? '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}
