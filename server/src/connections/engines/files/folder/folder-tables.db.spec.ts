import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Connector, Session } from '../../connector.js';
import { errorOf, runStatement, type Ran } from '../../duckdb/testing/open-session.js';
import { neverAborted, RecordingContext } from '../../testing/index.js';
import { createFilesConnector } from '../index.js';
import { filesConfig } from '../testing/files-config.js';

describe('a folder of data files', () => {
  let folder: string;
  let connector: Connector;
  let session: Session;
  const run = (sql: string): Promise<Ran> => runStatement(session, sql);
  const rows = async (sql: string): Promise<unknown> => {
    const { outcome, sink } = await run(sql);
    expect(outcome).toMatchObject({ status: 'succeeded' });
    return sink.rows;
  };
  const put = (name: string, content: string | Buffer): Promise<void> => writeFile(join(folder, name), content);
  const tables = async (): Promise<string[]> => {
    const { tables: found } = await connector.listTables('main', neverAborted());
    return found.map(({ name }) => name);
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'folder-spec-'));
    connector = createFilesConnector(filesConfig(folder), new RecordingContext());
    session = await connector.openSession(neverAborted());
  });
  afterEach(async () => {
    await session.release();
    await connector.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('that is empty has no table, and still answers', async () => {
    expect(await connector.listSchemas(neverAborted())).toEqual({
      schemas: [{ name: 'main', table_count: 0, is_default: true }],
    });
    expect(await tables()).toEqual([]);
    expect(await rows('SHOW TABLES')).toEqual([]);
    expect(await rows('SELECT 1')).toEqual([['1']]);
  });

  it('has a table for each CSV, TSV, JSON, NDJSON and Parquet file', async () => {
    await put('a.csv', 'id,name\n1,x\n');
    await put('b.tsv', 'id\tname, with comma\n1\tx,y\n');
    await put('c.json', '[{"id": 1, "tags": ["x", null]}]');
    await put('d.ndjson', '{"id": 1}\n{"id": 2}\n');
    await put('e.JSONL', '{"id": 1}\n');
    await put('f.csv.gz', gzipSync('id\n7\n'));
    await put('notes.txt', 'no table');
    await put('.hidden.csv', 'a\n1\n');
    await writeParquet(join(folder, 'g.parquet'), 'SELECT 1.5::DECIMAL(9,2) AS price');
    expect(await tables()).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
    expect(await rows('SELECT * FROM a')).toEqual([['1', 'x']]);
    expect(await rows('SELECT "name, with comma" FROM b')).toEqual([['x,y']]);
    expect(await rows('SELECT tags FROM c')).toEqual([['[x, NULL]']]);
    expect(await rows('SELECT sum(id) FROM d')).toEqual([['3']]);
    expect(await rows('SELECT a.id, f.id, price FROM a, e, f, g')).toEqual([['1', '7', '1.50']]);
  });

  it('says what its tables are in the catalog of the engine, too', async () => {
    await put('orders.csv', 'id\n1\n');
    expect(await rows('SHOW TABLES')).toEqual([['orders']]);
    expect(await rows('SELECT column_name FROM (DESCRIBE orders)')).toEqual([['id']]);
    expect(await rows("SELECT count(*) FROM information_schema.tables WHERE table_schema = 'main'")).toEqual([['1']]);
    expect(await rows('SELECT min FROM (SUMMARIZE orders)')).toEqual([['1']]);
    expect((await run('EXPLAIN SELECT * FROM orders')).outcome.status).toBe('succeeded');
  });

  it('describes a table by its columns', async () => {
    await put('orders.csv', 'id,day\n1,2020-01-01\n');
    expect(await connector.describeTable('main', 'orders', neverAborted())).toMatchObject({
      kind: 'table',
      columns: [
        { name: 'id', type: 'BIGINT', kind: 'integer' },
        { name: 'day', type: 'DATE', kind: 'date' },
      ],
      primary_key: null,
    });
  });

  it('gives files of one name different table names', async () => {
    await put('orders.csv', 'n\n1\n');
    await put('Orders.json', '[{"n": 2}]');
    await put('orders_csv.csv', 'n\n3\n');
    expect(await tables()).toEqual(['Orders_json', 'orders_csv', 'orders_csv_2']);
    expect(await rows('SELECT n FROM orders_json')).toEqual([['2']]);
  });

  it.each([
    "it's",
    'a"b',
    'x; DROP TABLE y',
    'größe 😀',
    'a*b',
    'a?b',
    'a[b]c',
    'select',
    '2024',
    'a.b',
    '{a,b}',
    'a\\b',
  ])('has a table for a file called %j', async (name) => {
    await put(`${name}.csv`, 'n\n1\n');
    await put('axb.csv', 'n\n2\n');
    expect(await rows(`SELECT n FROM "${name.replaceAll('"', '""')}"`)).toEqual([['1']]);
  });

  it('has the files of subfolders by their path', async () => {
    await mkdir(join(folder, '2024', 'q=1'), { recursive: true });
    await put('2024/q=1/orders.csv', 'n\n1\n');
    expect(await tables()).toEqual(['2024/q=1/orders']);
    expect(await rows('SELECT * FROM "2024/q=1/orders"')).toEqual([['1']]);
  });

  it('shows new, changed, renamed and removed files in the session that is open', async () => {
    await put('a.csv', 'n\n1\n');
    expect(await rows('SELECT * FROM a')).toEqual([['1']]);
    await put('a.csv', 'n,m\n1,2\n');
    await utimes(join(folder, 'a.csv'), 1, 1);
    expect(await rows('SELECT * FROM a')).toEqual([['1', '2']]);
    await rename(join(folder, 'a.csv'), join(folder, 'b.csv'));
    expect(errorOf(await run('SELECT * FROM a')).message).toMatch(/Table with name a does not exist/);
    expect(await rows('SELECT m FROM b')).toEqual([['2']]);
    expect(await tables()).toEqual(['b']);
  });

  it('with a file that is no Parquet names it, and the other tables work', async () => {
    await put('bad.parquet', 'this is no parquet file at all');
    await put('good.csv', 'n\n1\n');
    const error = errorOf(await run('SELECT * FROM bad'));
    expect(error.message).toMatch(/^The file bad\.parquet cannot be read: .*(magic bytes|Parquet)/i);
    expect(error.message).not.toContain(folder);
    expect(error.position).toBe(15);
    expect(await rows('SELECT * FROM good')).toEqual([['1']]);
    expect(await tables()).toEqual(['bad', 'good']);
    await expect(connector.describeTable('main', 'bad', neverAborted())).rejects.toThrow(/bad\.parquet/);
    expect(await rows('SHOW TABLES')).toEqual([['good']]);
  });

  it.each([
    ['empty.json', ''],
    ['broken.json', '[{"a": 1,'],
    ['broken.ndjson', '{"a": 1}\n{"a": \n'],
    ['latin1.csv', Buffer.from('name\ngr\xf6\xdfe\n', 'latin1')],
  ])('with the bad file %s answers with rows or a clear error', async (name, content) => {
    await put(name, content);
    const { outcome } = await run(`SELECT * FROM ${name.split('.')[0]}`);
    if (outcome.status === 'failed') {
      expect(outcome.error.message).toMatch(/\S/);
      expect(outcome.error.message).not.toContain(folder);
      expect(outcome.isSessionLost).toBe(false);
    }
    expect(await rows('SELECT 1')).toEqual([['1']]);
  });

  it('with a CSV that breaks behind its beginning reports where', async () => {
    await put('long.csv', `n\n${'1\n'.repeat(100_000)}oops\n`);
    const error = errorOf(await run('SELECT * FROM long'));
    expect(error.message).toMatch(/100002/);
    expect(error.message).not.toContain(folder);
  });

  it('that is gone is reported, and comes back', async () => {
    await rename(folder, `${folder}-away`);
    expect(errorOf(await run('SELECT 1')).message).toMatch(/folder cannot be read/);
    await expect(connector.listSchemas(neverAborted())).rejects.toThrow(/folder cannot be read/);
    await rename(`${folder}-away`, folder);
    expect(await rows('SELECT 1')).toEqual([['1']]);
  });

  it('is never written to, and nothing outside of it is read', async () => {
    await put('a.csv', 'n\n1\n');
    await symlink('/etc/passwd', join(folder, 'link.csv'));
    await symlink('/etc', join(folder, 'etc'));
    const before = await readdir(folder);
    const statements = [
      `COPY (SELECT 1) TO '${folder}/out.csv'`,
      `COPY (SELECT 1) TO '${folder}/a.csv'`,
      `EXPLAIN ANALYZE COPY (SELECT 1) TO '${folder}/out.csv'`,
      `PREPARE p AS COPY (SELECT 1) TO '${folder}/out.csv'`,
      `EXPORT DATABASE '${folder}/export'`,
      `EXPLAIN EXPORT DATABASE '${folder}/export'`,
      `PREPARE p AS EXPORT DATABASE '${folder}/export'`,
      `ATTACH '${folder}/x.duckdb'`,
      `CALL enable_logging(storage = 'file', storage_path = '${folder}/log')`,
      'CREATE TABLE t (n INTEGER)',
      'CREATE TEMP TABLE t (n INTEGER)',
      'CREATE OR REPLACE VIEW a AS SELECT 2 AS n',
      'DROP VIEW a',
      'DROP SCHEMA main CASCADE',
      'ALTER VIEW a RENAME TO b',
      'INSERT INTO a VALUES (2)',
      'DELETE FROM a',
      'PREPARE q AS DROP VIEW a',
      "SELECT * FROM read_csv('/etc/passwd')",
      `SELECT * FROM read_text('${folder}/link.csv')`,
      `SELECT * FROM read_text('${folder}/etc/passwd')`,
      `SELECT * FROM read_text('${folder}/../../etc/passwd')`,
      "SELECT * FROM glob('/etc/*')",
      'SELECT * FROM link',
    ];
    for (const sql of statements) expect({ sql, ...(await run(sql)).outcome }).toMatchObject({ sql, status: 'failed' });
    expect(await readdir(folder)).toEqual(before);
    expect(existsSync(join(folder, 'out.csv'))).toBe(false);
    expect(await tables()).toEqual(['a']);
    expect(await rows('SELECT n FROM a')).toEqual([['1']]);
  });
});

describe('a path of a files connection', () => {
  it('that leads nowhere or to another file is reported without the path', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'folder-spec-'));
    await writeFile(join(folder, 'text.txt'), 'hello');
    await writeFile(join(folder, 'empty.sqlite'), '');
    for (const name of ['missing', 'text.txt', 'empty.sqlite']) {
      const connector = createFilesConnector(filesConfig(join(folder, name)), new RecordingContext());
      const failure: unknown = await connector.openSession(neverAborted()).catch((error: unknown) => error);
      expect(failure).toMatchObject({ name: 'ConnectFailure', code: 'connection-unusable' });
      expect(String(failure)).not.toContain(folder);
      expect(connector.health()).toMatchObject({ state: 'failed', last_error: expect.stringMatching(/path|SQLite/) });
      await connector.close();
    }
    await rm(folder, { recursive: true });
  });

  it('that becomes a folder later is opened then', async () => {
    const parent = await mkdtemp(join(tmpdir(), 'folder-spec-'));
    const folder = join(parent, 'later');
    const connector = createFilesConnector(filesConfig(folder), new RecordingContext());
    await expect(connector.test(neverAborted())).rejects.toThrow(/no file or folder/);
    await mkdir(folder);
    expect((await connector.reconnect(neverAborted())).product).toBe('DuckDB');
    expect(connector.health().state).toBe('healthy');
    await connector.close();
    await rm(parent, { recursive: true });
  });
});

async function writeParquet(path: string, query: string): Promise<void> {
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`COPY (${query}) TO '${path}' (FORMAT parquet)`);
  connection.closeSync();
  instance.closeSync();
}
