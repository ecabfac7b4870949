import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TableDetails } from '#libs/api';
import { StudioApp } from './testing/studio-app.js';
import { alterTableSql, atomicScript, designOf, tableDdl } from '#libs/ddl';
import type { DesignColumn } from '#libs/ddl';
import type { SqlDialect } from '#libs/dialects';

let app: StudioApp;
beforeAll(async () => {
  app = await StudioApp.start();
});
afterAll(() => app.stop());

const details = async (connection: string, schema: string, table: string) =>
  (
    await app.send<TableDetails>(
      'GET',
      `/api/connections/${connection}/schema?schema=${schema}&table=${table}&script=true`,
    )
  ).body;

describe('the statements that make a table again', () => {
  it.each([
    [
      'pg',
      'postgres',
      `CREATE SCHEMA made_again; CREATE TABLE made_again.parent (id int PRIMARY KEY);
      CREATE TABLE made_again."Odd one" (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, a text NOT NULL DEFAULT 'x;''y',
        b numeric(10,2), c numeric GENERATED ALWAYS AS (b * 2) STORED, p int REFERENCES made_again.parent, UNIQUE (a, b));
      CREATE INDEX odd_lower ON made_again."Odd one" (lower(a)) WHERE b > 1;
      COMMENT ON TABLE made_again."Odd one" IS 'it''s odd'`,
      'DROP TABLE made_again."Odd one"',
    ],
    [
      'duck',
      'duckdb',
      `CREATE SCHEMA made_again; CREATE TABLE made_again.parent (id INTEGER PRIMARY KEY);
      CREATE TABLE made_again."Odd one" (id BIGINT PRIMARY KEY, a VARCHAR NOT NULL DEFAULT 'x', b DECIMAL(10,2),
        p INTEGER REFERENCES made_again.parent (id), UNIQUE (a, b)); CREATE INDEX odd_b ON made_again."Odd one" (b)`,
      'DROP TABLE made_again."Odd one"',
    ],
    [
      'duck',
      'duckdb',
      `CREATE SCHEMA other; CREATE TABLE other.parent (id INTEGER PRIMARY KEY, x INTEGER, y VARCHAR, UNIQUE (x, y));
      CREATE TYPE other.mood AS ENUM ('a', 'b'); CREATE SEQUENCE other.counter START 3;
      CREATE TABLE other."Odd one" (id BIGINT PRIMARY KEY DEFAULT nextval('other.counter'), n VARCHAR COLLATE nocase.noaccent,
        b DECIMAL(10,2) CHECK (b > 1), c INTEGER GENERATED ALWAYS AS (id * 2), m other.mood DEFAULT 'a', "select" STRUCT(a INTEGER, "B c" VARCHAR),
        x INTEGER, y VARCHAR DEFAULT 'it''s', FOREIGN KEY (x, y) REFERENCES other.parent (x, y), CHECK (x > 1 OR y = 'q'));
      CREATE INDEX odd_c ON other."Odd one" (x)`,
      'DROP TABLE other."Odd one"',
    ],
  ] as const)('make on %s the very same one', async (connection, dialect, setUp, drop) => {
    expect((await app.run(setUp, connection)).status).toBe('succeeded');
    const schema = /CREATE SCHEMA (\w+)/.exec(setUp)?.[1] ?? '';
    const before = await details(connection, schema, 'Odd%20one');
    const again = await app.run(`${drop}; ${tableDdl(before, dialect)}`, connection);
    expect([again.error, again.statements.map(({ error }) => error)]).toEqual([null, again.statements.map(() => null)]);
    const after = await details(connection, schema, 'Odd%20one');
    expect({ ...after, estimated_total_bytes: 0, estimated_rows: 0 }).toEqual({
      ...before,
      estimated_total_bytes: 0,
      estimated_rows: 0,
    });
  });

  it.each([
    ['pg', 'public', 'postgres'],
    ['duck', 'main', 'duckdb'],
  ] as const)('make a view on %s from the query that the database keeps', async (connection, schema, dialect) => {
    await app.run('CREATE VIEW seen AS SELECT 1 AS one, 2 AS two', connection);
    const before = await details(connection, schema, 'seen');
    expect((await app.run(`DROP VIEW seen; ${tableDdl(before, dialect)}`, connection)).status).toBe('succeeded');
    expect((await app.run('SELECT * FROM seen', connection)).statements[0]?.rows).toEqual([['1', '2']]);
  });
});

describe('the statements from a table to its design', () => {
  const run = async (statements: readonly string[], connection: string, dialect: SqlDialect) => {
    const found = await app.run(atomicScript(statements.join('\n'), dialect), connection);
    expect(found.statements.flatMap(({ error }) => error ?? [])).toEqual([]);
  };

  it('drop and change keys, constraints and indexes on Postgres', async () => {
    await run(
      [
        `CREATE SCHEMA "d x"; CREATE TABLE "d x"."T ""t" (a int CONSTRAINT "p k" PRIMARY KEY, b int UNIQUE, c text,
          s int CONSTRAINT "f k" REFERENCES "d x"."T ""t" (a) ON DELETE CASCADE, CONSTRAINT low CHECK (b > 0),
          UNIQUE (a, c), EXCLUDE USING btree (c WITH =));
        CREATE INDEX "i x" ON "d x"."T ""t" (lower(c)) WHERE b > 1;`,
      ],
      'pg',
      'postgres',
    );
    const path = encodeURIComponent('T "t');
    const before = designOf(await details('pg', 'd%20x', path), 'postgres');
    expect(before.parts.map(({ name }) => name)).toEqual(['T "t_a_c_key', 'T "t_c_excl', 'low', 'i x']);
    const changed = {
      ...before,
      columns: before.columns.map((one) => ({ ...one, isInKey: one.name === 'b', isUnique: false, references: null })),
      parts: before.parts.flatMap((part) => {
        if (part.name === 'low') return { ...part, definition: 'CHECK (b > 10)' };
        return part.name === 'i x' ? { ...part, definition: part.definition.replace('lower', 'upper') } : [];
      }),
    };
    const plan = alterTableSql(before, changed, 'postgres');
    expect(plan.refusals).toEqual([]);
    await run(
      plan.steps.map(({ sql }) => sql),
      'pg',
      'postgres',
    );
    const after = await details('pg', 'd%20x', path);
    expect(after.primary_key?.columns).toEqual(['b']);
    expect(after.constraints?.map(({ definition }) => definition)).toEqual(['PRIMARY KEY (b)', 'CHECK ((b > 10))']);
    expect(after.indexes.find(({ name }) => name === 'i x')?.columns).toEqual(['upper(c)']);
    const now = designOf(after, 'postgres');
    expect(alterTableSql(now, now, 'postgres').steps).toEqual([]);
  });

  it('drop and make indexes on DuckDB', async () => {
    await run([`CREATE TABLE indexed (a INTEGER, b VARCHAR); CREATE INDEX "i x" ON indexed (b);`], 'duck', 'duckdb');
    const before = designOf(await details('duck', 'main', 'indexed'), 'duckdb');
    const wanted = { ...before, parts: [], indexes: [{ columns: 'a, b', isUnique: true }] };
    const { steps, refusals } = alterTableSql(before, wanted, 'duckdb');
    expect(refusals).toEqual([]);
    await run(
      steps.map(({ sql }) => sql),
      'duck',
      'duckdb',
    );
    const { indexes } = await details('duck', 'main', 'indexed');
    expect(indexes.map(({ name, is_unique: isUnique }) => [name, isUnique])).toEqual([['indexed_a_b_idx', true]]);
  });

  it.each([
    ['is dropped', (one: DesignColumn) => (one.name === 'b' ? [] : one)],
    ['gets another type', (one: DesignColumn) => (one.name === 'b' ? { ...one, type: 'BIGINT' } : one)],
  ])('drop an index on DuckDB whose column %s', async (_, changed) => {
    await run(
      [`CREATE OR REPLACE TABLE freed (a INTEGER, b INTEGER); CREATE INDEX freed_b ON freed (b);`],
      'duck',
      'duckdb',
    );
    const before = designOf(await details('duck', 'main', 'freed'), 'duckdb');
    const after = { ...before, columns: before.columns.flatMap(changed), parts: [] };
    const { steps } = alterTableSql(before, after, 'duckdb');
    await run(
      steps.map(({ sql }) => sql),
      'duck',
      'duckdb',
    );
    expect((await details('duck', 'main', 'freed')).indexes).toEqual([]);
  });

  it.each([
    ['pg', 'postgres', 'public'],
    ['duck', 'duckdb', 'main'],
  ] as const)('leave the table on %s as it was where one of them is refused', async (connection, dialect, schema) => {
    const table = `refused_${dialect}`;
    await app.run(
      `CREATE TABLE ${table} (a INTEGER, b INTEGER); INSERT INTO ${table} VALUES (1, 1), (1, 1); CREATE INDEX ${table}_b ON ${table} (b)`,
      connection,
    );
    const before = designOf(await details(connection, schema, table), dialect);
    const columns = before.columns.map((one) => (one.name === 'a' ? { ...one, name: 'c' } : one));
    const parts = before.parts.map((part) => {
      return { ...part, definition: part.definition.replace('CREATE INDEX', 'CREATE UNIQUE INDEX') };
    });
    const { steps, refusals } = alterTableSql(before, { ...before, columns, parts }, dialect);
    expect([refusals, steps.length]).toEqual([[], 3]);
    const found = await app.run(atomicScript(steps.map(({ sql }) => sql).join('\n'), dialect), connection);
    expect([found.status, found.statements.filter(({ error }) => error).length]).toEqual(['failed', 1]);
    expect(designOf(await details(connection, schema, table), dialect)).toEqual(before);
  });
});
