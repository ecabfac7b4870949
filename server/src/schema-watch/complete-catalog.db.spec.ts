import { randomUUID } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DEFAULT_GRANTS, LOCAL_ACTOR } from '#libs/access';
import type { Actor } from '#libs/access';
import type { SchemaWatchRun, WatchedTableList } from '#libs/api';
import { ConnectionAccess } from '../connections/index.js';
import { ContractsApp } from '../contracts/testing/contracts-app.js';
import { State } from '../platform/index.js';
import { SchemaWatchService } from './schema-watch.service.js';
import { ContentRecord, SnapshotRecord } from './snapshot.entity.js';
import { WatchedTablesService } from './watched-tables.service.js';

const EMPTY = `DROP EXTENSION IF EXISTS postgis CASCADE; DROP SCHEMA IF EXISTS geo CASCADE;
  DROP SCHEMA public CASCADE; CREATE SCHEMA public; CREATE SCHEMA geo`;

let app: ContractsApp;
beforeAll(async () => {
  app = await ContractsApp.start();
});
afterAll(() => app.stop());
beforeEach(async () => {
  await watch([]);
  await app.ddl(EMPTY);
});

const sentences = ({ change }: SchemaWatchRun) => (change?.changes ?? []).map(({ summary }) => summary);
const watch = (tables: string[]) => app.send<WatchedTableList>('PUT', '/api/schema-watch/db/tables', { tables });

async function after(before: string, change: string): Promise<SchemaWatchRun> {
  await app.ddl(before);
  await app.run();
  await app.ddl(change);
  return app.run();
}

const PARENT = 'CREATE TABLE events (id int, day int, PRIMARY KEY (id, day)) PARTITION BY RANGE (day);';
const YEAR = 'CREATE TABLE events_25 (id int, day int, PRIMARY KEY (id, day));';
const PARTITION = 'CREATE TABLE events_26 PARTITION OF events FOR VALUES FROM (10) TO (20);';
const ATTACH = 'ALTER TABLE events ATTACH PARTITION events_25 FOR VALUES FROM (0) TO (10);';
const DETACH = 'ALTER TABLE events DETACH PARTITION events_25;';

it('keeps the tables that are watched where the right is taken while the catalog is read', async () => {
  await app.ddl('CREATE TABLE kept (i int)');
  const access = app.workbench.app.get(ConnectionAccess);
  const person: Actor = { ...LOCAL_ACTOR, userId: randomUUID(), role: 'user' };
  const own = { subject: { kind: 'user', userId: person.userId }, level: 'manage' } as const;
  await access.change(LOCAL_ACTOR, 'db', [own]);
  const reading = app.workbench.app.get(SchemaWatchService);
  const read = jest.spyOn(reading, 'read').mockImplementation(async (...question) => {
    const catalog = await SchemaWatchService.prototype.read.apply(reading, question);
    await access.change(LOCAL_ACTOR, 'db', [{ ...own, level: 'query' }]);
    return catalog;
  });
  try {
    const replaced = app.workbench.app.get(WatchedTablesService).replace(person, 'db', { tables: ['kept'] });
    await expect(replaced).rejects.toMatchObject({ code: 'forbidden' });
  } finally {
    read.mockRestore();
    await access.change(LOCAL_ACTOR, 'db', DEFAULT_GRANTS);
  }
  expect((await app.send<WatchedTableList>('GET', '/api/schema-watch/db/tables')).body.tables).toEqual([]);
});

describe('partitions', () => {
  it('are attached and detached in sentences of their own, and no contract breaks', async () => {
    await app.ddl(`CREATE TABLE customers (id int PRIMARY KEY); ${PARENT} ${YEAR}
      ALTER TABLE events ADD FOREIGN KEY (id) REFERENCES customers; ALTER TABLE events_25 ADD FOREIGN KEY (id) REFERENCES customers`);
    await app.freeze({ tables: ['events_25', 'events'] });
    expect(sentences(await after('', ATTACH))).toEqual(['events_25: attached to events as a partition']);
    expect((await app.contract()).state).toBe('holds');
    expect(sentences(await after('', DETACH))).toEqual(['events_25: detached from events']);
    expect((await app.contract()).state).toBe('holds');
  });

  it('are not reported as they come and go, unless they are watched by name', async () => {
    expect(sentences(await after(PARENT, PARTITION))).toEqual([]);
    expect(sentences(await after('', 'DROP TABLE events_26'))).toEqual([]);
    await app.ddl(PARTITION);
    const { status, body } = await watch(['events_26']);
    expect([status, body.tables]).toEqual([200, ['events_26']]);
    expect(sentences(await after('', 'CREATE INDEX own ON events_26 (day)'))).toEqual(['events_26: + index own']);
    expect(sentences(await after('', 'DROP TABLE events_26'))).toEqual(['- table events_26']);
  });

  it('are watched by names that exist only', async () => {
    const { status, body } = await app.send('PUT', '/api/schema-watch/db/tables', { tables: ['nowhere'] });
    expect([status, body.code, body.errors?.[0]?.detail]).toEqual([422, 'unknown-tables', 'nowhere']);
    expect((await app.send<WatchedTableList>('GET', '/api/schema-watch/db/tables')).body.tables).toEqual([]);
  });

  it('stay watched as another person has chosen meanwhile', async () => {
    await app.ddl(PARENT + PARTITION + YEAR);
    const choose = (tables: string[], expected: string[]) =>
      app.send('PUT', '/api/schema-watch/db/tables', { tables, expected });
    expect((await choose(['events_26'], [])).status).toBe(200);
    const refused = await choose(['events_25'], []);
    expect([refused.status, refused.body.code]).toEqual([409, 'changed-meanwhile']);
    // The answer to the request may have been lost.
    expect((await choose(['events_26'], [])).status).toBe(200);
    expect((await choose(['events_26', 'events_25'], ['events_26'])).status).toBe(200);
    expect((await choose([], ['events_26', 'events_25'])).status).toBe(200);
  });

  it('can be frozen by name, and break the contract when they are gone', async () => {
    await app.ddl(PARENT + PARTITION);
    expect(Object.keys((await app.freeze({})).body.contract.tables)).toEqual(['events']);
    const frozen = await app.freeze({ tables: ['events_26'] });
    expect(Object.keys(frozen.body.contract.tables)).toEqual(['events_26']);
    await after('', 'DROP TABLE events_26');
    expect((await app.contract()).violation?.summary).toBe('events_26: table no longer exists');
  });

  it('have a foreign key once, however many partitions it points at', async () => {
    await app.ddl(`${PARENT} ${PARTITION} ${YEAR} ${ATTACH}
      CREATE TABLE notes (id int, day int, FOREIGN KEY (id, day) REFERENCES events)`);
    const { body } = await app.freeze({ tables: ['notes', 'events_26'] });
    expect(body.contract.tables.notes?.foreign_keys.map(({ references }) => references)).toEqual([
      'events.day',
      'events.id',
    ]);
    expect(body.contract.tables.events_26?.primary_key).toEqual(['id', 'day']);
  });

  it('are listed with what they belong to, to be chosen from', async () => {
    await after(PARENT + PARTITION, 'CREATE EXTENSION postgis; CREATE TABLE plain (id int)');
    const { body } = await app.send<WatchedTableList>('GET', '/api/schema-watch/db/tables');
    expect(body.catalog).toEqual([
      { name: 'events', schema: 'public', partition_of: null, extension: null },
      { name: 'events_26', schema: 'public', partition_of: 'events', extension: null },
      { name: 'plain', schema: 'public', partition_of: null, extension: null },
      { name: 'spatial_ref_sys', schema: 'public', partition_of: null, extension: 'postgis' },
    ]);
  });

  it('of extensions are tables that can be frozen and watched by name', async () => {
    expect(sentences(await after('', 'CREATE EXTENSION postgis'))).toEqual([]);
    expect(Object.keys((await app.freeze({})).body.contract.tables)).toEqual([]);
    expect(Object.keys((await app.freeze({ tables: ['spatial_ref_sys'] })).body.contract.tables)).toHaveLength(1);
    await watch(['spatial_ref_sys']);
    expect(sentences(await after('', 'DROP EXTENSION postgis'))).toEqual(['- table spatial_ref_sys']);
    expect((await app.contract()).violation?.summary).toBe('spatial_ref_sys: table no longer exists');
  });
});

const BASE = `CREATE TABLE a (id int PRIMARY KEY, n int); CREATE TABLE b (id int REFERENCES a, n int DEFAULT 0);
  CREATE INDEX by_n ON a (n); CREATE TYPE geo.mood AS ENUM ('sad', 'ok'); CREATE DOMAIN email AS text;
  CREATE VIEW v AS SELECT n FROM a;`;
const FK = 'ALTER TABLE b DROP CONSTRAINT b_id_fkey, ADD FOREIGN KEY (id) REFERENCES a';

describe('a change that no column, key or index shows', () => {
  it('is that two tables of one shape exchanged their names', async () => {
    const swap = 'ALTER TABLE one RENAME TO three; ALTER TABLE two RENAME TO one; ALTER TABLE three RENAME TO two';
    const change = await after('CREATE TABLE one (n int); CREATE TABLE two (n int)', swap);
    expect(sentences(change)).toEqual(['one: replaced by two', 'two: replaced by one']);
  });

  it.each<[string, string, string[]]>([
    [
      'a recreated table',
      'DROP TABLE b; CREATE TABLE b (id int REFERENCES a, n int DEFAULT 0)',
      ['b: dropped and created again'],
    ],
    [
      'a new table under the name of another one',
      `ALTER TABLE b RENAME TO b_old; CREATE TABLE b (id int REFERENCES a, n int DEFAULT 0)`,
      ['b: replaced by a new table', '+ table b_old'],
    ],
    ['a recreated column', 'ALTER TABLE b DROP n; ALTER TABLE b ADD n int DEFAULT 0', ['b.n: dropped and added again']],
    ['an action', `${FK} ON DELETE CASCADE`, ['b: FK id → a.id changed from NO ACTION to ON DELETE CASCADE']],
    [
      'columns that an action sets',
      `${FK} ON DELETE SET NULL (id)`,
      ['b: FK id → a.id changed from NO ACTION to ON DELETE SET NULL (id)'],
    ],
    [
      'a deferrable key',
      `${FK} DEFERRABLE`,
      ['b: FK id → a.id changed from NO ACTION to DEFERRABLE INITIALLY IMMEDIATE'],
    ],
    [
      'a deferred key',
      'ALTER TABLE b ALTER CONSTRAINT b_id_fkey DEFERRABLE INITIALLY DEFERRED',
      ['b: FK id → a.id changed from NO ACTION to DEFERRABLE INITIALLY DEFERRED'],
    ],
    ['a check', 'ALTER TABLE a ADD CONSTRAINT c CHECK (n > 0)', ['a: + check c CHECK ((n > 0))']],
    ['another default', 'ALTER TABLE b ALTER n SET DEFAULT 1', ['b.n: default 0 → 1']],
    ['no default', 'ALTER TABLE b ALTER n DROP DEFAULT', ['b.n: - default 0']],
    ['an identity', 'ALTER TABLE a ALTER id ADD GENERATED ALWAYS AS IDENTITY', ['a.id: + identity always']],
    ['a label', `ALTER TYPE geo.mood ADD VALUE 'fine' BEFORE 'ok'`, ['geo.mood: labels [sad, ok] → [sad, fine, ok]']],
    [
      'a renamed label',
      `ALTER TYPE geo.mood RENAME VALUE 'ok' TO 'well'`,
      ['geo.mood: labels [sad, ok] → [sad, well]'],
    ],
    [
      'a check of a domain',
      `ALTER DOMAIN email ADD CONSTRAINT at CHECK (VALUE ~ '@')`,
      [`email: + check at CHECK ((VALUE ~ '@'::text))`],
    ],
    ['a default of a domain', `ALTER DOMAIN email SET DEFAULT 'x'`, [`email: + default 'x'::text`]],
    ['a view', 'CREATE OR REPLACE VIEW v AS SELECT n FROM a WHERE n > 0', ['v: view definition changed']],
    ['a view that goes', 'DROP VIEW v', ['- view v']],
    [
      'an index',
      'DROP INDEX by_n; CREATE INDEX by_n ON a (n) WHERE n > 0',
      [
        'a: index by_n changed from CREATE INDEX by_n ON public.a USING btree (n) to CREATE INDEX by_n ON public.a USING btree (n) WHERE (n > 0)',
      ],
    ],
  ])('is reported: %s', async (_, change, expected) => {
    expect(sentences(await after(BASE, change))).toEqual(expected);
  });

  it('is reported: a generated expression that ends', async () => {
    const before = 'CREATE TABLE g (a int, b int GENERATED ALWAYS AS (a * 2) STORED)';
    expect(sentences(await after(before, 'ALTER TABLE g ALTER b DROP EXPRESSION'))).toEqual([
      'g.b: - generated (a * 2)',
    ]);
  });
});

/** Rewrites the newest snapshot as a version before views, checks and partitions were recorded wrote it. */
async function toFirstFormat(): Promise<void> {
  const { manager } = app.workbench.app.get(State);
  const [snapshot] = await manager.find(SnapshotRecord, {
    where: { connectionId: 'db' },
    order: { place: 'DESC' },
    take: 1,
  });
  const hash = snapshot?.contentHash ?? '';
  const content = await manager.findOneByOrFail(ContentRecord, { hash });
  const [tables = ''] = gunzipSync(content.lines).toString().split('objects\t\n');
  const lines = tables.split('\n').filter((line) => line !== '' && !/"(partition_of|extension)":/.test(line));
  const old = lines.map((line) => {
    const [identity = '', text = ''] = line.split('\t');
    const { schema, name, columns, primary_key, foreign_keys, indexes } = JSON.parse(text) as Record<string, object[]>;
    const table = {
      ...{ schema, name, primary_key, indexes },
      columns: columns?.map((column) => pick(column, ['name', 'type', 'nullable', 'position'])),
      foreign_keys: foreign_keys?.map((key) => pick(key, ['columns', 'references'])),
    };
    return `${identity}\t${JSON.stringify(table)}\n`;
  });
  const state = app.workbench.app.get(State);
  const oldHash = randomUUID();
  await state.transaction(async (transaction) => {
    await transaction.insert(ContentRecord, { hash: oldHash, lines: gzipSync(old.join('')) });
    const fingerprint = (snapshot?.fingerprint ?? '').replace(/^3\./, '');
    const update = { contentHash: oldHash, catalogHash: oldHash, fingerprint };
    await transaction.update(SnapshotRecord, { id: snapshot?.id ?? '' }, update);
  });
}

const pick = (object: object, keys: readonly string[]) =>
  Object.fromEntries(Object.entries(object).filter(([key]) => keys.includes(key)));

describe('a snapshot that recorded less', () => {
  const SCHEMA = `${BASE} ${PARENT} ${PARTITION} CREATE EXTENSION postgis; ALTER TABLE a ADD CHECK (n > 0)`;

  it('is replaced by a complete one without a change, though nothing happened in the database', async () => {
    await app.ddl(SCHEMA);
    await app.run();
    await toFirstFormat();
    expect(sentences(await app.run())).toEqual([]);
    expect(sentences(await after('', 'ALTER TABLE a DROP CONSTRAINT a_n_check'))).toEqual(['a: - check a_n_check']);
  });

  it('is compared in what it recorded', async () => {
    await app.ddl(SCHEMA);
    await app.run();
    await toFirstFormat();
    await app.ddl('ALTER TABLE a ADD m int DEFAULT 5; DROP TABLE b; ALTER TABLE a ALTER n SET DEFAULT 2');
    expect(sentences(await app.run())).toEqual(['a: + column m integer', '- table b']);
  });
});
