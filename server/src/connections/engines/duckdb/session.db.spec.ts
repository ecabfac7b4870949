import { fork } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ConnectFailure } from '../connector.js';
import { CollectingSink, neverAborted, RecordingContext } from '../testing/index.js';
import { createDuckdbConnector } from './index.js';
import { duckdbConfig } from './testing/duckdb-config.js';
import { errorOf, openDuckdbSession, runStatement, type OpenedSession } from './testing/open-session.js';

describe('a DuckDB session', () => {
  let opened: OpenedSession;
  beforeAll(async () => {
    opened = await openDuckdbSession();
  });
  afterAll(() => opened.dispose());

  it.each([
    ['', null],
    ['  -- nothing\n/* at all */', null],
    ['SELECT 1', 'SELECT'],
    ['FROM range(2)', 'SELECT'],
    ['VALUES (1)', 'SELECT'],
    ['WITH a AS (SELECT 1) FROM a', 'SELECT'],
    ['SHOW TABLES', 'SELECT'],
    ['DESCRIBE SELECT 1', 'SELECT'],
    ['SUMMARIZE SELECT 1 AS a', 'SELECT'],
    ['PRAGMA version', 'SELECT'],
    ["SELECT 1 -- it's over;", 'SELECT'],
    ['SELECT 1;', 'SELECT'],
    ['(SELECT 1) UNION ALL (SELECT 2) ORDER BY 1 LIMIT 1', 'SELECT'],
    ['EXPLAIN SELECT 1', 'EXPLAIN'],
    ['EXPLAIN ANALYZE SELECT 1', 'EXPLAIN'],
    ['EXPLAIN (FORMAT json) SELECT 1', 'EXPLAIN'],
    ['EXPLAIN (SELECT 1)', 'EXPLAIN'],
    ['BEGIN', 'BEGIN'],
    ['ROLLBACK', 'ROLLBACK'],
    ['CREATE OR REPLACE TEMP TABLE t AS SELECT 1 AS n', 'CREATE TABLE'],
    ["COMMENT ON TABLE t IS 'x'", 'COMMENT'],
    ['CALL pragma_version()', 'CALL'],
    ['CHECKPOINT', 'CHECKPOINT'],
  ])('runs %j and calls it %s', async (sql, command) => {
    expect((await opened.run(sql)).outcome).toEqual({ status: 'succeeded', command, affectedRows: null });
  });

  it('counts changed rows and shows no count as a result', async () => {
    await opened.run('CREATE TABLE changes (n INTEGER)');
    const expected: [string, number][] = [
      ['INSERT INTO changes SELECT * FROM range(5)', 5],
      ['UPDATE changes SET n = n + 1 WHERE n > 2', 2],
      ['DELETE FROM changes WHERE n = 0', 1],
    ];
    for (const [sql, affectedRows] of expected) {
      const { outcome, sink } = await opened.run(sql);
      expect(outcome).toMatchObject({ status: 'succeeded', affectedRows });
      expect(sink.columnsCalls).toBe(0);
    }
    const returning = await opened.run('INSERT INTO changes VALUES (7), (8) RETURNING [n, NULL] AS l, n');
    expect(returning.outcome).toMatchObject({ command: 'INSERT', affectedRows: 2 });
    expect(returning.sink.rows).toEqual([
      ['[7, NULL]', '7'],
      ['[8, NULL]', '8'],
    ]);
  });

  it('runs a PIVOT, which DuckDB takes apart', async () => {
    await opened.run("CREATE TABLE sales AS SELECT * FROM (VALUES ('a', 1), ('b', 2)) AS s(k, v)");
    const { outcome, sink } = await opened.run('PIVOT sales ON k USING sum(v)');
    expect(outcome).toMatchObject({ status: 'succeeded', command: 'SELECT' });
    expect(sink.rows).toEqual([['1', '2']]);
    expect(errorOf(await opened.run('PIVOT sales ON k USING sum(v); DROP TABLE sales')).message).toMatch(
      /more than one/,
    );
  });

  it.each(['EXPLAIN (FORMAT json)', 'EXPLAIN (ANALYZE, FORMAT json)', 'EXPLAIN'])(
    'runs %s of a PIVOT',
    async (prefix) => {
      await opened.run("CREATE TABLE sales AS SELECT * FROM (VALUES ('a', 1), ('b', 2)) AS s(k, v)");
      for (const sql of ['PIVOT sales ON k USING sum(v)', 'WITH p AS (PIVOT sales ON k USING sum(v)) FROM p']) {
        const { outcome, sink } = await opened.run(`${prefix} ${sql}`);
        expect(outcome).toMatchObject({ status: 'succeeded' });
        expect(sink.rows[0]?.at(-1)).toMatch(/sales/);
      }
      expect(errorOf(await opened.run(`${prefix} PIVOT sales ON k USING sum(v); DROP TABLE sales`)).message).toMatch(
        /more than one/,
      );
      expect(errorOf(await opened.run('PREPARE p AS PIVOT sales ON k USING sum(v)')).message).toMatch(
        /more than one|nested/,
      );
    },
  );

  it('runs one statement only', async () => {
    expect(errorOf(await opened.run('SELECT 1; SELECT 2')).message).toMatch(/more than one statement/);
    expect(errorOf(await opened.run('SELECT 1) UNION ALL (SELECT 2')).message).toMatch(/syntax error/);
  });

  it('keeps the order of a sorted query', async () => {
    const { sink } = await opened.run('SELECT (range * 7919) % 100003 AS n FROM range(100003) ORDER BY n DESC');
    expect(sink.rows.map(([n]) => Number(n))).toEqual(Array.from({ length: 100_003 }, (_, index) => 100_002 - index));
  });

  it('returns 1,600 columns, many of one name', async () => {
    const columns = Array.from({ length: 1600 }, (_, index) => `${index} AS c${index % 7}`).join(', ');
    const { sink } = await opened.run(`SELECT ${columns} FROM range(50)`);
    expect(sink.resultColumns).toHaveLength(1600);
    expect(sink.rows).toHaveLength(50);
    expect(sink.rows[49]).toEqual(Array.from({ length: 1600 }, (_, index) => String(index)));
  });

  it('returns a cell of 100 MB', async () => {
    const { sink } = await opened.run("SELECT repeat('x', 100000000) AS big, 1 AS n");
    expect(sink.rows[0]?.[0]).toHaveLength(100_000_000);
    expect(sink.rows[0]?.[1]).toBe('1');
  });

  it('returns columns by name and type', async () => {
    const { sink } = await opened.run('SELECT 1::DECIMAL(18,4) AS "größe", now() AS "a b", \'{}\'::JSON AS "A"');
    expect(sink.resultColumns?.map(({ name, type }) => [name, type])).toEqual([
      ['größe', 'DECIMAL(18,4)'],
      ['a b', 'TIMESTAMP WITH TIME ZONE'],
      ['A', 'JSON'],
    ]);
  });
});

describe('an error of DuckDB', () => {
  let opened: OpenedSession;
  beforeAll(async () => {
    opened = await openDuckdbSession();
  });
  afterAll(() => opened.dispose());

  it.each([
    ['SELEC 1', 'SELEC', 'syntax error at or near "SELEC"'],
    ["-- 😀é\nSELECT 'é😀' FROM FROM", 'FROM', 'syntax error at or near "FROM"'],
    ["SELECT '😀é',\n  nope", 'nope', 'Referenced column "nope" was not found because the FROM clause is missing'],
    ["/* 😀 */ SELECT *\nFROM 'é' AS x, nowhere", "'é'", 'Table with name é does not exist!'],
    [
      "SELECT 'é', (CASE WHEN range = 99999 THEN 'bad' ELSE '1' END)::INTEGER FROM range(100000)",
      '::INTEGER',
      "Could not convert string 'bad' to INT32",
    ],
    ["SELECT 'é', 'bad'::INTEGER", '::INTEGER', "Could not convert string 'bad' to INT32"],
  ])('in %j stands at its place', async (sql, place, message) => {
    const error = errorOf(await opened.run(sql));
    expect(error.message).toBe(message);
    expect(sql.slice((error.position ?? 0) - 1)).toMatch(new RegExp(`^${place}`));
  });

  it('keeps its advice apart as a hint', async () => {
    await opened.run('CREATE TABLE orders (id INTEGER)');
    const error = errorOf(await opened.run('SELECT * FROM ordesr'));
    expect(error).toMatchObject({ message: 'Table with name ordesr does not exist!', hint: 'Did you mean "orders"?' });
  });

  it('in the middle of a long result is reported, never taken for its end', async () => {
    const sql = "SELECT (CASE WHEN range = 1999999 THEN 'bad' ELSE '1' END)::INTEGER AS n FROM range(2000000)";
    const ran = await opened.run(sql);
    expect(errorOf(ran)).toMatchObject({ message: "Could not convert string 'bad' to INT32" });
    expect(ran.sink.rows.length).toBeGreaterThan(0);
    expect(ran.sink.rows.length).toBeLessThan(2_000_000);
  });

  it('in the middle of a long result inside a transaction is reported as well', async () => {
    await opened.run('BEGIN');
    const ran = await opened.run(
      "SELECT (CASE WHEN range = 1999999 THEN 'bad' ELSE '1' END)::INTEGER FROM range(2000000)",
    );
    expect(errorOf(ran).message).toMatch(/failed after row \d+/);
    await opened.run('ROLLBACK');
  });

  it('of a constraint leaves the session usable', async () => {
    await opened.run('CREATE TABLE keyed (id INTEGER PRIMARY KEY)');
    expect(errorOf(await opened.run('INSERT INTO keyed VALUES (1), (1)')).message).toMatch(/duplicate key/);
    expect((await opened.run('INSERT INTO keyed VALUES (1)')).outcome.status).toBe('succeeded');
  });

  it('reports that a NUL character cannot be sent, and where it is', async () => {
    expect(errorOf(await opened.run("SELECT 'a\0b'"))).toMatchObject({ position: 10 });
  });

  it('reports that parameters have no values', async () => {
    expect(errorOf(await opened.run('SELECT $1')).message).toMatch(/parameters/);
  });
});

describe('stopping a DuckDB statement', () => {
  it('ends it when its time is over, and the session goes on', async () => {
    const opened = await openDuckdbSession({ statementTimeoutMs: 900 });
    const ran = await opened.run(
      'SELECT count(*) FROM range(1000000) a, range(1000000) b WHERE a.range * b.range % 7 = 3',
    );
    expect(errorOf(ran).message).toBe('The statement was cancelled: it ran longer than 900 ms.');
    expect((await opened.run('SELECT 1')).sink.rows).toEqual([['1']]);
    await opened.dispose();
  });

  it('ends it in the middle of its rows, and its transaction with it', async () => {
    const opened = await openDuckdbSession();
    await opened.run('CREATE TABLE big AS SELECT range AS n FROM range(5000000)');
    const abort = new AbortController();
    const sink = new CollectingSink(3000);
    const ended = opened.session.run('SELECT n FROM big', sink, abort.signal);
    while (!sink.isPaused) await new Promise((resolve) => setTimeout(resolve, 5));
    abort.abort();
    expect(await ended).toEqual({ status: 'cancelled' });
    expect((await opened.run('DROP TABLE big')).outcome.status).toBe('succeeded');
    await opened.dispose();
  });
});

describe('many DuckDB statements at once', () => {
  it('leave the server a thread, and each can be cancelled, running or waiting', async () => {
    const opened = await openDuckdbSession();
    const endless = 'SELECT count(*) FROM range(1000000) a, range(1000000) b WHERE a.range * b.range % 7 = 3';
    const sessions = await Promise.all(Array.from({ length: 8 }, () => opened.connector.openSession(neverAborted())));
    const aborts = sessions.map(() => new AbortController());
    const ended = sessions.map((session, index) => runStatement(session, endless, aborts[index]?.signal));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect((await readFile(opened.path)).length).toBeGreaterThan(0);
    expect((await opened.connector.listSchemas(neverAborted())).schemas).toHaveLength(1);
    for (const abort of aborts.reverse()) abort.abort();
    expect((await Promise.all(ended)).map(({ outcome }) => outcome.status)).toEqual(sessions.map(() => 'cancelled'));
    expect((await opened.run('SELECT 1')).sink.rows).toEqual([['1']]);
    await Promise.all(sessions.map((session) => session.release()));
    await opened.dispose();
  });
});

describe('opening a DuckDB file', () => {
  it('makes a file that does not exist, but not read-only', async () => {
    const opened = await openDuckdbSession();
    const missing = duckdbConfig(join(opened.folder, 'missing.duckdb'), { readOnly: true });
    await expect(createDuckdbConnector(missing, new RecordingContext()).test(neverAborted())).rejects.toThrow(
      /does not exist/,
    );
    await opened.dispose();
  });

  it.each([
    ['text', 'a,b\n1,2\n', /not a DuckDB database/],
    ['an empty file', '', /not a DuckDB database/],
  ])('says what is wrong with %s, without its path', async (_, content, message) => {
    const opened = await openDuckdbSession();
    const path = join(opened.folder, 'given');
    await writeFile(path, content);
    const context = new RecordingContext();
    const connector = createDuckdbConnector(duckdbConfig(path), context);
    const failure: unknown = await connector.test(neverAborted()).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ConnectFailure);
    expect(failure).toMatchObject({ code: 'connection-unusable', message: expect.stringMatching(message) });
    expect(String(failure)).not.toContain(opened.folder);
    expect(connector.health()).toMatchObject({ state: 'failed', last_error: expect.stringMatching(message) });
    await connector.close();
    await opened.dispose();
  });

  it('says that a folder is no database', async () => {
    const opened = await openDuckdbSession();
    const folder = join(opened.folder, 'folder');
    await mkdir(folder);
    const connector = createDuckdbConnector(duckdbConfig(folder), new RecordingContext());
    await expect(connector.test(neverAborted())).rejects.toThrow(/is a folder/);
    await opened.dispose();
  });

  it('says that another process holds the file, and gives its own up when it is closed', async () => {
    const opened = await openDuckdbSession();
    await opened.session.release();
    await opened.connector.close();
    const holder = fork(new URL('./testing/hold-database.mjs', import.meta.url), [opened.path], { execArgv: [] });
    await new Promise((resolve) => holder.once('message', resolve));
    const connector = createDuckdbConnector(duckdbConfig(opened.path), new RecordingContext());
    await expect(connector.test(neverAborted())).rejects.toThrow(/in use by another process/);
    const gone = new Promise((resolve) => holder.once('exit', resolve));
    holder.kill('SIGKILL');
    await gone;
    expect((await connector.test(neverAborted())).product).toBe('DuckDB');
    expect(connector.health().state).toBe('healthy');
    await connector.close();
    await opened.dispose();
  });

  it('lets two connections share a file that is already open, in one mode', async () => {
    const opened = await openDuckdbSession();
    await opened.run('CREATE TABLE shared AS SELECT 1 AS n');
    const second = createDuckdbConnector(duckdbConfig(opened.path), new RecordingContext());
    const session = await second.openSession(neverAborted());
    expect((await runStatement(session, 'FROM shared')).sink.rows).toEqual([['1']]);
    const third = createDuckdbConnector(duckdbConfig(opened.path, { readOnly: true }), new RecordingContext());
    await expect(third.test(neverAborted())).rejects.toThrow(/for writing/);
    await second.close();
    expect((await opened.run('FROM shared')).sink.rows).toEqual([['1']]);
    await opened.dispose();
  });

  it('leaves no transaction of a session behind', async () => {
    const opened = await openDuckdbSession();
    await opened.run('CREATE TABLE t (n INTEGER)');
    const other = await opened.connector.openSession(neverAborted());
    await runStatement(other, 'BEGIN');
    await runStatement(other, 'INSERT INTO t VALUES (1)');
    await other.release();
    expect((await opened.run('FROM t')).sink.rows).toEqual([]);
    expect((await opened.run('DROP TABLE t')).outcome.status).toBe('succeeded');
    await opened.dispose();
  });
});
