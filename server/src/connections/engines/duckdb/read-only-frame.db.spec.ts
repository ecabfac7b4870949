import { DuckDBInstance } from '@duckdb/node-api';
import type { DuckDBConnection } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Session } from '../connector.js';
import { neverAborted } from '../testing/index.js';
import { ReadOnlyFrame } from './read-only-frame.js';
import { errorOf, openDuckdbSession, runStatement, type OpenedSession } from './testing/open-session.js';

describe('a read-only session on a DuckDB file that may be written', () => {
  let opened: OpenedSession;
  let session: Session;
  beforeAll(async () => {
    opened = await openDuckdbSession();
    session = await opened.connector.openSession(neverAborted(), { isReadOnly: true });
  });
  afterAll(async () => {
    await session.release();
    await opened.dispose();
  });

  it('reports an error in the middle of the rows as any session does, and goes on', async () => {
    const ran = await runStatement(session, "SELECT CAST(if(range < 60000, '1', 'x') AS INTEGER) FROM range(70000)");
    expect(errorOf(ran).message).toMatch(/Could not convert string 'x' to INT32/);
    expect((await runStatement(session, 'SELECT 1')).sink.rows).toEqual([['1']]);
  });

  it('keeps settings and tables of its own from one statement to the next', async () => {
    await runStatement(session, "SET TimeZone = 'Asia/Tokyo'");
    await runStatement(session, 'CREATE TEMP TABLE mine (n INTEGER)');
    await runStatement(session, 'INSERT INTO mine VALUES (1)');
    const { sink } = await runStatement(session, "SELECT n, current_setting('TimeZone') FROM mine");
    expect(sink.rows).toEqual([['1', 'Asia/Tokyo']]);
  });

  it('knows no transaction over several statements', async () => {
    expect((await runStatement(session, 'BEGIN')).outcome).toMatchObject({ status: 'succeeded', command: 'BEGIN' });
    expect(await session.transaction()).toBe('none');
  });

  it.each([
    'CHECKPOINT',
    'FORCE CHECKPOINT',
    'CALL checkpoint()',
    'SELECT * FROM checkpoint()',
    'CREATE TEMP TABLE checked AS FROM checkpoint()',
    'VACUUM',
    'VACUUM ANALYZE',
    'ANALYZE',
    'ANALYZE kept',
    'VACUUM kept',
    'EXPLAIN ANALYZE CHECKPOINT',
    'EXPLAIN ANALYZE VACUUM',
  ])('does not maintain the file: %s', async (sql) => {
    await opened.run('CREATE TABLE IF NOT EXISTS kept (n INTEGER)');
    expect(errorOf(await runStatement(session, sql)).message).toMatch(
      /^This session only reads: |changes how the engine/,
    );
    expect((await runStatement(session, 'SELECT 1')).sink.rows).toEqual([['1']]);
  });

  it.each(['CALL pragma_version()', 'CALL range(3)', "CALL pragma_table_info('kept')", 'CALL duckdb_tables()'])(
    'runs %s',
    async (sql) => {
      await opened.run('CREATE TABLE IF NOT EXISTS kept (n INTEGER)');
      expect((await runStatement(session, sql)).outcome).toMatchObject({ status: 'succeeded' });
    },
  );

  it.each(['CREATE VIEW checks AS FROM checkpoint()', 'CREATE MACRO checks() AS TABLE FROM "checkpoint"()'])(
    'cannot be led to it: %s',
    async (sql) => expect(errorOf(await opened.run(sql)).message).toMatch(/^checkpoint\(\) is allowed only by itself/),
  );

  it.each([
    'CREATE TABLE checkpoint (id INTEGER, checkpoint /* path */ VARCHAR)',
    'INSERT INTO "main"."checkpoint" ("id") VALUES (2)',
    "UPDATE checkpoint SET checkpoint = 'done at checkpoint (night)'",
    "COMMENT ON TABLE checkpoint IS 'see checkpoint (1)'",
    'DELETE FROM checkpoint',
    'DROP TABLE checkpoint',
  ])('takes the name for other things: %s', async (sql) => {
    expect((await opened.run(sql)).outcome).toMatchObject({ status: 'succeeded' });
  });

  it.each(['CHECKPOINT', 'VACUUM', 'ANALYZE'])('leaves %s to sessions that write', async (sql) => {
    expect((await opened.run(sql)).outcome).toMatchObject({ status: 'succeeded' });
  });

  it('runs a PIVOT', async () => {
    const { sink } = await runStatement(session, "PIVOT (SELECT 'a' AS k, 1 AS v) ON k USING sum(v)");
    expect(sink.rows).toEqual([['1']]);
  });
});

describe('the transaction around a statement', () => {
  let instance: DuckDBInstance;
  let connection: DuckDBConnection;
  beforeAll(async () => {
    instance = await DuckDBInstance.create(':memory:');
    connection = await instance.connect();
  });
  afterAll(() => {
    connection.closeSync();
    instance.closeSync();
  });

  /** What happens around a statement, in its order; an interrupt comes every 20 ms until the end begins. */
  async function stepsOf(sql: string): Promise<string[]> {
    const steps: string[] = [];
    const run = (text: string) => {
      steps.push(text);
      return connection.run(text);
    };
    let interrupts: NodeJS.Timeout | undefined;
    const work = () => {
      const working = connection.run(sql);
      interrupts = setInterval(() => connection.interrupt(), 20);
      return working;
    };
    const beforeEnd = () => {
      clearInterval(interrupts);
      steps.push('no more interrupts');
    };
    await new ReadOnlyFrame({ run } as DuckDBConnection).around(work, beforeEnd).catch(() => undefined);
    return steps;
  }

  it.each([
    ['interrupted', 'SELECT sum(a.range * b.range) FROM range(10000000) a, range(10000000) b', 'ROLLBACK'],
    ['refused', 'SELEC 1', 'ROLLBACK'],
  ])('ends without an interrupt when it was %s, and the next one begins', async (_, sql, end) => {
    expect(await stepsOf(sql)).toEqual(['BEGIN TRANSACTION READ ONLY', 'no more interrupts', end]);
    await connection.run('BEGIN TRANSACTION READ ONLY');
    await connection.run('COMMIT');
  });

  it('ends without an interrupt when it has succeeded', async () => {
    const steps = await stepsOf('SELECT 1');
    expect(steps.slice(0, 3)).toEqual(['BEGIN TRANSACTION READ ONLY', 'no more interrupts', 'COMMIT']);
  });
});
