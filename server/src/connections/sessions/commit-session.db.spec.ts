import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createFilesConnector } from '../engines/files/index.js';
import { filesConfig } from '../engines/files/testing/files-config.js';
import { noopSink } from '../engines/noop-sink.js';
import type { Connector, Session } from '../engines/connector.js';
import { neverAborted, RecordingContext } from '../engines/testing/index.js';
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

  it('is unknown where it ran longer than its limit and was ended in the middle', async () => {
    const end = await commitSession(await opened(LIMIT_MS), neverAborted());
    expect(end).toEqual({
      status: 'unknown',
      reason: `The statement was cancelled: it ran longer than ${LIMIT_MS} ms.`,
    });
  });

  it('is unknown where it was cancelled in the middle', async () => {
    const open = await opened(0);
    expect(await commitSession(open, AbortSignal.timeout(LIMIT_MS))).toEqual({
      status: 'unknown',
      reason: null,
    });
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
