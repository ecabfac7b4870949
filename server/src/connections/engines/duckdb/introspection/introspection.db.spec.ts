import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { neverAborted } from '../../testing/index.js';
import { openDuckdbSession, type OpenedSession } from '../testing/open-session.js';

const STATEMENTS = [
  'CREATE SCHEMA sales',
  `CREATE TABLE parent (
    a INTEGER, b INTEGER, c VARCHAR NOT NULL DEFAULT 'x, GENERATED', "odd "" name" INTEGER GENERATED ALWAYS AS (a + 1),
    d STRUCT(x DECIMAL(9,2), "y z" VARCHAR[]), PRIMARY KEY (a, b), UNIQUE (c), CHECK (a > 0))`,
  'CREATE TABLE child (x INTEGER, y INTEGER, FOREIGN KEY (x, y) REFERENCES parent (a, b))',
  'CREATE INDEX parent_c ON parent (c, (a + b))',
  'CREATE UNIQUE INDEX parent_a ON parent (a)',
  "COMMENT ON TABLE parent IS 'the parents'",
  "COMMENT ON COLUMN parent.a IS 'first part'",
  'CREATE VIEW seen AS SELECT a, c FROM parent',
  'CREATE MACRO add_up(p, q := 2) AS p + q',
  'CREATE MACRO pick(n) AS TABLE SELECT n',
  'CREATE TABLE sales."It\'s ""odd"""(n INTEGER)',
  'CREATE TEMP TABLE mine (n INTEGER)',
  "INSERT INTO parent (a, b, c) VALUES (1, 2, 'p'), (2, 2, 'q')",
];

describe('the catalog of a DuckDB file', () => {
  let opened: OpenedSession;
  beforeAll(async () => {
    opened = await openDuckdbSession();
    for (const sql of STATEMENTS) expect((await opened.run(sql)).outcome).toMatchObject({ status: 'succeeded' });
  });
  afterAll(() => opened.dispose());

  it('has the schemas that a person made, and main', async () => {
    expect(await opened.connector.listSchemas(neverAborted())).toEqual({
      schemas: [
        { name: 'main', table_count: 3, is_default: true },
        { name: 'sales', table_count: 1, is_default: false },
      ],
    });
  });

  it('has tables, views and macros, but no temporary ones', async () => {
    expect(await opened.connector.listTables('main', neverAborted())).toEqual({
      schema: 'main',
      tables: [
        { name: 'child', kind: 'table', estimated_rows: 0, estimated_bytes: null, comment: null },
        { name: 'parent', kind: 'table', estimated_rows: 2, estimated_bytes: null, comment: 'the parents' },
        { name: 'seen', kind: 'view', estimated_rows: null, estimated_bytes: null, comment: null },
      ],
      functions: [
        { name: 'add_up', kind: 'function', arguments: 'p, q', returns: null },
        { name: 'pick', kind: 'function', arguments: 'n', returns: 'TABLE' },
      ],
    });
  });

  it('describes columns, keys and indexes', async () => {
    const details = await opened.connector.describeTable('main', 'parent', neverAborted());
    const column = {
      kind: 'integer',
      nullable: true,
      default: null,
      is_generated: false,
      identity: null,
      comment: null,
    };
    expect(details).toEqual({
      schema: 'main',
      name: 'parent',
      kind: 'table',
      definition: expect.stringContaining('CHECK((a > 0))'),
      comment: 'the parents',
      estimated_rows: 2,
      estimated_total_bytes: null,
      columns: [
        { ...column, name: 'a', type: 'INTEGER', nullable: false, comment: 'first part' },
        { ...column, name: 'b', type: 'INTEGER', nullable: false },
        { ...column, name: 'c', type: 'VARCHAR', kind: 'text', nullable: false, default: "'x, GENERATED'" },
        { ...column, name: 'odd " name', type: 'INTEGER', is_generated: true, default: 'CAST((a + 1) AS INTEGER)' },
        { ...column, name: 'd', type: 'STRUCT(x DECIMAL(9,2), "y z" VARCHAR[])', kind: 'json' },
      ],
      primary_key: { name: 'parent_a_b_pkey', columns: ['a', 'b'] },
      unique_keys: [{ name: 'parent_c_key', columns: ['c'] }],
      foreign_keys: [],
      indexes: [
        {
          name: 'parent_a',
          columns: ['a'],
          is_unique: true,
          is_primary: false,
          is_valid: true,
          definition: expect.stringMatching(/^CREATE UNIQUE INDEX/),
        },
        {
          name: 'parent_c',
          columns: ['c', '(a + b)'],
          is_unique: false,
          is_primary: false,
          is_valid: true,
          definition: expect.stringMatching(/^CREATE INDEX/),
        },
      ],
    });
  });

  it('describes foreign keys, views and tables of odd names', async () => {
    const child = await opened.connector.describeTable('main', 'child', neverAborted());
    expect(child?.foreign_keys).toEqual([
      {
        name: 'child_x_y_a_b_fkey',
        columns: ['x', 'y'],
        references: { schema: 'main', table: 'parent', columns: ['a', 'b'] },
      },
    ]);
    const view = await opened.connector.describeTable('main', 'seen', neverAborted());
    expect(view).toMatchObject({ kind: 'view', primary_key: null, columns: [{ name: 'a' }, { name: 'c' }] });
    const odd = await opened.connector.describeTable('sales', 'It\'s "odd"', neverAborted());
    expect(odd?.columns.map(({ name }) => name)).toEqual(['n']);
  });
});
