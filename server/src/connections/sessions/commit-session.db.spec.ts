import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createFilesConnector } from '../engines/files/index.js';
import { filesConfig } from '../engines/files/testing/files-config.js';
import { noopSink } from '../engines/noop-sink.js';
import type { Connector, Session } from '../engines/connector.js';
import { neverAborted, RecordingContext } from '../engines/testing/index.js';
import { listChildren } from '../../platform/index.js';
import { commitSession } from './commit-session.js';

const LIMIT_MS = 150;

describe('a commit that waits for a reader of the file', () => {
  let folder: string;
  let reader: DatabaseSync;
  let connector: Connector;
  let session: Session;
  const opened = async (statementTimeoutMs: number): Promise<Session> => {
    const config = filesConfig(join(folder, 'some.sqlite'), { readOnly: false, statementTimeoutMs });
    connector = createFilesConnector(config, new RecordingContext());
    session = await connector.openSession(neverAborted());
    for (const sql of ['BEGIN', 'INSERT INTO t VALUES (2)'])
      expect((await session.run(sql, noopSink, neverAborted())).status).toBe('succeeded');
    reader.exec('BEGIN; SELECT * FROM t');
    return session;
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'commit-spec-'));
    reader = new DatabaseSync(join(folder, 'some.sqlite'));
    reader.exec('CREATE TABLE t (n INTEGER); INSERT INTO t VALUES (1)');
  });
  afterEach(async () => {
    reader.close();
    await session.release();
    await connector.close();
    await rm(folder, { recursive: true });
  });

  const LOCKED = { status: 'refused', error: { message: 'database is locked' }, isSessionLost: false };

  it('is as SQLite answers in time where it ran longer than its limit', async () => {
    expect(await commitSession(await opened(LIMIT_MS), neverAborted())).toMatchObject(LOCKED);
  });

  it('is as SQLite answers in time where it was cancelled in the middle', async () => {
    expect(await commitSession(await opened(0), AbortSignal.timeout(LIMIT_MS))).toMatchObject(LOCKED);
  });

  it('is unknown where the process of SQLite ended in the middle', async () => {
    const committing = commitSession(await opened(0), neverAborted());
    await pause(LIMIT_MS);
    for (const { pid } of await listChildren()) process.kill(pid, 'SIGKILL');
    expect(await committing).toEqual({ status: 'unknown', reason: expect.stringMatching(/^The SQLite process ended/) });
  });

  it('is refused where SQLite gives up waiting, and can be tried again', async () => {
    const open = await opened(0);
    expect(await commitSession(open, neverAborted())).toMatchObject({ status: 'refused', isSessionLost: false });
    reader.exec('ROLLBACK');
    expect(await commitSession(open, neverAborted())).toEqual({ status: 'committed' });
  });

  it('keeps nothing where it was cancelled before', async () => {
    expect(await commitSession(await opened(0), AbortSignal.abort())).toEqual({ status: 'cancelled' });
  });
});
