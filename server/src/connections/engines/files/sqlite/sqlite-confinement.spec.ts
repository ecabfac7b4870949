import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import type { AdminEngineProcess } from '#libs/api';
import type { Connector, Session } from '../../connector.js';
import { errorOf, runStatement } from '../../duckdb/testing/open-session.js';
import {
  CHILD_NICENESS,
  childConfinement,
  childSettings,
  configureChildren,
  listChildren,
} from '../../../../platform/index.js';
import { hostOf, isRunning } from '../../host/testing/host-of.js';
import { neverAborted, RecordingContext, until } from '../../testing/index.js';
import { createFilesConnector } from '../index.js';
import { filesConfig } from '../testing/files-config.js';
import { checkFile } from './opened-file.js';
import { SqliteGrammar } from './sqlite-grammar.js';
import { NO_FILES, sqlitePlace } from './sqlite-place.js';
import { SqliteProcess } from './sqlite-process.js';

const ID = filesConfig('').id;

let folder: string;
let path: string;
const connectors: Connector[] = [];

function makeFile(name: string, journalMode: 'delete' | 'wal' = 'delete'): string {
  const database = new Database(join(folder, name));
  database.pragma(`journal_mode = ${journalMode}`);
  database.prepare('CREATE TABLE t AS SELECT 1 AS n').run();
  database.close();
  return join(folder, name);
}

function connect(file: string, readOnly: boolean): Connector {
  const connector = createFilesConnector(filesConfig(file, { readOnly }), new RecordingContext());
  connectors.push(connector);
  return connector;
}

function opened(file: string, readOnly: boolean): Promise<Session> {
  return connect(file, readOnly).openSession(neverAborted());
}
const seenBy = ({ pid }: AdminEngineProcess, file: string): string => `/proc/${pid}/root${file}`;
async function rowsOf(session: Session): Promise<unknown> {
  return (await runStatement(session, 'SELECT n FROM t')).sink.rows;
}
/** How a process has a mounted path: `rw`, `ro`, or undefined where it is no mount of its own. */
function mountOf({ pid }: AdminEngineProcess, mounted: string): string | undefined {
  const mounts = readFileSync(`/proc/${pid}/mounts`, 'utf8')
    .split('\n')
    .map((line) => line.split(' '));
  return mounts.findLast(([, target]) => target === mounted)?.[3]?.split(',')[0];
}

/** Machines without bubblewrap have nothing to look at. */
const whereConfined = (test: () => Promise<void>) => async () => {
  if ((await childConfinement()) === 'bubblewrap') await test();
};

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'sqlite-confinement-')));
  path = makeFile('a.sqlite');
  writeFileSync(join(folder, 'secret.key'), 'key');
  writeFileSync(join(folder, 'a.sqlite.bak'), 'copy');
  mkdirSync(join(folder, 'deep'));
  writeFileSync(join(folder, 'deep', 'rows'), 'rows');
});
afterEach(async () => {
  await Promise.all(connectors.splice(0).map((connector) => connector.close()));
  rmSync(folder, { recursive: true });
});

describe('a confined SQLite process', () => {
  it(
    'sees its file, no other file, no network and no variable of the workbench',
    whereConfined(async () => {
      process.env.A_SECRET_OF_THE_WORKBENCH = 'open sesame';
      const session = await opened(path, false);
      const host = await hostOf(ID);
      expect(host).toMatchObject({ engine: 'sqlite', purpose: 'connection', confined: true });
      expect(host.memory_bytes).toBeGreaterThan(10_000_000);
      expect(readFileSync(seenBy(host, path)).byteLength).toBeGreaterThan(0);
      for (const name of ['secret.key', 'a.sqlite.bak']) {
        expect(() => readFileSync(seenBy(host, join(folder, name)), 'utf8')).toThrow();
      }
      expect(readdirSync(seenBy(host, join(folder, 'deep')))).toEqual([]);
      expect(readdirSync(seenBy(host, '/etc'))).not.toContain('shadow');
      expect(existsSync(seenBy(host, join(process.cwd(), 'docs')))).toBe(false);
      expect(readlinkSync(`/proc/${host.pid}/ns/net`)).not.toBe(readlinkSync('/proc/self/ns/net'));
      expect(readFileSync(`/proc/${host.pid}/environ`, 'utf8')).not.toContain('A_SECRET_OF_THE_WORKBENCH');
      expect(readFileSync(`/proc/${host.pid}/limits`, 'utf8')).toMatch(/^Max data size\s+\d+\s/m);
      expect(getPriority(host.pid)).toBe(Math.min(19, getPriority() + CHILD_NICENESS));
      delete process.env.A_SECRET_OF_THE_WORKBENCH;
      await session.release();
    }),
  );

  it.each([
    ['writes', 'delete', false, 'rw', undefined],
    ['reads', 'delete', true, 'ro', undefined],
    ['writes in WAL mode', 'wal', false, 'rw', undefined],
    ['reads in WAL mode', 'wal', true, 'rw', 'ro'],
  ] as const)('that %s can write as little as it needs', async (_, mode, readOnly, ofFolder, ofFile) => {
    const file = makeFile('b.sqlite', mode);
    const session = await opened(file, readOnly);
    expect(await rowsOf(session)).toEqual([['1']]);
    const host = await hostOf(ID);
    if (host.confined) expect([mountOf(host, folder), mountOf(host, file)]).toEqual([ofFolder, ofFile]);
    const { outcome } = await runStatement(session, 'UPDATE t SET n = 2');
    expect(outcome.status).toBe(readOnly ? 'failed' : 'succeeded');
    await session.release();
  });

  it('reads on when its file changes to WAL mode between two sessions', async () => {
    const connector = connect(path, true);
    await (await connector.openSession(neverAborted())).release();
    const writer = new Database(path);
    writer.pragma('journal_mode = wal');
    writer.prepare('UPDATE t SET n = 2').run();
    const session = await connector.openSession(neverAborted());
    expect(await rowsOf(session)).toEqual([['2']]);
    writer.close();
    await session.release();
  });

  it(
    'finds nothing behind a link that takes the place of its file after the check',
    whereConfined(async () => {
      const checked = await checkFile(path, null);
      const place = await sqlitePlace(checked, 'write');
      const child = await SqliteProcess.start({ place, connectionId: ID });
      const outside = mkdtempSync(join(tmpdir(), 'sqlite-outside-'));
      renameSync(path, join(outside, 'a.sqlite'));
      symlinkSync(join(outside, 'a.sqlite'), path);
      child.send({ kind: 'open', file: checked, isReadOnly: false, canWriteLog: true, busyTimeoutMs: 0 });
      expect(await child.next()).toMatchObject({ kind: 'failed', code: 14 });
      child.kill();
      rmSync(outside, { recursive: true });
    }),
  );

  it('refuses another file that takes the place of its own after the check', async () => {
    const checked = await checkFile(path, null);
    const child = await SqliteProcess.start({ place: await sqlitePlace(checked, 'write'), connectionId: ID });
    renameSync(makeFile('b.sqlite'), path);
    child.send({ kind: 'open', file: checked, isReadOnly: false, canWriteLog: true, busyTimeoutMs: 0 });
    expect(await child.next()).toMatchObject({ kind: 'failed', message: expect.stringMatching(/was replaced/) });
    child.kill();
  });

  it('serves the next session of the same file, and none of another one that took its name', async () => {
    const connector = connect(path, false);
    await (await connector.openSession(neverAborted())).release();
    const { pid: first } = await hostOf(ID);
    const again = await connector.openSession(neverAborted());
    expect((await hostOf(ID)).pid).toBe(first);
    await again.release();
    renameSync(folder, `${folder}-old`);
    mkdirSync(folder);
    makeFile('a.sqlite');
    const session = await connector.openSession(neverAborted());
    expect(await rowsOf(session)).toEqual([['1']]);
    expect((await listChildren()).at(-1)?.pid).not.toBe(first);
    rmSync(`${folder}-old`, { recursive: true });
    await session.release();
  });

  it('ends with its connection', async () => {
    const session = await opened(path, false);
    const { pid } = await hostOf(ID);
    await session.release();
    await connectors[0]?.close();
    await until('the process has ended', () => !isRunning(pid));
    expect(await listChildren()).toEqual([]);
  });

  it('is not confined where that is turned off', async () => {
    const before = childSettings();
    configureChildren({ confinement: 'off' });
    const session = await opened(path, true);
    expect(await rowsOf(session)).toEqual([['1']]);
    const host = await hostOf(ID);
    expect(host.confined).toBe(false);
    expect(getPriority(host.pid)).toBe(Math.min(19, getPriority() + CHILD_NICENESS));
    await session.release();
    configureChildren(before);
  });

  it('is never opened for a file of the workbench', async () => {
    const connector = createFilesConnector(filesConfig(path), Object.assign(new RecordingContext(), { home: folder }));
    connectors.push(connector);
    await expect(connector.openSession(neverAborted())).rejects.toThrow(/belongs to the workbench/);
    expect(await listChildren()).toEqual([]);
  });
});

describe('the process of the syntax check', () => {
  it(
    'sees no file at all and is listed',
    whereConfined(async () => {
      const grammar = new SqliteGrammar();
      await grammar.inTurn((compile) => compile(['SELECT 1']));
      const [host] = await listChildren();
      expect(host).toMatchObject({ engine: 'sqlite', purpose: 'syntax_check', connection_id: null, confined: true });
      expect(host && existsSync(seenBy(host, folder))).toBe(false);
      await grammar.close();
      expect(NO_FILES.paths).toEqual([]);
    }),
  );

  it(
    'cannot open a file that it is asked to open',
    whereConfined(async () => {
      const child = await SqliteProcess.start({ place: NO_FILES, connectionId: null });
      const file = await checkFile(path, null);
      child.send({ kind: 'open', file, isReadOnly: true, canWriteLog: true, busyTimeoutMs: 0 });
      const answer = await child.next();
      expect(answer).toMatchObject({ kind: 'failed', code: 14 });
      child.kill();
    }),
  );
});

it('errors name the file without its path', async () => {
  const connector = connect(path, true);
  await (await connector.openSession(neverAborted())).release();
  rmSync(path);
  const failure = await connector.openSession(neverAborted()).catch((error: unknown) => error);
  expect((failure as Error).message).toBe('The workbench cannot open the file.');
  makeFile('a.sqlite');
  const session = await connector.openSession(neverAborted());
  expect(errorOf(await runStatement(session, 'SELECT * FROM missing')).message).toMatch(/no such table/);
  await session.release();
});
