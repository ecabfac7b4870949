import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TableDetails } from '#libs/api';
import { StudioApp } from './testing/studio-app.js';
import { tableDdl } from '#libs/ddl';

let app: StudioApp;
beforeAll(async () => {
  app = await StudioApp.start();
});
afterAll(() => app.stop());

const details = async (connection: string, schema: string, table: string) =>
  (await app.send<TableDetails>('GET', `/api/connections/${connection}/schema?schema=${schema}&table=${table}`)).body;

describe('the statements that make a table again', () => {
  it.each([
    [
      'pg',
      'postgres',
      `CREATE SCHEMA ddl; CREATE TABLE ddl.parent (id int PRIMARY KEY);
      CREATE TABLE ddl."Odd one" (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, a text NOT NULL DEFAULT 'x;''y',
        b numeric(10,2), c numeric GENERATED ALWAYS AS (b * 2) STORED, p int REFERENCES ddl.parent, UNIQUE (a, b));
      CREATE INDEX odd_lower ON ddl."Odd one" (lower(a)) WHERE b > 1;
      COMMENT ON TABLE ddl."Odd one" IS 'it''s odd'`,
      'DROP TABLE ddl."Odd one"',
    ],
    [
      'duck',
      'duckdb',
      `CREATE SCHEMA ddl; CREATE TABLE ddl.parent (id INTEGER PRIMARY KEY);
      CREATE TABLE ddl."Odd one" (id BIGINT PRIMARY KEY, a VARCHAR NOT NULL DEFAULT 'x', b DECIMAL(10,2),
        p INTEGER REFERENCES ddl.parent (id), UNIQUE (a, b)); CREATE INDEX odd_b ON ddl."Odd one" (b)`,
      'DROP TABLE ddl."Odd one"',
    ],
  ] as const)('make on %s the very same one', async (connection, dialect, setUp, drop) => {
    expect((await app.run(setUp, connection)).status).toBe('succeeded');
    const before = await details(connection, 'ddl', 'Odd%20one');
    const again = await app.run(`${drop}; ${tableDdl(before, dialect)}`, connection);
    expect([again.error, again.statements.map(({ error }) => error)]).toEqual([null, again.statements.map(() => null)]);
    const after = await details(connection, 'ddl', 'Odd%20one');
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
