import { describe, expect, it } from '@jest/globals';
import type { ColumnDetails, RowEdit } from '../api/index.js';
import type { SqlDialect } from '../dialects/index.js';
import { RowStatements } from './index.js';
import type { WrittenTable } from './index.js';

const COLUMN: ColumnDetails = {
  ...{ name: 'id', type: 'bigint', kind: 'integer', nullable: false, default: null },
  ...{ is_generated: false, identity: null, comment: null },
};
const TABLE: WrittenTable = {
  schema: 'My Schema',
  name: 'Weird "Table"',
  columns: [
    { ...COLUMN, identity: 'always' },
    { ...COLUMN, name: 'order', type: 'text', kind: 'text', default: "'new'" },
    { ...COLUMN, name: 'data', type: 'blob', kind: 'binary' },
  ],
};
const PLACE = { schema: TABLE.schema, table: TABLE.name };
/** What DuckDB gives back. */
const TEXTS = 'CAST(id AS VARCHAR), CAST("order" AS VARCHAR), CAST(data AS VARCHAR)';
const TARGET = '"My Schema"."Weird ""Table"""';

function sqlOf(edit: Partial<RowEdit>, dialect: SqlDialect): [string, (string | null)[]] {
  const { sql, values } = new RowStatements(TABLE, dialect).edit({ ...PLACE, before: {}, ...edit } as RowEdit);
  return [sql, values.map(({ text }) => text)];
}

describe('the statement of an edit', () => {
  it.each<[SqlDialect, string]>([
    ['postgres', `UPDATE ${TARGET} SET "order" = $1, data = DEFAULT WHERE id = $2 RETURNING id, "order", data`],
    [
      'duckdb',
      `UPDATE ${TARGET} SET "order" = CAST($1 AS text), data = DEFAULT WHERE id = CAST($2 AS bigint) RETURNING ${TEXTS}`,
    ],
    ['sqlite', `UPDATE ${TARGET} SET "order" = $1, data = NULL WHERE id = $2 RETURNING id, "order", data`],
  ])('changes a row of %s', (dialect, sql) => {
    const edit: Partial<RowEdit> = {
      kind: 'update',
      key: { id: '1' },
      values: { order: "a'b", data: { default: true } },
    };
    expect(sqlOf(edit, dialect)).toEqual([sql, ["a'b", '1']]);
  });

  it('keeps a default that is an expression where DEFAULT is no value', () => {
    const edit: Partial<RowEdit> = { kind: 'update', key: { id: '1' }, values: { order: { default: true } } };
    expect(sqlOf(edit, 'sqlite')[0]).toContain(`SET "order" = ('new') WHERE`);
  });

  it.each<[SqlDialect, string]>([
    [
      'postgres',
      `INSERT INTO ${TARGET} (id, "order") OVERRIDING SYSTEM VALUE VALUES ($1, DEFAULT) RETURNING id, "order", data`,
    ],
    ['sqlite', `INSERT INTO ${TARGET} (id) VALUES ($1) RETURNING id, "order", data`],
  ])('adds a row of %s', (dialect, sql) => {
    expect(sqlOf({ kind: 'insert', values: { id: '7', order: { default: true } } }, dialect)).toEqual([sql, ['7']]);
  });

  it.each<[SqlDialect, string]>([
    ['postgres', 'id, "order", data'],
    ['duckdb', TEXTS],
    ['sqlite', 'id, "order", data'],
  ])('adds a row of defaults of %s', (dialect, returned) => {
    const [sql] = sqlOf({ kind: 'insert', values: {} }, dialect);
    expect(sql).toBe(`INSERT INTO ${TARGET} DEFAULT VALUES RETURNING ${returned}`);
  });

  it('removes a row by all columns of its key', () => {
    expect(sqlOf({ kind: 'delete', key: { id: '1', order: '' } }, 'postgres')).toEqual([
      `DELETE FROM ${TARGET} WHERE id = $1 AND "order" = $2 RETURNING id, "order", data`,
      ['1', ''],
    ]);
  });

  it('binds bytes with their type where the engine does not read them from a text', () => {
    const statement = new RowStatements(TABLE, 'sqlite').edit({ kind: 'insert', ...PLACE, values: { data: "X'00'" } });
    expect(statement.values).toEqual([{ name: 'data', isColumn: true, text: "X'00'", type: 'binary' }]);
  });
});

describe('the query that reads rows', () => {
  it('compares one column with a list, and locks the rows for an edit', () => {
    const { sql, values } = new RowStatements(TABLE, 'postgres').read([{ id: '1' }, { id: '2' }], true);
    expect(sql).toBe(`SELECT id, "order", data FROM ${TARGET} WHERE id IN ($1, $2) FOR UPDATE`);
    expect(values.map(({ text }) => text)).toEqual(['1', '2']);
  });

  it('compares each key of several columns', () => {
    const keys = [
      { id: '1', order: 'a' },
      { id: '2', order: 'b' },
    ];
    const { sql } = new RowStatements(TABLE, 'sqlite').read(keys, true);
    // A column may take letters as equal that differ.
    const one = 'id = $1 AND "order" = $2 AND "order" = $2 COLLATE BINARY';
    const other = 'id = $3 AND "order" = $4 AND "order" = $4 COLLATE BINARY';
    expect(sql).toContain(`WHERE (${one}) OR (${other})`);
  });
});
