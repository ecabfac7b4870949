import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Connector, Session } from '../connector.js';
import { duckdbStatements } from '../duckdb/testing/duckdb-statements.js';
import { errorOf, runStatement } from '../duckdb/testing/open-session.js';
import { createFilesConnector } from '../files/index.js';
import { filesConfig } from '../files/testing/files-config.js';
import { CollectingSink, neverAborted, RecordingContext, until } from '../testing/index.js';
import { configureHosts, hostSettings } from './host-settings.js';
import { hostOf, isRunning } from './testing/host-of.js';

const STUCK = /could not be stopped, so the process was ended\. Run it again/;
const LIMIT_MS = 600;

/** The engine plans this for minutes and looks for no interrupt meanwhile. */
const doublings = Array.from(
  { length: 26 },
  (_, at) => `a${at + 1} AS NOT MATERIALIZED (FROM a${at} UNION ALL FROM a${at})`,
);
const PLANNED_LONG = `WITH a0 AS NOT MATERIALIZED (SELECT 1), ${doublings.join(', ')} FROM a26`;

/** Until then a statement waits for the pipe, also on a busy machine. */
const BEGUN_MS = 1000;

describe('a host that does not stop a statement', () => {
  const settings = hostSettings();
  let folder: string;
  let connector: Connector;
  let session: Session;

  beforeEach(async () => {
    configureHosts({ stopLimitMs: LIMIT_MS });
    folder = mkdtempSync(join(tmpdir(), 'stuck-host-spec-'));
    writeFileSync(join(folder, 'kept.csv'), 'n\n1\n');
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    connector = createFilesConnector(filesConfig(folder), new RecordingContext());
    session = await connector.openSession(neverAborted());
    expect((await runStatement(session, 'FROM kept')).sink.rows).toEqual([['1']]);
  });
  afterEach(async () => {
    configureHosts(settings);
    await connector.close();
    rmSync(folder, { recursive: true });
  });

  const hostPid = async (): Promise<number> => (await hostOf(filesConfig(folder).id)).pid;
  const expectNewHost = async (pid: number): Promise<void> => {
    await until('the process has ended', () => !isRunning(pid));
    const next = await connector.openSession(neverAborted());
    expect((await runStatement(next, 'FROM kept')).sink.rows).toEqual([['1']]);
    await next.release();
  };

  it.each([
    ['its planning', PLANNED_LONG],
    ['its wait for a pipe', "FROM read_text('{folder}/pipe')"],
  ])('is ended after a cancel that does not end %s', async (_what, sql) => {
    const pid = await hostPid();
    const other = await connector.openSession(neverAborted());
    const bystander = runStatement(other, duckdbStatements.longRunning);
    const abort = new AbortController();
    const run = session.run(sql.replace('{folder}', folder), new CollectingSink(), abort.signal);
    setTimeout(() => abort.abort(), 300);
    expect(await run).toEqual({ status: 'cancelled' });
    expect([session.isLost(), other.isLost()]).toEqual([true, true]);
    expect(errorOf(await bystander).message).toMatch(STUCK);
    await expectNewHost(pid);
  });

  it('is ended when its session is released', async () => {
    const pid = await hostPid();
    const run = runStatement(session, `FROM read_text('${folder}/pipe')`);
    await new Promise((resolve) => setTimeout(resolve, BEGUN_MS));
    await session.release();
    expect(errorOf(await run).message).toMatch(STUCK);
    await expectNewHost(pid);
  });

  it('is ended when its connection is reconnected', async () => {
    const pid = await hostPid();
    const run = runStatement(session, `FROM read_text('${folder}/pipe')`);
    await new Promise((resolve) => setTimeout(resolve, BEGUN_MS));
    expect((await connector.reconnect(neverAborted())).product).toBe('DuckDB');
    expect(errorOf(await run).message).toMatch(STUCK);
    await expectNewHost(pid);
  });

  it('is ended when a statement goes on behind its time limit', async () => {
    // Within which the engine has to begin to read the pipe, also on a busy machine: before, it can be stopped.
    const changes = { id: 'limited', statementTimeoutMs: 2_000 };
    // Within which it has to open; the host adds it to the limit.
    const context = new RecordingContext(5000);
    const limited = createFilesConnector(filesConfig(folder, changes), context);
    const run = runStatement(await limited.openSession(neverAborted()), `FROM read_text('${folder}/pipe')`);
    expect(errorOf(await run).message).toMatch(STUCK);
    await limited.close();
  });

  it('is ended when its process is frozen', async () => {
    const pid = await hostPid();
    const abort = new AbortController();
    const run = session.run(duckdbStatements.longRunning, new CollectingSink(), abort.signal);
    await new Promise((resolve) => setTimeout(resolve, 200));
    process.kill(pid, 'SIGSTOP');
    abort.abort();
    expect(await run).toEqual({ status: 'cancelled' });
    await expectNewHost(pid);
  });

  it.each([
    ['its connection is reconnected', () => connector.reconnect(neverAborted())],
    ['its connection is closed', () => connector.close()],
  ])('is ended without a wait for the limit when it is frozen and %s', async (_what, end) => {
    configureHosts({ stopLimitMs: 60_000 });
    const pid = await hostPid();
    process.kill(pid, 'SIGSTOP');
    const begun = performance.now();
    await end();
    expect(performance.now() - begun).toBeLessThan(6_500);
    await until('the process has ended', () => !isRunning(pid));
  });

  it('shows whether it works, and ends when a frozen one is given up', async () => {
    const engineSession = await connector.openSession(neverAborted());
    const run = runStatement(engineSession, duckdbStatements.longRunning);
    expect(await engineSession.isAtWork()).toBe(true);
    process.kill(await hostPid(), 'SIGSTOP');
    expect(await engineSession.isAtWork()).toBe(false);
    engineSession.giveUp();
    expect((await run).outcome).toMatchObject({ status: 'failed', isSessionLost: true });
    expect(engineSession.isGivenUp()).toBe(true);
  });

  it('stays when the statement stops in time', async () => {
    const pid = await hostPid();
    const abort = new AbortController();
    const run = session.run(duckdbStatements.longRunning, new CollectingSink(), abort.signal);
    setTimeout(() => abort.abort(), 200);
    expect(await run).toEqual({ status: 'cancelled' });
    await new Promise((resolve) => setTimeout(resolve, 2 * LIMIT_MS));
    expect(await hostPid()).toBe(pid);
    expect(session.isLost()).toBe(false);
    await session.release();
  });
});
