import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Session } from '../connector.js';
import { neverAborted } from '../testing/index.js';
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

  it('runs a PIVOT', async () => {
    const { sink } = await runStatement(session, "PIVOT (SELECT 'a' AS k, 1 AS v) ON k USING sum(v)");
    expect(sink.rows).toEqual([['1']]);
  });
});
