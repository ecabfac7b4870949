import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { SchemaChangeList, SchemaWatchRun, SnapshotList, WatchedConnectionList } from '#libs/api';
import type { EventMap } from '#libs/events';
import type { TablesUse } from '../connections/index.js';
import { ContractsApp } from '../contracts/testing/contracts-app.js';
import { CatalogSource } from './catalog-source.js';

const FIXTURES = join(import.meta.dirname, '../../../libs/contracts/fixtures');
const EMPTY = `
  DO $$ DECLARE s text; BEGIN
    FOR s IN SELECT nspname FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'
    LOOP EXECUTE format('DROP SCHEMA %I CASCADE', s); END LOOP;
  END $$;
  CREATE SCHEMA public`;

let app: ContractsApp;
let changed: EventMap['schema.changed'][];
let performed: EventMap['action.performed'][];

beforeAll(async () => {
  app = await ContractsApp.start();
  changed = app.heard('schema.changed');
  performed = app.heard('action.performed');
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.ddl(EMPTY);
  await app.run();
  changed.length = 0;
  performed.length = 0;
});

const lines = ({ change }: SchemaWatchRun) => (change?.changes ?? []).map(({ summary }) => `${summary}\n`).join('');

/** A run whose reading did not see the schema at rest. */
async function runUnstable(): Promise<SchemaWatchRun> {
  const source = app.workbench.app.get(CatalogSource);
  const read = jest.spyOn(source, 'read').mockImplementation(async (...question) => {
    const reading = await CatalogSource.prototype.read.apply(source, question);
    return reading.tables === null ? reading : { ...reading, isStable: false };
  });
  try {
    return await app.run();
  } finally {
    read.mockRestore();
  }
}

/** Brings the database from one state to another with a run after each; answers the second run. */
async function after(before: string, change: string): Promise<SchemaWatchRun> {
  await app.ddl(before);
  await app.run();
  changed.length = 0;
  await app.ddl(change);
  return app.run();
}

describe('the list of what is watched', () => {
  const watched = async () => (await app.send<WatchedConnectionList>('GET', '/api/schema-watch')).body.items;

  it('lists recent changes, and which of their tables still exist', async () => {
    const before = (await watched())[0]?.change_count ?? 0;
    await after('CREATE TABLE a (i int); CREATE TABLE b (i int)', 'ALTER TABLE a ADD j int; DROP TABLE b');
    const [first, ...others] = await watched();
    expect([first?.connection_id, others, first?.last_error]).toEqual(['db', [], null]);
    expect([first?.changed_tables.includes('a'), first?.changed_tables.includes('b')]).toEqual([true, false]);
    expect((first?.change_count ?? 0) - before).toBe(4);
    expect(first?.recent[0]).toEqual({ detected_at: first?.changed_at, change_count: 2 });
    expect(first?.changed_at).toBe((await app.changes()).changes[0]?.detected_at);
  });
});

describe('a run', () => {
  it.each(readdirSync(FIXTURES))('reports in the words of the specification what DDL did: %s', async (fixture) => {
    const text = (file: string) => readFileSync(join(FIXTURES, fixture, file), 'utf8');
    const run = await after(text('before.sql'), text('change.sql'));
    // A catalog without ids cannot show that a table is another one.
    const recreated = fixture.startsWith('table-recreated') ? 't: dropped and created again\n' : '';
    expect(lines(run)).toBe(recreated + text('changes.txt'));
    expect(run.changed).toBe(lines(run) !== '');
    expect(changed).toHaveLength(run.changed ? 1 : 0);
  });

  it('says nothing of what was there first', async () => {
    const fresh = await ContractsApp.start();
    const heard = fresh.heard('schema.changed');
    await fresh.ddl('CREATE TABLE a (i int)');
    const first = await fresh.run();
    expect([first.baseline, first.changed, first.change]).toEqual([true, false, null]);
    const second = await fresh.run();
    expect([second.baseline, second.changed]).toEqual([false, false]);
    expect(heard).toEqual([]);
    await fresh.stop();
  });

  it('is reported once, with the name of the connection and the whole difference', async () => {
    const run = await after('CREATE TABLE a (i int)', 'ALTER TABLE a ADD b text; CREATE TABLE c (i int)');
    expect(changed).toEqual([
      {
        connection_id: 'db',
        occurred_at: run.snapshot.taken_at,
        connection_name: 'Shop',
        change_id: run.change?.id,
        title: 'Schema changed: Shop',
        message: 'a: + column b text; + table c',
        changes: run.change?.changes,
      },
    ]);
    expect(performed).toMatchObject([{}, { action: 'schema_watch.run', outcome: 'done', details: { changed: true } }]);
  });

  it('traces renames by what the database itself calls the same', async () => {
    const run = await after(
      'CREATE TABLE a (i int, j int); CREATE TABLE t (i int)',
      'ALTER TABLE a RENAME TO b; ALTER TABLE b RENAME j TO k; ALTER TABLE t RENAME i TO n',
    );
    expect(
      run.change?.changes.map(({ summary, renamed_from, renamed_to }) => [summary, renamed_from, renamed_to]),
    ).toEqual([
      ['- table a', undefined, 'b'],
      ['+ table b', 'a', undefined],
      ['t: - column i', undefined, 'n'],
      ['t: + column n integer', 'i', undefined],
    ]);
  });

  it('names what was dropped and created again beside a change', async () => {
    const run = await after(
      'CREATE TABLE a (i int); CREATE TABLE b (i int)',
      'DROP TABLE a; CREATE TABLE a (i int); ALTER TABLE b ADD j int',
    );
    const sentences = 'a: dropped and created again\nb: + column j integer\n';
    expect([lines(run), run.change?.recreated]).toEqual([sentences, ['a']]);
  });

  it.each([
    ['data', 'INSERT INTO t VALUES (1); ANALYZE t'],
    ['a grant', 'GRANT SELECT ON t TO PUBLIC'],
    ['a function', 'CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$'],
    ['a sequence', 'CREATE SEQUENCE s'],
    ['a temporary table', 'CREATE TEMP TABLE of_session (i int)'],
    ['a constraint of another name', 'ALTER TABLE k RENAME CONSTRAINT k_pkey TO other'],
    ['a partition', 'CREATE TABLE p1 PARTITION OF p FOR VALUES FROM (0) TO (10)'],
    ['an extension', 'CREATE EXTENSION hstore'],
  ])('finds nothing in %s', async (_, change) => {
    const tables = `CREATE TYPE mood AS ENUM ('ok'); CREATE TABLE t (i int, m mood); CREATE TABLE k (i int PRIMARY KEY);
      CREATE TABLE p (i int, PRIMARY KEY (i)) PARTITION BY RANGE (i)`;
    expect(lines(await after(tables, change))).toBe('');
  });

  it.each([
    [
      'a domain that refuses NULL',
      `CREATE DOMAIN d AS int NOT NULL; CREATE TABLE t (i int)`,
      'ALTER TABLE t ADD j d',
      't: + column j d\n',
    ],
    [
      'nullability by a domain',
      'CREATE DOMAIN d AS int; CREATE TABLE t (i d)',
      'ALTER DOMAIN d SET NOT NULL',
      'd: NOT NULL added\nt.i: NOT NULL added\n',
    ],
    [
      'an array of an enum elsewhere',
      'CREATE SCHEMA o; CREATE TYPE o.mood AS ENUM (); CREATE TABLE t (i int)',
      'ALTER TABLE t ADD m o.mood[]',
      't: + column m o.mood[]\n',
    ],
    [
      'an identity column',
      'CREATE TABLE t (i int)',
      'ALTER TABLE t ADD j int GENERATED ALWAYS AS IDENTITY',
      't: + column j integer\n',
    ],
    [
      'a foreign key across schemas',
      'CREATE SCHEMA o; CREATE TABLE o.a (i int PRIMARY KEY); CREATE TABLE t (i int)',
      'ALTER TABLE t ADD FOREIGN KEY (i) REFERENCES o.a',
      't: + FK i → o.a.i\n',
    ],
    ['a partitioned table', 'CREATE TABLE t (i int)', 'CREATE TABLE p (i int) PARTITION BY LIST (i)', '+ table p\n'],
    [
      'a foreign table',
      'CREATE EXTENSION postgres_fdw; CREATE SERVER s FOREIGN DATA WRAPPER postgres_fdw',
      'CREATE FOREIGN TABLE f (i int) SERVER s',
      '+ table f\n',
    ],
    [
      'an index of another expression',
      'CREATE TABLE t (i int); CREATE INDEX x ON t ((i + 1))',
      'DROP INDEX x; CREATE INDEX x ON t ((i + 2))',
      't: index x changed from CREATE INDEX x ON public.t USING btree (((i + 1))) to CREATE INDEX x ON public.t USING btree (((i + 2)))\n',
    ],
    ['a partial index', 'CREATE TABLE t (i int)', 'CREATE INDEX x ON t (i) WHERE i > 0', 't: + index x\n'],
    [
      'an INCLUDE column',
      'CREATE TABLE t (i int, j int); CREATE INDEX x ON t (i)',
      'DROP INDEX x; CREATE INDEX x ON t (i) INCLUDE (j)',
      't: index x changed from CREATE INDEX x ON public.t USING btree (i) to CREATE INDEX x ON public.t USING btree (i) INCLUDE (j)\n',
    ],
    ['a unique constraint', 'CREATE TABLE t (i int)', 'ALTER TABLE t ADD CONSTRAINT u UNIQUE (i)', 't: + index u\n'],
    [
      'a dropped column with others after it',
      'CREATE TABLE t (a int, b int, c int)',
      'ALTER TABLE t DROP b',
      't: - column b\n',
    ],
    [
      'a table that became a view',
      'CREATE TABLE t (i int)',
      'DROP TABLE t; CREATE VIEW t AS SELECT 1 AS i',
      '- table t\n+ view t\n',
    ],
    ['a table in an inheriting family', 'CREATE TABLE p (i int)', 'CREATE TABLE c () INHERITS (p)', '+ table c\n'],
  ])('reports %s', async (_, before, change, expected) => {
    expect(lines(await after(before, change))).toBe(expected);
  });

  it('is not misled by the search path of its role', async () => {
    await app.ddl(`CREATE SCHEMA o; CREATE TYPE o.mood AS ENUM (); CREATE TABLE t (m o.mood)`);
    await app.run();
    await app.ddl(
      `DO $$ BEGIN EXECUTE format('ALTER ROLE %I IN DATABASE %I SET search_path = o', current_user, current_database()); END $$`,
    );
    await app.send('POST', '/api/connections/db/reconnect');
    await app.ddl('CREATE TABLE moved (i int)');
    expect(lines(await app.run())).toBe('+ table moved\n');
  });

  const tablesOf = (verb: 'CREATE' | 'DROP', count: number, schema: string): string =>
    Array.from({ length: count }, (_, index) => {
      return `${verb} TABLE ${schema}.many${index}${verb === 'CREATE' ? ' (i int)' : ''}`;
    }).join(';');

  it.each([
    ['all tables of a schema', 'DROP SCHEMA app CASCADE', 30],
    ['more than half of the tables', tablesOf('DROP', 25, 'app'), 25],
    ['one table', 'DROP TABLE app.many0', 1],
  ])('reports the loss of %s at once, and breaks the contract', async (_, loss, lost) => {
    await app.ddl(`CREATE SCHEMA app; ${tablesOf('CREATE', 30, 'app')}; CREATE TABLE kept (i int)`);
    await app.run();
    await app.freeze({ tables: ['app.many0'] });
    changed.length = 0;
    await app.ddl(loss);
    const run = await app.run();
    expect([run.changed, run.change?.changes.length, changed.length]).toEqual([true, lost, 1]);
    expect((await app.contract()).state).toBe('violated');
    expect((await app.run()).changed).toBe(false);
  });

  it('reports a loss together with what was made meanwhile', async () => {
    await app.ddl(`CREATE SCHEMA app; ${tablesOf('CREATE', 30, 'app')}`);
    await app.run();
    await app.ddl('DROP SCHEMA app CASCADE; CREATE TABLE fresh (i int)');
    expect((await app.run()).change?.changes).toHaveLength(31);
  });

  it('names the schemas that its role may no longer use, and reports no loss', async () => {
    const role = `watcher_${randomUUID().slice(0, 8)}`;
    await app.ddl(`CREATE SCHEMA app; CREATE TABLE app.a (i int); CREATE ROLE ${role} LOGIN PASSWORD 'secret';
      GRANT USAGE ON SCHEMA app TO ${role}`);
    const { host, port, database } = app.database.config;
    const target = { host, port, database, user: role, password: 'secret' };
    const weak = { id: 'weak', name: 'Weak', kind: 'postgres', ...target };
    expect((await app.send('POST', '/api/connections', weak)).status).toBe(201);
    expect((await app.run('weak')).snapshot.inaccessible_schemas).toEqual([]);
    await app.ddl(`REVOKE USAGE ON SCHEMA app FROM ${role}`);
    const run = await app.run('weak');
    expect([run.changed, run.snapshot.inaccessible_schemas]).toEqual([false, ['app']]);
    expect((await app.run('weak')).snapshot.inaccessible_schemas).toEqual(['app']);
    expect((await app.status('weak')).snapshot?.inaccessible_schemas).toEqual(['app']);
    await app.send('DELETE', '/api/connections/weak');
    await app.ddl(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
  });

  it('is held back where the schema never came to rest, and so is the contract', async () => {
    await app.ddl('CREATE TABLE still (i int)');
    await app.freeze({ tables: ['still'] });
    await app.run();
    changed.length = 0;
    await app.ddl('DROP TABLE still');
    const run = await runUnstable();
    expect([run.changed, run.snapshot.is_stable, changed]).toEqual([false, false, []]);
    expect((await app.contract()).state).toBe('holds');
    await app.ddl('CREATE TABLE and_then (i int)');
    expect((await app.run()).change?.summary).toBe('+ table and_then; - table still');
    expect((await app.contract()).state).toBe('violated');
    await app.send('DELETE', '/api/contracts/db');
  });

  it('is reported by the next check where the schema came to rest after it', async () => {
    await app.ddl('CREATE TABLE late (i int)');
    expect((await runUnstable()).snapshot.is_stable).toBe(false);
    const run = await app.run();
    expect([run.snapshot.is_stable, run.change?.summary]).toEqual([true, '+ table late']);
  });

  it('follows another one of the same connection', async () => {
    await app.ddl('CREATE TABLE a (i int)');
    const runs = await Promise.all(Array.from({ length: 5 }, () => app.run()));
    expect(runs.filter((run) => run.changed)).toHaveLength(1);
    expect(changed).toHaveLength(1);
  });

  it('keeps the last thirty snapshots and every change', async () => {
    for (let round = 0; round < 32; round++) {
      await app.ddl(`CREATE TABLE r${round} (i int)`);
      await app.run();
    }
    expect((await app.status()).snapshots_kept).toBe(30);
    const { changes } = await app.changes();
    const tables = Array.from({ length: 32 }, (_, index) => `+ table r${31 - index}`);
    expect(changes.slice(0, 32).map(({ summary }) => summary)).toEqual(tables);

    const { body: kept } = await app.send<SnapshotList>('GET', '/api/schema-watch/db/snapshots');
    expect(kept.items.map(({ change_count: count }) => count)).toEqual(Array.from({ length: 30 }, () => 1));
    const pages = await app.changePages('?limit=13');
    expect(pages.map(({ changes: page }) => page.length).slice(0, -1)).toEqual([
      13,
      13,
      ...pages.slice(3).map(() => 13),
    ]);
    expect(pages.flatMap(({ changes: page }) => page.map(({ id }) => id))).toEqual(changes.map(({ id }) => id));
    expect(pages.map(({ total }) => total)).toEqual(pages.map(() => changes.length));
  });

  it.each([
    ['TABLE%20findme', 1],
    ['%20%20findme%20', 1],
    ['Größe', 1],
    ['_indme', 0],
    ['%25', 0],
    ['!', 0],
  ])('is found by its words: %s', async (search, total) => {
    await after('SELECT', 'CREATE TABLE findme ("Größe" int)');
    await app.ddl('ALTER TABLE findme DROP "Größe"');
    if (search === 'Größe') await app.run();
    const found = await app.changes(`?search=${search}`);
    expect([found.total > 0, found.changes.length > 0, found.next_cursor]).toEqual([total > 0, total > 0, null]);
  });
});

describe('an aborted read', () => {
  const role = `watcher_${randomUUID().slice(0, 8)}`;
  // One for each test: snapshots outlive their connection.
  let own: string;
  const changes = async () =>
    (await app.send<SchemaChangeList>('GET', `/api/schema-watch/${own}/changes`)).body.changes;

  /** Has the database refuse the role; answers how it is let in again. */
  const refuseRole = async () => {
    await app.ddl(`ALTER ROLE ${role} NOLOGIN`);
    return () => app.ddl(`ALTER ROLE ${role} LOGIN`);
  };

  /** Cuts each reading once it has all tables; answers how that ends. */
  const cutReadings = () => {
    const source = app.workbench.app.get(CatalogSource);
    const read = jest.spyOn(source, 'read').mockImplementation((actor, connection, order) => {
      const gone = new AbortController();
      const use: TablesUse = async (...tables) => {
        gone.abort();
        await order.use?.(...tables);
      };
      return CatalogSource.prototype.read.call(source, actor, connection, { ...order, use, isGone: gone.signal });
    });
    return Promise.resolve(() => {
      read.mockRestore();
      return Promise.resolve();
    });
  };

  beforeEach(async () => {
    await app.ddl(`CREATE ROLE ${role} LOGIN PASSWORD 'secret'; GRANT USAGE ON SCHEMA public TO ${role};
      CREATE TABLE kept (i int)`);
    const { host, port, database } = app.database.config;
    const target = { host, port, database, user: role, password: 'secret' };
    own = `own-${randomUUID()}`;
    const connection = { id: own, name: 'Own', kind: 'postgres', ...target };
    expect((await app.send('POST', '/api/connections', connection)).status).toBe(201);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await app.send('DELETE', `/api/connections/${own}`);
    await app.ddl(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
  });

  it.each([
    ['the database refuses the connection', refuseRole],
    ['the reading is cut before its end', cutReadings],
  ])('keeps the old snapshot: %s', async (_, fail) => {
    const { snapshot: old } = await app.run(own);
    expect(await app.status(own)).toMatchObject({ snapshot: old, snapshots_kept: 1, last_error: null });
    const end = await fail();
    await app.ddl('ALTER TABLE kept ADD j int');
    expect((await app.send('POST', `/api/schema-watch/${own}/run`)).status).toBeGreaterThanOrEqual(500);
    const failed = await app.status(own);
    expect(failed).toMatchObject({ snapshot: old, snapshots_kept: 1 });
    expect(failed.last_error).toBeTruthy();
    expect(performed.at(-1)).toMatchObject({ action: 'schema_watch.run', outcome: 'failed' });
    expect([await changes(), changed]).toEqual([[], []]);

    await end();
    const run = await app.run(own);
    expect(lines(run)).toBe('kept: + column j integer\n');
    expect([run.baseline, run.change?.from_snapshot_id]).toEqual([false, old.id]);
    expect((await app.run(own)).changed).toBe(false);
    expect([(await changes()).map(({ id }) => id), changed.length]).toEqual([[run.change?.id], 1]);
    expect((await app.status(own)).last_error).toBeNull();
  });
});

describe('what cannot be watched', () => {
  it.each([
    ['duck', 422, 'not-relational', 'Lake is an embedded analytical database and is skipped'],
    ['folder', 422, 'not-relational', 'Folder is a file-based source and is skipped'],
    ['gone', 502, 'connection-unreachable', ''],
    ['nowhere', 404, 'connection-not-found', ''],
  ])('%s', async (connection, status, code, words) => {
    const answer = await app.send('POST', `/api/schema-watch/${connection}/run`);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.body.detail).toContain(words);
  });

  it('is reported as failed, never as empty', async () => {
    await app.send('POST', '/api/schema-watch/gone/run');
    const status = await app.status('gone');
    expect([status.snapshot, status.snapshots_kept]).toEqual([null, 0]);
    expect(status.last_error).toBeTruthy();
    expect(performed.at(-1)).toMatchObject({ action: 'schema_watch.run', outcome: 'failed' });
  });

  it.each(['days=0', 'days=-1', 'days=x', 'days=1.5', 'limit=0', 'limit=1001', 'cursor=x', 'cursor=WzEsMl0', 'q=x'])(
    'refuses %s',
    async (query) => {
      expect((await app.send('GET', `/api/schema-watch/db/changes?${query}`)).status).toBe(400);
    },
  );
});
