import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DatabaseSync } from 'node:sqlite';
import Database from 'better-sqlite3';
import type { Connector, Session } from '../../connector.js';
import { errorOf, runStatement } from '../../duckdb/testing/open-session.js';
import { CollectingSink, neverAborted, RecordingContext } from '../../testing/index.js';
import { listChildren } from '../../../../platform/index.js';
import { createFilesConnector } from '../index.js';
import { filesConfig } from '../testing/files-config.js';
import { SqliteGrammar } from './sqlite-grammar.js';

const ENDLESS = 'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c';
const LONG = 'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT n FROM c';
const CONNECT_LIMIT_MS = 3_000;

let folder: string;
let connector: Connector;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sqlite-process-'));
  path = join(folder, 'a.sqlite');
  const database = new Database(path);
  database.prepare('CREATE TABLE t AS SELECT 1 AS n').run();
  database.close();
  connector = createFilesConnector(filesConfig(path), new RecordingContext(CONNECT_LIMIT_MS));
});
afterEach(async () => {
  await signal('SIGCONT');
  await connector.close();
  await rm(folder, { recursive: true });
});

async function pids(): Promise<number[]> {
  return (await listChildren()).map(({ pid }) => pid);
}

async function signal(name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<void> {
  for (const pid of await pids()) {
    try {
      process.kill(pid, name);
    } catch (error) {
      // The end of one ends those that it has started.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** Another connection to the file that reads it until its transaction ends. */
function readOf(file: string): DatabaseSync {
  const reader = new DatabaseSync(file);
  reader.exec('BEGIN');
  reader.prepare('SELECT n FROM t').all();
  return reader;
}

const opened = (): Promise<Session> => connector.openSession(neverAborted());
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
async function expectUsable(session: Session): Promise<void> {
  expect((await runStatement(session, 'SELECT n FROM t')).sink.rows).toEqual([['1']]);
}

describe('a SQLite process that is killed', () => {
  it.each([
    ['inside SQLite', ENDLESS],
    ['while it sends rows', LONG],
  ])('%s fails its statement in one sentence, and the next one works', async (_, sql) => {
    const session = await opened();
    const running = runStatement(session, sql);
    await pause(300);
    await signal('SIGKILL');
    const ran = await running;
    expect(errorOf(ran).message).toBe('The SQLite process ended unexpectedly; it may have run out of memory.');
    expect(ran.outcome).toMatchObject({ isSessionLost: true });
    await expectUsable(session);
    await session.release();
  });

  it('between statements loses the session state, and the next statement works', async () => {
    const session = await opened();
    await runStatement(session, 'CREATE TEMP TABLE mine AS SELECT 1');
    await signal('SIGKILL');
    await runStatement(session, 'SELECT * FROM mine');
    expect(await session.transaction()).toBe('none');
    await expectUsable(session);
    await session.release();
  });

  it('while it is idle, or while it is released, costs nothing', async () => {
    const first = await opened();
    const releasing = first.release();
    await signal('SIGKILL');
    await releasing;
    const second = await opened();
    await second.release();
    await signal('SIGKILL');
    await pause(100);
    const third = await opened();
    await expectUsable(third);
    await third.release();
  });
});

describe('a SQLite process that ends in a write', () => {
  const ALONE = /^If the statement writes, it may have taken effect\./;
  const COMMITTED = /^The transaction may have been committed\./;
  let session: Session;
  beforeEach(async () => {
    connector = createFilesConnector(filesConfig(path, { readOnly: false }), new RecordingContext(CONNECT_LIMIT_MS));
    session = await opened();
  });
  afterEach(() => session.release());

  it.each<[string, string[], string, RegExp | null]>([
    ['alone', [], 'killed', ALONE],
    ['alone', [], 'cancelled', ALONE],
    ['in a transaction', ['BEGIN'], 'killed', null],
    ['in a savepoint', ['SAVEPOINT s'], 'killed', null],
  ])('%s says whether it may be kept (%j %s)', async (_, before, how, hint) => {
    for (const text of before) await runStatement(session, text);
    const abort = new AbortController();
    const running = runStatement(session, `INSERT INTO t ${ENDLESS}`, abort.signal);
    await pause(300);
    if (how === 'killed') await signal('SIGKILL');
    else abort.abort();
    const ran = await running;
    expect(ran.outcome).toMatchObject({ status: 'failed', isSessionLost: true });
    expect(errorOf(ran).message).toMatch(
      how === 'killed' ? /^The SQLite process ended/ : /^The statement was cancelled\.$/,
    );
    if (hint === null) expect(errorOf(ran).hint).toBeNull();
    else expect(errorOf(ran).hint).toMatch(hint);
    await expectUsable(session);
  });

  it.each(['CREATE TEMP TABLE mine AS', 'INSERT INTO temp.ours'])(
    'into a temporary table keeps nothing: %s',
    async (into) => {
      await runStatement(session, 'CREATE TEMP TABLE ours (n)');
      const abort = new AbortController();
      const running = runStatement(session, `${into} ${ENDLESS}`, abort.signal);
      await pause(300);
      abort.abort();
      expect((await running).outcome).toEqual({ status: 'cancelled' });
    },
  );

  it.each(['BEGIN', 'SAVEPOINT s'])('after %s keeps nothing when it is cancelled', async (begin) => {
    await runStatement(session, begin);
    const abort = new AbortController();
    const running = runStatement(session, `INSERT INTO t ${ENDLESS}`, abort.signal);
    await pause(300);
    abort.abort();
    expect((await running).outcome).toEqual({ status: 'cancelled' });
  });

  describe.each([
    ['BEGIN', 'COMMIT'],
    ['SAVEPOINT s', 'RELEASE s'],
  ])('between %s and %s', (begin, end) => {
    let reader: DatabaseSync;
    let running: ReturnType<typeof runStatement>;
    const abort = new AbortController();
    beforeEach(async () => {
      await runStatement(session, begin);
      await runStatement(session, 'INSERT INTO t VALUES (2)');
      // A commit waits for its readers.
      reader = readOf(path);
      running = runStatement(session, end, abort.signal);
      await pause(300);
    });
    afterEach(() => reader.close());

    it('may have committed when it is killed', async () => {
      await signal('SIGKILL');
      expect(errorOf(await running).hint).toMatch(COMMITTED);
    });

    it('has time to commit when it is cancelled', async () => {
      abort.abort();
      await pause(300);
      reader.exec('COMMIT');
      expect((await running).outcome.status).toBe('succeeded');
      expect(session.isLost()).toBe(false);
    });
  });
});

describe('a SQLite process that stops answering', () => {
  it('in a statement is ended by cancelling', async () => {
    const session = await opened();
    const abort = new AbortController();
    const running = session.run(LONG, new CollectingSink(), abort.signal);
    await pause(200);
    await signal('SIGSTOP');
    abort.abort();
    expect(await running).toEqual({ status: 'cancelled' });
    await expectUsable(session);
    await session.release();
  });

  it('is ended when it does not say whether a transaction is open', async () => {
    const session = await opened();
    await signal('SIGSTOP');
    expect(await session.transaction()).toBe('none');
    expect(session.isLost()).toBe(true);
    await expectUsable(session);
    await session.release();
  });

  it('is ended when the session is released', async () => {
    const session = await opened();
    await signal('SIGSTOP');
    await session.release();
    expect(await pids()).toEqual([]);
  });

  it('before a file is open fails the connection in time, and the next one works', async () => {
    await (await opened()).release();
    await signal('SIGSTOP');
    await expect(opened()).rejects.toThrow(/was not open after/);
    const session = await opened();
    await expectUsable(session);
    await session.release();
  });
});

describe('the grammar process', () => {
  it('is replaced when it is killed', async () => {
    const grammar = new SqliteGrammar();
    const compiled = grammar.inTurn(async (compile) => {
      await signal('SIGKILL');
      return compile(['SELECT 1']);
    });
    expect(await compiled).toBeNull();
    expect(await grammar.inTurn((compile) => compile(['SELECT 1', 'SELEC']))).toEqual([null, expect.any(String)]);
    await grammar.close();
    expect(await grammar.inTurn((compile) => compile(['SELECT 1']))).toBeNull();
  });
});
