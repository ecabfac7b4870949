import { describe, expect, it } from '@jest/globals';
import type { SchemaContents, SchemaName, SchemaObject, TableDetails, TableName } from '#libs/api';
import { tableHint, visibleRows } from './schema-rows';
import { groupId, schemaId, tableId } from './schema-tree';
import type { SchemaTree } from './schema-tree';

const publicSchema: SchemaName = { name: 'public', table_count: 2, is_default: true };
const geo: SchemaName = { name: 'geo', table_count: 1, is_default: false };
const table = (name: string, change: Partial<TableName> = {}): TableName => ({
  name,
  kind: 'table',
  estimated_rows: 10,
  estimated_bytes: null,
  comment: null,
  ...change,
});
const contents: SchemaContents = {
  schema: 'public',
  tables: [table('orders'), table('products')],
  functions: [{ name: 'total', kind: 'function', arguments: 'id bigint', returns: 'numeric' }],
};
const details: TableDetails = {
  schema: 'public',
  name: 'orders',
  kind: 'table',
  comment: null,
  estimated_rows: 10,
  estimated_total_bytes: null,
  columns: [
    {
      name: 'id',
      type: 'bigint',
      kind: 'integer',
      nullable: false,
      default: null,
      is_generated: false,
      identity: 'always',
      comment: null,
    },
    {
      name: 'customer_id',
      type: 'bigint',
      kind: 'integer',
      nullable: true,
      default: null,
      is_generated: false,
      identity: null,
      comment: null,
    },
  ],
  primary_key: { name: 'orders_pkey', columns: ['id'] },
  unique_keys: [],
  foreign_keys: [
    { name: null, columns: ['customer_id'], references: { schema: 'public', table: 'customers', columns: ['id'] } },
  ],
  indexes: [
    { name: 'orders_pkey', columns: ['id'], is_unique: true, is_primary: true, is_valid: true, definition: null },
  ],
};
const mood: SchemaObject = {
  kind: 'type',
  id: '17',
  name: 'mood',
  schema: 'public',
  table: null,
  arguments: null,
  detail: 'enum',
  comment: null,
  members: ['sad', 'ok'],
};
const tree = (change: Partial<SchemaTree> = {}): SchemaTree => ({
  kinds: ['type', 'role'],
  schemas: { state: 'ready', value: { schemas: [publicSchema, geo] } },
  contents: new Map([[schemaId('public'), { state: 'ready', value: contents }]]),
  details: new Map([[tableId('public', 'orders'), { state: 'ready', value: details }]]),
  objects: new Map(),
  expanded: new Set([schemaId('public')]),
  filter: '',
  ...change,
});
const labels = (one: SchemaTree): string[] =>
  visibleRows(one).map((row) => `${'  '.repeat(row.level - 1)}${row.label}`);

describe('visibleRows', () => {
  it('shows what is open and nothing else', () => {
    expect(labels(tree())).toEqual(['public', '  orders', '  products', '  Types', 'geo', 'Roles']);
    expect(labels(tree({ expanded: new Set() }))).toEqual(['public', 'geo', 'Roles']);
  });

  it('shows columns with their keys, then indexes, inside an open table', () => {
    const rows = visibleRows(tree({ expanded: new Set([schemaId('public'), tableId('public', 'orders')]) }));
    expect(
      rows.slice(2, 5).map(({ label, hint, node }) => [label, hint, node.kind === 'column' ? node.role : node.kind]),
    ).toEqual([
      ['id', 'bigint', 'primary'],
      ['customer_id', 'bigint', 'foreign'],
      ['orders_pkey', 'primary', 'index'],
    ]);
    expect(rows[3]?.title).toContain('references public.customers (id)');
  });

  it('announces level, place and number of siblings to a screen reader', () => {
    expect(visibleRows(tree()).map(({ level, position, siblings }) => [level, position, siblings])).toEqual([
      [1, 1, 3],
      [2, 1, 3],
      [2, 2, 3],
      [2, 3, 3],
      [1, 2, 3],
      [1, 3, 3],
    ]);
  });

  it('says what is on its way, empty or failed', () => {
    const expanded = new Set([schemaId('geo')]);
    const note = (part: SchemaTree['contents']): string | undefined =>
      labels(tree({ kinds: [], contents: part, expanded }))[2];
    expect(note(new Map())).toBe('  Loading');
    expect(note(new Map([[schemaId('geo'), { state: 'failed', message: 'permission denied' }]]))).toBe(
      '  permission denied',
    );
    const empty = { schema: 'geo', tables: [], functions: [] };
    expect(note(new Map([[schemaId('geo'), { state: 'ready', value: empty }]]))).toBe('  Nothing here');
  });

  it('opens a group of objects on its own, and the labels of an enum in it', () => {
    const types = groupId({ kind: 'type', schema: 'public' });
    const enumId = JSON.stringify(['public', null, 'type', '17']);
    const objects = new Map([[types, { state: 'ready' as const, value: [mood] }]]);
    const expanded = new Set([schemaId('public'), types, enumId]);
    const rows = visibleRows(tree({ objects, expanded }));
    expect(rows.slice(3, 7).map(({ label, level, hint }) => [label, level, hint])).toEqual([
      ['Types', 2, '1'],
      ['mood', 3, 'enum'],
      ['sad', 4, ''],
      ['ok', 4, ''],
    ]);
    expect(labels(tree({ expanded }))).toContain('    Loading');
  });

  it('filters tables by a part of their name and opens where they are', () => {
    expect(labels(tree({ filter: 'ORD', expanded: new Set() }))).toEqual(['public', '  orders', 'geo', '  Loading']);
    const known = new Map(tree().contents).set(schemaId('geo'), {
      state: 'ready' as const,
      value: { schema: 'geo', tables: [], functions: [] },
    });
    expect(labels(tree({ filter: 'ord', contents: known }))).toEqual(['public', '  orders']);
    expect(labels(tree({ filter: 'xyz', contents: known }))).toEqual([]);
  });

  it('shows nothing before the names are there', () => {
    expect(visibleRows(tree({ schemas: { state: 'loading' } }))).toEqual([]);
  });

  it('gives every row an id of its own, whatever the names hold', () => {
    const odd: SchemaContents = { schema: 'a","b', tables: [table('x'), table('"')], functions: [] };
    const schemas = {
      state: 'ready' as const,
      value: {
        schemas: [
          { ...geo, name: 'a","b' },
          { ...geo, name: 'a' },
        ],
      },
    };
    const rows = visibleRows(
      tree({
        schemas,
        contents: new Map([
          [schemaId('a","b'), { state: 'ready', value: odd }],
          [schemaId('a'), { state: 'ready', value: { ...odd, schema: 'a', tables: [table('b')] } }],
        ]),
        expanded: new Set([schemaId('a","b'), schemaId('a')]),
      }),
    );
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  });

  it('draws 30,000 tables', () => {
    const many = { ...contents, tables: Array.from({ length: 30_000 }, (_, index) => table(`t${index}`)) };
    expect(
      visibleRows(tree({ contents: new Map([[schemaId('public'), { state: 'ready', value: many }]]) })),
    ).toHaveLength(30_004);
  });
});

describe('tableHint', () => {
  it.each<[Partial<TableName>, string]>([
    [{ estimated_rows: 128_412 }, '128 K'],
    [{ estimated_rows: 128_412, estimated_bytes: 12_582_912 }, '128 K · 13 MB'],
    [{ estimated_rows: null }, ''],
    [{ kind: 'view', estimated_rows: null }, 'view'],
    [{ kind: 'materialized_view', estimated_rows: 220 }, '220'],
    [{ kind: 'materialized_view', estimated_rows: null }, 'mat. view'],
    [{ kind: 'partitioned_table', estimated_rows: 90_210_333 }, '90 M'],
    [{ kind: 'foreign_table', estimated_rows: null }, 'foreign'],
  ])('of %j is %j', (change, hint) => {
    expect(tableHint(table('t', change))).toBe(hint);
  });
});

describe('a schema of thirty thousand tables', () => {
  const many = Array.from({ length: 30_000 }, (_, n) => table(`table_${n}`));
  const tree = (filter: string): SchemaTree => ({
    kinds: ['function'],
    schemas: { state: 'ready', value: { schemas: [publicSchema] } },
    contents: new Map([[schemaId('public'), { state: 'ready', value: { ...contents, tables: many } }]]),
    details: new Map(),
    objects: new Map(),
    expanded: new Set([schemaId('public')]),
    filter,
  });

  it('is listed and filtered within a few frames', () => {
    const startedAt = performance.now();
    expect(visibleRows(tree(''))).toHaveLength(30_002);
    expect(visibleRows(tree('TABLE_2999'))).toHaveLength(12);
    expect(performance.now() - startedAt).toBeLessThan(500);
  });
});
