import { describe, expect, it } from '@jest/globals';
import type { ColumnDetails, TableDetails } from '../api/index.js';
import { tableDdl } from './table-ddl.js';

const column = (name: string, type: string, change: Partial<ColumnDetails> = {}): ColumnDetails => ({
  name,
  type,
  kind: 'text',
  nullable: true,
  default: null,
  is_generated: false,
  identity: null,
  comment: null,
  ...change,
});
const table = (change: Partial<TableDetails>): TableDetails => ({
  schema: 'public',
  name: 'orders',
  kind: 'table',
  comment: null,
  estimated_rows: null,
  estimated_total_bytes: null,
  columns: [column('id', 'bigint')],
  primary_key: null,
  unique_keys: [],
  foreign_keys: [],
  indexes: [],
  ...change,
});

describe('the statements that make a table again', () => {
  it.each([
    ['CREATE TABLE t (a) STRICT', 'CREATE TABLE t (a) STRICT;'],
    ['CREATE TABLE t(a INTEGER);', 'CREATE TABLE t(a INTEGER);'],
    ['CREATE VIRTUAL TABLE t USING fts5 (a -- title\n)', 'CREATE VIRTUAL TABLE t USING fts5 (a -- title\n);'],
    ['CREATE TABLE t (a) -- kept', 'CREATE TABLE t (a) -- kept\n;'],
  ])('are the text that the engine keeps: %j', (definition, script) => {
    const index = { name: 'i', columns: ['a'], is_unique: false, is_primary: false, is_valid: true };
    const indexes = [{ ...index, definition: 'CREATE INDEX i ON t (a) -- few' }];
    expect(tableDdl(table({ definition, indexes }), 'sqlite')).toBe(`${script}\n\nCREATE INDEX i ON t (a) -- few\n;`);
  });

  it('are those of the server where it writes them', () => {
    expect(tableDdl(table({ script: 'CREATE TABLE t ();' }), 'postgres')).toBe('CREATE TABLE t ();');
  });

  it('have columns, keys, indexes and comments', () => {
    const details = table({
      comment: "Ann's orders",
      columns: [
        column('id', 'bigint', { nullable: false }),
        column('Total', 'numeric(12,2)', { default: '0', comment: 'with tax' }),
        column('double', 'numeric', { is_generated: true, default: '("Total" * 2)' }),
      ],
      primary_key: { name: 'orders_pkey', columns: ['id'] },
      unique_keys: [{ name: 'orders_total_key', columns: ['Total'] }],
      foreign_keys: [{ name: 'fk', columns: ['id'], references: { schema: 'geo', table: 'a b', columns: ['id'] } }],
      indexes: [
        { name: 'orders_pkey', columns: ['id'], is_unique: true, is_primary: true, is_valid: true, definition: 'x' },
        { name: 'orders_total_key', columns: [], is_unique: true, is_primary: false, is_valid: true, definition: 'x' },
        {
          name: 'by_total',
          columns: [],
          is_unique: false,
          is_primary: false,
          is_valid: true,
          definition: 'CREATE INDEX by_total ON public.orders USING btree ("Total")',
        },
      ],
    });
    expect(tableDdl(details, 'duckdb')).toBe(`CREATE TABLE public.orders (
  id bigint NOT NULL,
  Total numeric(12,2) DEFAULT 0,
  double numeric GENERATED ALWAYS AS (("Total" * 2)),
  PRIMARY KEY (id),
  UNIQUE (Total),
  FOREIGN KEY (id) REFERENCES geo."a b" (id)
);

CREATE INDEX by_total ON public.orders USING btree ("Total");

COMMENT ON TABLE public.orders IS 'Ann''s orders';
COMMENT ON COLUMN public.orders.Total IS 'with tax';`);
  });

  it.each([
    ['view', ' SELECT 1;', 'CREATE VIEW public.orders AS\nSELECT 1;'],
    ['view', 'CREATE VIEW x AS SELECT 1;', 'CREATE VIEW x AS SELECT 1;'],
    ['view', '', '-- The query of public.orders is not available.'],
  ] as const)('of a %s have its query %j', (kind, definition, expected) => {
    expect(tableDdl(table({ kind, definition }), 'duckdb')).toBe(expected);
  });

  it('leave out in SQLite what it does not know', () => {
    const details = table({
      schema: 'main',
      comment: 'nothing',
      primary_key: { name: 'made_up', columns: ['id'] },
      indexes: [{ name: 'i', columns: ['id'], is_unique: true, is_primary: false, is_valid: true, definition: null }],
    });
    expect(tableDdl(details, 'sqlite')).toBe(
      'CREATE TABLE orders (\n  id bigint,\n  PRIMARY KEY (id)\n);\n\nCREATE UNIQUE INDEX i ON orders (id);',
    );
  });
});
