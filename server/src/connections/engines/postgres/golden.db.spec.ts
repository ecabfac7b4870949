import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findPostgresInstallations } from '../../../platform/local-postgres/index.js';
import type { PostgresConfig } from './config.js';
import type { Connector } from '../connector.js';
import { CollectingSink, neverAborted, RecordingContext } from '../testing/index.js';
import { createPostgresConnector } from './index.js';
import { createTestDatabase, serverMajor, type TestDatabase } from './testing/test-database.js';

const FOLDER = join(import.meta.dirname, 'golden');
const SET_UP = 'set-up.sql';
const sqlOf = (name: string): string => readFileSync(join(FOLDER, name), 'utf8').trim();

/** `-- since 15` at the top of a file: the first major version that has what it asks for. */
const SINCE = /^-- since (\d+)/;
const major = await serverMajor(process.env.TEST_POSTGRES_URL ?? '');
const NAMES = readdirSync(FOLDER).filter(
  (name) => name !== SET_UP && Number(SINCE.exec(sqlOf(name))?.[1] ?? 0) <= major,
);
const [installation] = (await findPostgresInstallations()).filter(({ hasPgDump }) => hasPgDump);

/** Characters that no value of the suite holds. */
const FIELD = '\u001f';
const RECORD = '\u001e';
const NULL = '\u001d';

/** What an administrator may have set for a database. */
const OTHER_SETTINGS = {
  DateStyle: 'German, DMY',
  IntervalStyle: 'iso_8601',
  TimeZone: 'Asia/Kathmandu',
  bytea_output: 'escape',
  extra_float_digits: '0',
  xmlbinary: 'hex',
};

/** What each session of ours begins with. With it, psql and we print every value so that it comes back. */
const OURS = 'SET DateStyle = ISO; SET IntervalStyle = postgres; SET extra_float_digits = 3; SET bytea_output = hex;\n';

/** Runs one text through psql and splits what it prints. */
async function psql(config: PostgresConfig, text: string): Promise<(string | null)[][]> {
  const options = ['-X', '-q', '-A', '-t', '-F', FIELD, '-R', RECORD, '-P', `null=${NULL}`, '-v', 'ON_ERROR_STOP=1'];
  const place = ['-h', config.host, '-p', String(config.port), '-U', config.user, '-d', config.database];
  const running = promisify(execFile)(join(installation?.binFolder ?? '', 'psql'), [...options, ...place], {
    env: { PGPASSWORD: config.password ?? '', PGCLIENTENCODING: 'UTF8' },
    maxBuffer: 64 * 1024 * 1024,
  });
  running.child.stdin?.end(OURS + text);
  const { stdout } = await running;
  const records = stdout.replace(/\n$/, '').split(RECORD);
  return records.map((record) => record.split(FIELD).map((value) => (value === NULL ? null : value)));
}

async function ours(connector: Connector, sql: string): Promise<CollectingSink> {
  const session = await connector.openSession(neverAborted());
  const sink = new CollectingSink();
  const outcome = await session.run(sql, sink, neverAborted());
  await session.release();
  expect(outcome).toMatchObject({ status: 'succeeded', command: 'SELECT' });
  return sink;
}

/** Types whose text the server itself does not read. */
const NO_INPUT = /^(?:record|void|pg_node_tree)(?:\[\])?$/;

/** The values of a result, sent back as parameters of their types. */
async function sentBack(connector: Connector, { resultColumns, rows }: CollectingSink) {
  const columns = (resultColumns ?? [])
    .map(({ type }, index) => ({ type, index }))
    .filter(({ type }) => !NO_INPUT.test(type));
  const sql = `SELECT ${columns.map(({ type }, place) => `$${place + 1}::${type}`).join(', ')}`;
  const sample = rows.slice(0, 20);
  const session = await connector.openSession(neverAborted());
  const sink = new CollectingSink();
  for (const row of sample) {
    const values = columns.map(({ index }) => ({ name: String(index), text: row[index] ?? null, type: null }));
    const outcome = await session.run(sql, sink, neverAborted(), values);
    expect(outcome).toMatchObject({ status: 'succeeded' });
  }
  await session.release();
  return { got: sink.rows, expected: sample.map((row) => columns.map(({ index }) => row[index])) };
}

async function makeDatabase(settings: Readonly<Record<string, string>>): Promise<TestDatabase> {
  const database = await createTestDatabase();
  await database.execute('CREATE EXTENSION postgis');
  await database.execute(sqlOf(SET_UP));
  for (const [name, value] of Object.entries(settings)) {
    await database.execute(`ALTER DATABASE ${database.config.database} SET ${name} = '${value}'`);
  }
  return database;
}

describe.each([
  ['the default settings', {}, false],
  ['other settings of the database', OTHER_SETTINGS, false],
  ['a read-only connection', {}, true],
])('with %s', (_, settings, readOnly) => {
  let database: TestDatabase;
  let connector: Connector;
  beforeAll(async () => {
    database = await makeDatabase(settings);
    connector = createPostgresConnector({ ...database.config, readOnly }, new RecordingContext());
  });
  afterAll(async () => {
    await connector.close();
    await database.dispose();
  });

  it.each(NAMES)('every value of %s is what psql prints', async (name) => {
    const sql = sqlOf(name);
    const { rows } = await ours(connector, sql);
    expect(rows).toEqual(await psql(database.config, `${sql};`));
    expect(rows.length).toBeGreaterThan(0);
  });

  it.each(NAMES)('every value of %s comes back from a parameter of its type', async (name) => {
    const { got, expected } = await sentBack(connector, await ours(connector, sqlOf(name)));
    expect(got).toEqual(expected);
    expect(got.length).toBeGreaterThan(0);
  });

  it.each(NAMES)('every column of %s has the name and type that psql reports', async (name) => {
    const sql = sqlOf(name);
    const { resultColumns } = await ours(connector, sql);
    const expected = await psql(database.config, `${sql} \\gdesc\n`);
    expect(resultColumns?.map((column) => [column.name, column.type])).toEqual(expected);
  });
});
