import { describe, expect, it } from '@jest/globals';
import type { TableKind } from '../api/index.js';
import type { SqlDialect } from '../dialects/index.js';
import { tableActions, tableActionSql } from './table-action.js';
import type { TableAction } from './table-action.js';

const WEIRD = { schema: 'My Schema', name: 'Weird "Table', kind: 'table' } as const;
const MAIN = { schema: 'main', name: 'order', kind: 'table' } as const;
const column = { name: 'New "c', type: 'numeric(9,2)', isRequired: true, defaultSql: '0', comment: "it's" };
const index = { name: '', columns: ['a', 'B "b'], isUnique: true, isConcurrent: true };

describe('the script of an action on a table', () => {
  it.each<[SqlDialect, TableAction, string]>([
    ['postgres', { do: 'rename', to: 'select' }, 'ALTER TABLE "My Schema"."Weird ""Table" RENAME TO "select";'],
    [
      'postgres',
      { do: 'truncate', isCascading: true, restartsIdentity: true },
      'TRUNCATE TABLE "My Schema"."Weird ""Table" RESTART IDENTITY CASCADE;',
    ],
    ['postgres', { do: 'drop', isCascading: false }, 'DROP TABLE "My Schema"."Weird ""Table";'],
    [
      'postgres',
      { do: 'add-column', column },
      `ALTER TABLE "My Schema"."Weird ""Table" ADD COLUMN "New ""c" numeric(9,2) DEFAULT 0 NOT NULL;
COMMENT ON COLUMN "My Schema"."Weird ""Table"."New ""c" IS 'it''s';`,
    ],
    [
      'postgres',
      { do: 'create-index', ...index },
      'CREATE UNIQUE INDEX CONCURRENTLY ON "My Schema"."Weird ""Table" (a, "B ""b");',
    ],
    ['postgres', { do: 'comment', text: 'a\\b' }, `COMMENT ON TABLE "My Schema"."Weird ""Table" IS E'a\\\\b';`],
    ['postgres', { do: 'comment', text: null }, 'COMMENT ON TABLE "My Schema"."Weird ""Table" IS NULL;'],
    ['postgres', { do: 'analyze' }, 'ANALYZE "My Schema"."Weird ""Table";'],
  ])('%s: %j', (dialect, action, sql) => {
    expect(tableActionSql(WEIRD, action, dialect)).toBe(sql);
  });

  it.each<[SqlDialect, TableAction, string]>([
    ['duckdb', { do: 'truncate', isCascading: true, restartsIdentity: true }, 'TRUNCATE main."order";'],
    [
      'duckdb',
      { do: 'add-column', column: { ...column, comment: '' } },
      `ALTER TABLE main."order" ADD COLUMN "New ""c" numeric(9,2) DEFAULT 0;
ALTER TABLE main."order" ALTER COLUMN "New ""c" SET NOT NULL;`,
    ],
    [
      'duckdb',
      { do: 'create-index', ...index, name: 'by a' },
      'CREATE UNIQUE INDEX "by a" ON main."order" (a, "B ""b");',
    ],
    ['sqlite', { do: 'truncate', isCascading: true, restartsIdentity: false }, 'DELETE FROM "order";'],
    ['sqlite', { do: 'drop', isCascading: true }, 'DROP TABLE "order";'],
  ])('%s: %j', (dialect, action, sql) => {
    expect(tableActionSql(MAIN, action, dialect)).toBe(sql);
  });

  it('names the kind of the table, and builds no index of a partitioned one concurrently', () => {
    const of = (kind: TableKind, action: TableAction) => tableActionSql({ ...MAIN, kind }, action, 'postgres');
    expect(of('view', { do: 'drop', isCascading: true })).toBe('DROP VIEW main."order" CASCADE;');
    expect(of('foreign_table', { do: 'rename', to: 'x' })).toBe('ALTER FOREIGN TABLE main."order" RENAME TO x;');
    expect(of('partitioned_table', { do: 'create-index', ...index, isUnique: false })).toBe(
      'CREATE INDEX ON main."order" (a, "B ""b");',
    );
  });

  it.each<[TableKind, SqlDialect, string]>([
    ['table', 'postgres', 'add-column create-index rename comment analyze truncate drop'],
    ['view', 'postgres', 'rename comment drop'],
    ['materialized_view', 'postgres', 'create-index rename comment analyze drop'],
    ['foreign_table', 'postgres', 'add-column rename comment analyze truncate drop'],
    ['view', 'duckdb', 'rename comment drop'],
    ['table', 'sqlite', 'add-column create-index rename analyze truncate drop'],
    ['view', 'sqlite', 'drop'],
  ])('is offered for a %s of %s: %s', (kind, dialect, names) => {
    expect(tableActions(kind, dialect).join(' ')).toBe(names);
  });
});
