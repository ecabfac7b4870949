import { afterEach, describe, expect, it } from '@jest/globals';
import { LOCAL_ACTOR } from '#libs/access';
import type { Connector } from '../../connections/engines/connector.js';
import { CollectingSink } from '../../connections/engines/testing/index.js';
import { ConnectionsQueries } from '../../connections/index.js';
import type { Session } from '../../connections/index.js';
import { listChildren } from '../../platform/index.js';
import { FileChangesApp } from '../testing/file-changes-app.js';
import { ChangeTransaction, StatementRefused } from './change-transaction.js';

/** Of a connection; the transaction takes it where it is shorter than its own. */
const LIMIT_MS = 2_000;
/** Until an engine's process that does not answer is ended, on a busy machine. */
const PATIENCE_MS = 20_000;
const ENDLESS = 'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 1e12) SELECT count(*) FROM c';

describe.each(['lite', 'duck'] as const)('a transaction on %s, whose engine has no timeout', (connection) => {
  let app: FileChangesApp;
  let session: Session;
  afterEach(async () => {
    await session.release();
    await app.stop();
  });

  async function begun(): Promise<ChangeTransaction> {
    app = await FileChangesApp.start(connection);
    const found = await app.workbench.app.get(ConnectionsQueries).connector(LOCAL_ACTOR, connection);
    const connector = found as Connector;
    const { signal } = new AbortController();
    session = await connector.openSession(signal, { isOneProcess: true });
    // What a process does when it first runs something does not count.
    await session.run('SELECT 1', new CollectingSink(), signal);
    return ChangeTransaction.begin(session, connector.dialect, { signal, limit: signal }, LIMIT_MS);
  }

  it('ends a statement that takes too long', async () => {
    const transaction = await begun();
    const startedAtMs = performance.now();
    const { refused } = await transaction.runAll([{ sql: ENDLESS, values: [] }]);
    expect(refused?.message).toBe('It took too long, or was cancelled.');
    expect(refused?.isInterrupted).toBe(true);
    expect(performance.now() - startedAtMs).toBeLessThan(PATIENCE_MS);
  });

  it('ends where the process of the engine is frozen', async () => {
    const transaction = await begun();
    const engine = connection === 'lite' ? 'sqlite' : 'duckdb';
    for (const { pid } of (await listChildren()).filter((child) => child.engine === engine))
      process.kill(pid, 'SIGSTOP');
    const startedAtMs = performance.now();
    const { refused } = await transaction.runAll([{ sql: 'SELECT 1', values: [] }]);
    expect(refused).toBeInstanceOf(StatementRefused);
    expect(performance.now() - startedAtMs).toBeLessThan(PATIENCE_MS);
  });
});
