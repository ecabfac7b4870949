import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Connector } from '../../connector.js';
import { neverAborted, RecordingContext } from '../../testing/index.js';
import { createPostgresConnector } from '../index.js';
import { runAlone } from '../testing/run-statement.js';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.js';

const SET_UP = `
  CREATE TYPE mood AS ENUM ('sad', 'ok');
  CREATE TYPE pair AS (a integer, b text);
  CREATE DOMAIN short AS varchar(5);
  CREATE DOMAIN shorter AS short;
  CREATE DOMAIN numbers AS integer[];
  CREATE TABLE many (m mood, ms mood[], p pair, s shorter, ss shorter[], n numbers, g geometry(Point, 4326), gg geography);
  CREATE SCHEMA "Odd ""schema""";
  CREATE TABLE "Odd ""schema""".select (a integer)`;

describe('result columns', () => {
  let database: TestDatabase;
  let connector: Connector;
  let now: number;
  beforeAll(async () => {
    database = await createTestDatabase();
    await database.execute('CREATE EXTENSION postgis; CREATE EXTENSION citext');
    await database.execute(SET_UP);
  });
  beforeEach(() => {
    now = Date.now();
    const context = new RecordingContext();
    connector = createPostgresConnector(database.config, {
      onHealthChanged: context.onHealthChanged,
      connectTimeoutMs: context.connectTimeoutMs,
      now: () => now,
      home: null,
    });
  });
  afterEach(() => connector.close());
  afterAll(() => database.dispose());

  const tables = async (...statements: string[]): Promise<(string | null)[]> =>
    ((await runAlone(connector, ...statements)).sink.resultColumns ?? []).map(({ table }) => table);

  it('have the types and kinds of enums, domains, composites, arrays and geometries', async () => {
    const { sink } = await runAlone(connector, `SELECT *, 'x'::citext AS c FROM many`);
    expect(sink.resultColumns?.map(({ name, type, kind }) => [name, type, kind])).toEqual([
      ['m', 'mood', 'text'],
      ['ms', 'mood[]', 'array'],
      ['p', 'pair', 'other'],
      ['s', 'character varying(5)', 'text'],
      ['ss', 'shorter[]', 'array'],
      ['n', 'integer[]', 'array'],
      ['g', 'geometry(Point,4326)', 'geometry'],
      ['gg', 'geography', 'geometry'],
      ['c', 'citext', 'text'],
    ]);
  });

  it('name the table they come from, quoted where its name needs it', async () => {
    const sql = `SELECT m.m, s.a, s.a + 1, c.relname FROM many m, "Odd ""schema""".select s, pg_class c LIMIT 0`;
    expect(await tables(sql)).toEqual(['public.many', '"Odd ""schema"""."select"', null, 'pg_catalog.pg_class']);
  });

  it('name a view, not what is under it', async () => {
    expect(await tables('CREATE VIEW seen AS SELECT m FROM many', 'SELECT * FROM seen')).toEqual(['public.seen']);
  });

  it('name a temporary table', async () => {
    const sql = ['CREATE TEMP TABLE passing (a integer)', 'SELECT * FROM passing'];
    expect((await tables(...sql))[0]).toMatch(/^pg_temp_\d+\.passing$/);
  });

  it('follow a rename made in the workbench at once', async () => {
    const sql = 'CREATE TABLE before (a integer)';
    expect(await tables(sql, 'SELECT * FROM before')).toEqual(['public.before']);
    expect(await tables('ALTER TABLE before RENAME TO after', 'SELECT * FROM after')).toEqual(['public.after']);
  });

  it('follow a rename made elsewhere within a minute', async () => {
    await database.execute('CREATE TABLE here (a integer)');
    expect(await tables('SELECT * FROM here')).toEqual(['public.here']);
    await database.execute('ALTER TABLE here RENAME TO there');
    now += 60_000;
    expect(await tables('SELECT * FROM there')).toEqual(['public.there']);
  });

  it('ask the server once for what they do not know', async () => {
    await runAlone(connector, 'SELECT * FROM many');
    const count = async (): Promise<unknown> => {
      const { rows } = await database.execute(
        `SELECT backend_start, query_start FROM pg_stat_activity WHERE query LIKE '%pg_catalog.quote_ident%'
            AND application_name = 'data-workbench'`,
      );
      return rows;
    };
    const before = await count();
    await runAlone(connector, 'SELECT * FROM many');
    expect(await count()).toEqual(before);
  });

  it('have the types and tables that only their open transaction knows', async () => {
    const { sink } = await runAlone(
      connector,
      'BEGIN',
      `CREATE TYPE fresh AS ENUM ('a')`,
      'SAVEPOINT here',
      'CREATE TABLE unseen (a fresh, b fresh[], c integer)',
      'RELEASE here',
      `INSERT INTO unseen VALUES ('a', '{a}', 1)`,
      'SELECT * FROM unseen',
    );
    expect(sink.resultColumns).toEqual([
      { name: 'a', type: 'fresh', kind: 'text', table: 'public.unseen' },
      { name: 'b', type: 'fresh[]', kind: 'array', table: 'public.unseen' },
      { name: 'c', type: 'integer', kind: 'integer', table: 'public.unseen' },
    ]);
    expect(sink.rows).toEqual([['a', '{a}', '1']]);
  });

  it('have the name that a table has in their open transaction, and the old one after its rollback', async () => {
    await database.execute('CREATE TABLE lasting (a integer)');
    const inside = await tables('SELECT * FROM lasting', 'BEGIN', 'ALTER TABLE lasting RENAME TO other', 'TABLE other');
    expect(inside).toEqual(['public.other']);
    expect(await tables('TABLE lasting')).toEqual(['public.lasting']);
    const undone = ['BEGIN', 'SAVEPOINT a', 'ALTER TABLE lasting RENAME TO other', 'TABLE other', 'ROLLBACK TO a'];
    expect(await tables(...undone, 'TABLE lasting')).toEqual(['public.lasting']);
    expect(await tables('BEGIN', 'CREATE TABLE copied AS TABLE lasting', 'TABLE copied')).toEqual(['public.copied']);
  });

  it('do not wait for a question about the catalog that waits for a lock', async () => {
    await database.execute('CREATE TABLE held (m mood); CREATE VIEW of_held AS SELECT m FROM held');
    await database.execute('BEGIN; LOCK TABLE held IN ACCESS EXCLUSIVE MODE');
    const described = connector.describeTable('public', 'of_held', neverAborted()).then(
      () => 'described',
      () => 'described',
    );
    const { sink } = await runAlone(connector, 'SELECT m FROM many');
    expect(sink.resultColumns).toEqual([{ name: 'm', type: 'mood', kind: 'text', table: 'public.many' }]);
    expect(await Promise.race([described, Promise.resolve('waiting')])).toBe('waiting');
    await database.execute('ROLLBACK');
    await described;
  });

  it('are returned although the catalog cannot be read', async () => {
    await database.execute('CREATE TABLE asked (m mood)');
    await database.execute(`INSERT INTO asked VALUES ('ok')`);
    await database.execute(`DROP ROLE IF EXISTS single; CREATE ROLE single LOGIN PASSWORD 'single' CONNECTION LIMIT 1`);
    await database.execute('GRANT SELECT ON asked TO single');
    const config = { ...database.config, user: 'single', password: 'single', pool: { max: 1 } };
    const single = createPostgresConnector(config, new RecordingContext());
    const { sink } = await runAlone(single, 'SELECT * FROM asked');
    await single.close();
    expect(sink.resultColumns?.map(({ name }) => name)).toEqual(['m']);
    expect(sink.rows).toEqual([['ok']]);
  });
});
