import { fork } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  CHILD_NICENESS,
  childConfinement,
  childSettings,
  configureChildren,
  listChildren,
} from '../../../platform/index.js';
import type { Connector } from '../connector.js';
import { createDuckdbConnector } from '../duckdb/index.js';
import { duckdbConfig } from '../duckdb/testing/duckdb-config.js';
import { duckdbStatements } from '../duckdb/testing/duckdb-statements.js';
import { errorOf, runStatement } from '../duckdb/testing/open-session.js';
import { createFilesConnector } from '../files/index.js';
import { filesConfig } from '../files/testing/files-config.js';
import { CollectingSink, neverAborted, RecordingContext, until } from '../testing/index.js';
import { sweepHostFolders } from './host-folder.js';
import { configureHosts, hostSettings } from './host-settings.js';
import { parseDuckdb } from './parse-duckdb.js';
import { CRASHING_STATEMENTS, hostOf, isRunning } from './testing/host-of.js';

const HOOK = new URL('../../../testing/typescript-with-decorators.mjs', import.meta.url).href;
const CRASHED = /^The engine process of this connection ended unexpectedly \(SIG[A-Z]+\)\. Run the statement again/;

describe('an engine host', () => {
  let folder: string;
  let connector: Connector;
  let context: RecordingContext;
  const others: Connector[] = [];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'engine-host-spec-'));
    context = new RecordingContext();
    connector = createDuckdbConnector(duckdbConfig(join(folder, 'a.duckdb')), context);
  });
  afterEach(async () => {
    await Promise.all([connector, ...others.splice(0)].map((one) => one.close()));
    rmSync(folder, { recursive: true });
  });

  const other = (id: string, path = join(folder, `${id}.duckdb`)): Connector => {
    const made = createDuckdbConnector(duckdbConfig(path, { id }), new RecordingContext());
    others.push(made);
    return made;
  };
  const expectNextRunFine = async (): Promise<void> => {
    const session = await connector.openSession(neverAborted());
    expect((await runStatement(session, 'SELECT 1')).sink.rows).toEqual([['1']]);
    expect(connector.health()).toMatchObject({ state: 'healthy', last_error: null });
    await session.release();
  };

  it.each(CRASHING_STATEMENTS)('that crashes costs its statement alone: %s', async (sql) => {
    const bystander = other('bystander');
    const watching = await bystander.openSession(neverAborted());
    const session = await connector.openSession(neverAborted());
    const { outcome } = await runStatement(session, sql);
    expect(outcome).toMatchObject({ status: 'failed', isSessionLost: true });
    expect(outcome.status === 'failed' && outcome.error.message).toMatch(CRASHED);
    expect(connector.health()).toMatchObject({ state: 'failed', last_error: expect.stringMatching(CRASHED) });
    expect([session.isLost(), await session.transaction()]).toEqual([true, 'none']);
    await session.release();
    await expectNextRunFine();
    expect((await runStatement(watching, 'SELECT 2')).sink.rows).toEqual([['2']]);
    expect(watching.isLost()).toBe(false);
    await watching.release();
  });

  it.each(['SIGKILL', 'SIGABRT'] as const)('that %s ends in the middle of a run says so', async (signal) => {
    const session = await connector.openSession(neverAborted());
    const ended = runStatement(session, duckdbStatements.longRunning);
    await new Promise((resolve) => setTimeout(resolve, 200));
    process.kill((await hostOf('lake')).pid, signal);
    expect(errorOf(await ended).message).toMatch(CRASHED);
    await expectNextRunFine();
  });

  it('that ends in the middle of the rows has given those before it', async () => {
    const session = await connector.openSession(neverAborted());
    const sink = new CollectingSink(3000);
    const ended = session.run('SELECT range FROM range(100000000)', sink, neverAborted());
    await until('the sink is full', () => sink.isPaused);
    process.kill((await hostOf('lake')).pid, 'SIGKILL');
    expect(await ended).toMatchObject({ status: 'failed', isSessionLost: true });
    expect(sink.rows).toHaveLength(3000);
    await expectNextRunFine();
  });

  it('takes the other sessions of its connection with it, and they say so', async () => {
    const [first, second, idle] = await Promise.all([1, 2, 3].map(() => connector.openSession(neverAborted())));
    if (!first || !second || !idle) throw new Error('The sessions are missing.');
    const running = runStatement(second, duckdbStatements.longRunning);
    await runStatement(first, CRASHING_STATEMENTS[0] ?? '');
    expect(errorOf(await running).message).toMatch(CRASHED);
    expect([first, second, idle].map((session) => session.isLost())).toEqual([true, true, true]);
    await Promise.all([first, second, idle].map((session) => session.release()));
    await expectNextRunFine();
  });

  it('is shared by connections to the same file, and each is notified of a crash', async () => {
    const second = other('second', join(folder, 'a.duckdb'));
    const sessions = [await connector.openSession(neverAborted()), await second.openSession(neverAborted())];
    expect((await hostOf('lake')).pid).toBe((await hostOf('second')).pid);
    process.kill((await hostOf('lake')).pid, 'SIGKILL');
    await until('both have failed', () => [connector, second].every((one) => one.health().state === 'failed'));
    expect(sessions.map((session) => session.isLost())).toEqual([true, true]);
    expect((await second.test(neverAborted())).product).toBe('DuckDB');
  });

  it('keeps what was committed before it was killed', async () => {
    const session = await connector.openSession(neverAborted());
    await runStatement(session, 'CREATE TABLE kept AS SELECT 42 AS n');
    process.kill((await hostOf('lake')).pid, 'SIGKILL');
    await until('the session is lost', () => session.isLost());
    const next = await connector.openSession(neverAborted());
    expect((await runStatement(next, 'FROM kept')).sink.rows).toEqual([['42']]);
    await next.release();
  });

  it('has a limit of memory, no environment of the workbench and a private folder that goes with it', async () => {
    process.env.A_SECRET_OF_THE_WORKBENCH = 'open sesame';
    const session = await connector.openSession(neverAborted());
    const { pid, memory_bytes } = await hostOf('lake');
    const entries = readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .map((entry) => entry.split('='));
    const names = entries.map(([name = '']) => name);
    const spill = entries.find(([name]) => name === 'TMPDIR')?.[1] ?? '';
    const allowed = [
      '',
      'MALLOC_ARENA_MAX',
      'MALLOC_MMAP_THRESHOLD_',
      'MALLOC_TRIM_THRESHOLD_',
      'NODE_COMPILE_CACHE',
      'PWD',
      'TEMP',
      'TMP',
      'TMPDIR',
      'TZ',
      'UV_THREADPOOL_SIZE',
      '_',
      'SHLVL',
      'OLDPWD',
      'PATH',
      'WORKBENCH_CHILD',
    ];
    expect(names.filter((name) => !allowed.includes(name))).toEqual([]);
    expect(readFileSync(`/proc/${pid}/limits`, 'utf8')).toMatch(/^Max data size\s+\d+\s/m);
    expect(readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8').trim()).toBe('500');
    expect(memory_bytes).toBeGreaterThan(10_000_000);
    expect(readdirSync(spill)).toEqual([expect.stringMatching(/^workbench-duckdb-/)]);
    process.kill(pid, 'SIGKILL');
    await until('the folder is gone', () => !existsSync(spill));
    await session.release();
    delete process.env.A_SECRET_OF_THE_WORKBENCH;
  });

  it('that a reconnect ends is not used by what begins meanwhile', async () => {
    await connector.test(neverAborted());
    const { pid } = await hostOf('lake');
    const reconnecting = connector.reconnect(neverAborted());
    const opened = await Promise.all([1, 2].map(() => connector.openSession(neverAborted())));
    expect((await reconnecting).product).toBe('DuckDB');
    expect((await hostOf('lake')).pid).not.toBe(pid);
    for (const session of opened) {
      expect((await runStatement(session, 'SELECT 1')).sink.rows).toEqual([['1']]);
      expect(session.isLost()).toBe(false);
      await session.release();
    }
  });

  it('serves both of two reconnects at once', async () => {
    await connector.test(neverAborted());
    const both = await Promise.all([1, 2].map(() => connector.reconnect(neverAborted())));
    expect(both.map(({ product }) => product)).toEqual(['DuckDB', 'DuckDB']);
    await expectNextRunFine();
  });

  it.each<[string, string[], string, RegExp | null]>([
    ['alone', [], 'INSERT INTO t SELECT range FROM range(1000000) RETURNING n', /^If the statement writes/],
    ['in a transaction', ['BEGIN'], 'INSERT INTO t SELECT range FROM range(1000000) RETURNING n', null],
    ['by EXECUTE', ['PREPARE p AS INSERT INTO t SELECT range FROM range(1000000) RETURNING n'], 'EXECUTE p', /^If/],
  ])('that ends while the rows of a write travel says whether it may be kept: %s', async (_, before, sql, hint) => {
    const session = await connector.openSession(neverAborted());
    for (const text of ['CREATE TABLE t (n INTEGER)', ...before]) await runStatement(session, text);
    const sink = new CollectingSink(1);
    const ended = session.run(sql, sink, neverAborted());
    await until('rows come', () => sink.isPaused);
    process.kill((await hostOf('lake')).pid, 'SIGKILL');
    const outcome = await ended;
    const { message, hint: shown } = errorOf({ outcome, sink });
    expect(outcome).toMatchObject({ status: 'failed', isSessionLost: true });
    if (hint === null) expect([shown, message]).toEqual([null, expect.stringContaining('Run the statement again')]);
    else expect([shown, message]).toEqual([expect.stringMatching(hint), expect.stringMatching(/\(SIGKILL\)\.$/)]);
  });

  it('that ends after the cancel of a write says that it may be kept', async () => {
    const session = await connector.openSession(neverAborted());
    const sink = new CollectingSink(1);
    await runStatement(session, 'CREATE TABLE t (n INTEGER)');
    const abort = new AbortController();
    const ended = session.run('INSERT INTO t SELECT range FROM range(1000000) RETURNING n', sink, abort.signal);
    await until('rows come', () => sink.isPaused);
    const { pid } = await hostOf('lake');
    process.kill(pid, 'SIGSTOP');
    abort.abort();
    process.kill(pid, 'SIGKILL');
    expect(await ended).toMatchObject({
      status: 'failed',
      error: { hint: expect.stringMatching(/^If the statement/) },
    });
    expect((await runStatement(await connector.openSession(neverAborted()), 'FROM t LIMIT 1')).sink.rows).toHaveLength(
      1,
    );
  });

  it('gives way to the server on a busy machine', async () => {
    const session = await connector.openSession(neverAborted());
    const { pid } = await hostOf('lake');
    expect(getPriority(pid)).toBe(Math.min(19, getPriority() + CHILD_NICENESS));
    if (existsSync(`/proc/${pid}/autogroup`)) {
      expect(readFileSync(`/proc/${pid}/autogroup`, 'utf8')).toMatch(new RegExp(`nice ${CHILD_NICENESS}$`, 'm'));
    }
    const { sink } = await runStatement(session, "SELECT current_setting('threads')");
    expect(Number(sink.rows[0]?.[0])).toBeLessThanOrEqual(Math.max(1, availableParallelism() - 1));
    await session.release();
  });

  it('is confined where bubblewrap works: no network, and no file but its own', async () => {
    const session = await connector.openSession(neverAborted());
    writeFileSync(join(folder, 'other.txt'), 'here since the process runs');
    const { pid, confined } = await hostOf('lake');
    expect(confined).toBe((await childConfinement()) === 'bubblewrap');
    if (confined) {
      expect(readlinkSync(`/proc/${pid}/ns/net`)).not.toBe(readlinkSync('/proc/self/ns/net'));
      expect(readdirSync(`/proc/${pid}/root/etc`)).not.toContain('shadow');
      expect(existsSync(`/proc/${pid}/root${process.cwd()}/package.json`)).toBe(true);
      expect(existsSync(`/proc/${pid}/root${process.cwd()}/docs`)).toBe(false);
    }
    await session.release();
  });

  it('hides what else is in the folder of its file', async () => {
    writeFileSync(join(folder, 'secret.key'), 'key');
    mkdirSync(join(folder, 'results'));
    writeFileSync(join(folder, 'results', 'rows'), 'rows');
    const session = await connector.openSession(neverAborted());
    const { pid, confined } = await hostOf('lake');
    if (confined) {
      expect(() => readFileSync(`/proc/${pid}/root${folder}/secret.key`, 'utf8')).toThrow();
      expect(readdirSync(`/proc/${pid}/root${folder}/results`)).toEqual([]);
    }
    expect((await runStatement(session, 'CREATE TABLE t AS SELECT 1 AS n')).outcome.status).toBe('succeeded');
    await session.release();
    expect(readFileSync(join(folder, 'secret.key'), 'utf8')).toBe('key');
  });

  it('is not confined where that is turned off', async () => {
    const before = childSettings();
    configureChildren({ confinement: 'off' });
    const session = await connector.openSession(neverAborted());
    expect((await hostOf('lake')).confined).toBe(false);
    await session.release();
    configureChildren(before);
  });

  it('ends when nobody has used it for a while, but not under an open session', async () => {
    const before = hostSettings();
    configureHosts({ idleMs: 300 });
    const session = await connector.openSession(neverAborted());
    const { pid } = await hostOf('lake');
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(isRunning(pid)).toBe(true);
    await session.release();
    await until('the process has ended', () => !isRunning(pid));
    expect(connector.health()).toMatchObject({ state: 'idle', last_error: null });
    configureHosts(before);
    await expectNextRunFine();
  });

  it('ends with the workbench, also in the middle of a statement', async () => {
    const parent = fork(
      new URL('./testing/orphaning-parent.mjs', import.meta.url),
      [join(folder, 'orphan.duckdb'), duckdbStatements.longRunning],
      { execArgv: ['--no-warnings', '--import', HOOK] },
    );
    const pid = await new Promise<number>((resolve) => parent.once('message', (sent) => resolve(sent as number)));
    expect(isRunning(pid)).toBe(true);
    parent.kill('SIGKILL');
    await until('the engine process has ended', () => !isRunning(pid));
    await until('its folder is swept', async () => {
      await sweepHostFolders();
      return !readdirSync(tmpdir()).some((name) => name.includes(`-${parent.pid ?? 0}-`));
    });
  });

  it('leaves no process when its connection is closed', async () => {
    await connector.test(neverAborted());
    const { pid } = await hostOf('lake');
    await connector.close();
    expect(isRunning(pid)).toBe(false);
    expect((await listChildren()).filter(({ connection_ids }) => connection_ids.includes('lake'))).toEqual([]);
  });

  it('survives a text that its parser is given', async () => {
    const [good, bad] = await parseDuckdb(['SELECT 1', 'SELEC 1']);
    expect([good, bad]).toEqual([null, expect.stringMatching(/syntax error/)]);
    expect(await parseDuckdb([`SELECT ${'('.repeat(100_000)}`])).toHaveLength(1);
    expect(await parseDuckdb(['SELECT 1'])).toEqual([null]);
  });
});

describe('a drop folder with a file that crashes the engine', () => {
  it('is completed without it, and its other files are read', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'engine-host-spec-'));
    writeFileSync(join(folder, 'deep.json'), `${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    writeFileSync(join(folder, 'fine.csv'), 'n\n1\n');
    const connector = createFilesConnector(filesConfig(folder), new RecordingContext());
    await connector.completion(null, neverAborted()).catch(() => undefined);
    const reading = await connector.completion(null, neverAborted());
    const tables = reading?.catalog.schemas.find(({ name }) => name === 'main')?.tables;
    expect(tables?.map(({ name, columns }) => [name, columns.length])).toEqual([
      ['deep', 0],
      ['fine', 1],
    ]);
    const session = await connector.openSession(neverAborted());
    expect((await runStatement(session, 'FROM fine')).sink.rows).toEqual([['1']]);
    expect(errorOf(await runStatement(session, 'FROM deep')).message).toMatch(/^The file deep\.json cannot be read: /);
    await session.release();
    await connector.close();
    rmSync(folder, { recursive: true });
  });
});
