import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ChangeItemList, ChangeSetDetails, ChangeSetList } from '#libs/api';
import type { ProblemDocument } from '#libs/problem';
import { State } from '../platform/index.js';
import { ChangesApp, editsOf, seen } from './testing/changes-app.js';

const people = editsOf('people');
const ANN = { id: '1', name: 'Ann', size: '9007199254740993.10' };

let app: ChangesApp;
beforeAll(async () => (app = await ChangesApp.start()));
afterAll(() => app.stop());
beforeEach(async () => {
  await app.database.execute(`
    DROP TABLE IF EXISTS people CASCADE;
    CREATE TABLE people (
      id integer PRIMARY KEY, name text UNIQUE, size numeric(30, 2) CHECK (size > 0), extra json,
      twice numeric GENERATED ALWAYS AS (size * 2) STORED);
    INSERT INTO people VALUES (1, 'Ann', 9007199254740993.10, '{"a": 1}'), (2, 'Bob', 2, NULL), (3, '', 3, NULL)`);
});

const table = async (name = 'people') => app.cells(`SELECT * FROM ${name} ORDER BY 1`);

describe('a rehearsal', () => {
  it('shows the rows before and after, and changes nothing', async () => {
    const before = await table();
    const change = await app.rehearsed([
      people.update({ id: '1' }, ANN, { name: null, size: '5' }),
      people.remove({ id: '2' }, { name: 'Bob' }),
      people.insert({ id: '4', name: 'Dora', size: '1', extra: '{"b":  2}' }),
    ]);
    expect(change.rehearsal).toMatchObject({
      ...{ status: 'ready', inserted: 1, updated: 1, deleted: 1, row_count: 3, touched: [], not_undoable: [] },
      ...{ failures: [], conflicts: [], locks: ['RowExclusiveLock on public.people', 'RowShareLock on public.people'] },
    });
    const columns = ['id', 'name', 'size', 'extra', 'twice'];
    expect(await app.rowsOf(change.id)).toMatchObject([
      {
        ...{ kind: 'update', columns, before: ['1', 'Ann', '9007199254740993.10', '{"a": 1}', '18014398509481986.20'] },
        after: ['1', null, '5.00', '{"a": 1}', '10.00'],
      },
      { kind: 'delete', before: ['2', 'Bob', '2.00', null, '4.00'], after: null },
      { kind: 'insert', before: null, after: ['4', 'Dora', '1.00', '{"b":  2}', '2.00'] },
    ]);
    expect(change.statements[0]).toEqual({
      item: 0,
      sql: 'UPDATE public.people SET name = $1, size = $2 WHERE id = $3 RETURNING id, name, size, extra, twice',
      values: [null, '5', '1'],
    });
    expect(await table()).toEqual(before);
  });

  it('finds every row that the database refuses', async () => {
    const { rehearsal, state } = await app.rehearsed([
      people.update({ id: '1' }, ANN, { size: '-1' }),
      people.update({ id: '2' }, { name: 'Bob' }, { name: 'Bea' }),
      people.insert({ id: '3', name: 'Cid' }),
    ]);
    expect(state).toBe('draft');
    expect(rehearsal?.status).toBe('failed');
    expect(rehearsal?.failures.map(({ item, error }) => [item, error.sqlstate])).toEqual([
      [0, '23514'],
      [2, '23505'],
    ]);
  });

  it('has a deferred constraint checked', async () => {
    await app.database.execute(`
      DROP TABLE IF EXISTS later;
      CREATE TABLE later (id int PRIMARY KEY, parent int REFERENCES later DEFERRABLE INITIALLY DEFERRED)`);
    const { rehearsal } = await app.rehearsed([editsOf('later').insert({ id: '1', parent: '9' })]);
    expect(rehearsal?.failures.map(({ item, error }) => [item, error.sqlstate])).toEqual([[null, '23503']]);
  });

  it('counts what cascades and triggers write elsewhere, and says what is not undone', async () => {
    await app.database.execute(`
      DROP TABLE IF EXISTS pets, log;
      CREATE TABLE pets (id int PRIMARY KEY, owner int REFERENCES people ON DELETE CASCADE);
      INSERT INTO pets SELECT n, 2 FROM generate_series(1, 3) AS n;
      CREATE TABLE log (id int GENERATED ALWAYS AS IDENTITY, at timestamptz DEFAULT clock_timestamp());
      CREATE OR REPLACE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN INSERT INTO log DEFAULT VALUES; UPDATE people SET name = name || ''!'' WHERE id = 3; RETURN NULL; END';
      CREATE TRIGGER noting AFTER DELETE ON people FOR EACH ROW EXECUTE FUNCTION note()`);
    const { rehearsal } = await app.rehearsed([people.remove({ id: '2' }, { name: 'Bob' })]);
    expect(rehearsal?.touched).toEqual([
      { schema: 'public', table: 'log', inserted: 1, updated: 0, deleted: 0 },
      { schema: 'public', table: 'people', inserted: 0, updated: 1, deleted: 0 },
      { schema: 'public', table: 'pets', inserted: 0, updated: 0, deleted: 3 },
    ]);
    expect(rehearsal?.not_undoable).toHaveLength(4);
    expect(rehearsal?.not_rehearsed).toEqual([
      'noting runs on public.people. What it does outside of the database is not rolled back.',
    ]);
  });

  it('shows a row as triggers leave it, and names what varies', async () => {
    await app.database.execute(`
      CREATE TABLE IF NOT EXISTS ticks (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, n int, at timestamptz);
      CREATE OR REPLACE FUNCTION tick() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN UPDATE ticks SET n = n + 1, at = clock_timestamp() WHERE id = NEW.id AND pg_trigger_depth() = 1; RETURN NULL; END';
      CREATE OR REPLACE TRIGGER ticking AFTER INSERT ON ticks FOR EACH ROW EXECUTE FUNCTION tick()`);
    const change = await app.rehearsed([editsOf('ticks').insert({ n: '1' })]);
    const [row] = await app.rowsOf(change.id);
    expect([row?.after?.[1], row?.varying]).toEqual(['2', ['id', 'at']]);
    expect((await app.apply(change)).body.state).toBe('applied');
  });

  it('of a statement counts its rows and gives a checksum', async () => {
    const change = await app.rehearsed([{ kind: 'statement', sql: 'UPDATE people SET size = size + 1' }]);
    expect(change.rehearsal).toMatchObject({ statements: [{ item: 0, command: 'UPDATE', affected_rows: 3 }] });
    expect(change.rehearsal?.statements[0]?.checksum).toMatch(/^[\da-f]{64}$/);
    expect(change.rehearsal?.not_undoable).toEqual([]);
    expect((await app.apply(change)).body.state).toBe('applied');
    expect((await table())[1]?.[2]).toBe('3.00');
  });

  it('of a statement that writes more than 10,000 rows shows a hundred of them, and has a checksum of all', async () => {
    await app.database.execute('INSERT INTO people (id) SELECT n FROM generate_series(1000, 11000) AS n');
    const many = await app.rehearsed([{ kind: 'statement', sql: 'UPDATE people SET size = 9 WHERE id >= 1000' }]);
    expect(many.rehearsal).toMatchObject({ row_count: 100, statements: [{ affected_rows: 10001, sampled_rows: 100 }] });
    expect(many.rehearsal?.statements[0]?.checksum).toMatch(/^-?\d+$/);
    expect(many.rehearsal?.not_undoable).toContain('The statement is not undone: its rows are not all known.');
    expect((await app.apply(many)).body.state).toBe('applied');
  });

  it('of a statement shows its rows, before and after', async () => {
    const update = await app.rehearsed([
      {
        kind: 'statement',
        sql: `UPDATE people AS p SET name = 'No. ' || p.id FROM people AS q WHERE p.id < 3 AND q.id = p.id`,
      },
      people.insert({ id: '9', name: 'Zoe', size: '1' }),
      { kind: 'statement', sql: 'DELETE FROM people WHERE id = 3' },
      { kind: 'statement', sql: `INSERT INTO people (id, size) VALUES (9, 5) ON CONFLICT (id) DO UPDATE SET size = 6` },
    ]);
    const shown = await app.rowsOf(update.id);
    expect(shown.map(({ item, kind, before, after }) => [item, kind, before?.slice(0, 3), after?.slice(0, 3)])).toEqual(
      [
        [0, 'update', ['1', 'Ann', '9007199254740993.10'], ['1', 'No. 1', '9007199254740993.10']],
        [0, 'update', ['2', 'Bob', '2.00'], ['2', 'No. 2', '2.00']],
        [1, 'insert', undefined, ['9', 'Zoe', '1.00']],
        [2, 'delete', ['3', '', '3.00'], undefined],
        [3, 'update', ['9', 'Zoe', '1.00'], ['9', 'Zoe', '6.00']],
      ],
    );
  });

  it('of a statement that sets the key shows its rows as removed and added', async () => {
    const change = await app.rehearsed([{ kind: 'statement', sql: 'UPDATE people SET id = 10 - id' }]);
    expect(change.rehearsal).toMatchObject({ row_count: 6, statements: [{ affected_rows: 3, sampled_rows: 6 }] });
    const kinds = (await app.rowsOf(change.id)).map(({ kind, before, after }) => [kind, (before ?? after)?.[0]]);
    expect(kinds).toEqual(
      expect.arrayContaining([
        ['delete', '1'],
        ['insert', '9'],
        ['delete', '3'],
        ['insert', '7'],
      ]),
    );
  });

  it.each([
    ['COMMIT', 'COMMIT'],
    ['ends its transaction and runs on', 'UPDATE people SET size = 9; COMMIT'],
    ['runs outside of transactions', 'VACUUM people'],
    ['writes a file', "COPY people TO PROGRAM 'cat'"],
    ['is no SQL', 'SELEC 1'],
  ])('refuses a statement that is or %s, before it runs', async (_, sql) => {
    const before = await table();
    const { id } = await app.create([people.insert({ id: '9' }), { kind: 'statement', sql }]);
    const { status, body } = await app.send<ProblemDocument>('POST', `/api/changes/${id}/rehearse`);
    expect([status, body.code, body.errors?.[0]?.pointer]).toEqual([422, 'cannot-be-rehearsed', '/items/1/sql']);
    expect(await table()).toEqual(before);
  });
});

describe('applying', () => {
  it('does what was rehearsed, and undo takes it back byte for byte', async () => {
    const before = await table();
    const change = await app.applied([
      people.update({ id: '3' }, { name: '' }, { name: 'Cid' }),
      people.remove({ id: '2' }, {}),
      people.insert({ id: '4' }),
      people.update({ id: '1' }, ANN, { id: '10', size: '0.01' }),
    ]);
    expect((await table()).map(([id, name, size]) => [id, name, size])).toEqual([
      ['3', 'Cid', '3.00'],
      ['4', null, null],
      ['10', 'Ann', '0.01'],
    ]);
    const undone = await app.undone(change);
    expect(undone).toMatchObject({ state: 'undone', undone_by: expect.any(String) });
    expect(await table()).toEqual(before);
  });

  it('stops at a row that has moved, with the three values', async () => {
    const change = await app.rehearsed([
      people.update({ id: '1' }, { id: '1', name: 'Ann' }, { name: 'Anna' }),
      people.update({ id: '2' }, { name: 'Bob' }, { name: 'Bea' }),
    ]);
    await app.database.execute(`UPDATE people SET name = 'Amy' WHERE id = 1`);
    const { status, body } = await app.apply(change);
    expect([status, body.state]).toEqual([200, 'conflicted']);
    expect(body.rehearsal?.conflicts).toEqual([
      {
        ...{ item: 0, schema: 'public', table: 'people', key: { id: '1' } },
        yours: { name: 'Anna' },
        theirs: { id: '1', name: 'Amy' },
        before: { id: '1', name: 'Ann' },
      },
    ]);
    expect((await table()).map(([, name]) => name)).toEqual(['Amy', 'Bob', '']);
  });

  it.each([
    ['was deleted', 'DELETE FROM people WHERE id = 1'],
    ['has another key', 'UPDATE people SET id = 11 WHERE id = 1'],
  ])('stops at a row that %s', async (_, sql) => {
    const change = await app.rehearsed([people.update({ id: '1' }, ANN, { name: 'Anna' })]);
    await app.database.execute(sql);
    const { body } = await app.apply(change);
    expect([body.state, body.rehearsal?.conflicts[0]?.theirs]).toEqual(['conflicted', null]);
  });

  it('stops where it would do something else than what was reviewed', async () => {
    const change = await app.rehearsed([people.update({ id: '1' }, { name: 'Ann' }, { name: 'Anna' })]);
    await app.database.execute(`UPDATE people SET size = 77 WHERE id = 1`);
    const { status, body } = await app.send<ProblemDocument>('POST', `/api/changes/${change.id}/apply`, seen(change));
    expect([status, body.code]).toEqual([409, 'change-differs']);
    expect((await table())[0]?.[1]).toBe('Ann');
    const again = await app.ask<ChangeSetDetails>('GET', `/api/changes/${change.id}`);
    expect(again.rehearsal?.effect_hash).not.toBe(change.rehearsal?.effect_hash);
    expect((await app.apply(again)).body.state).toBe('applied');
  });

  it('happens once when several ask at the same time', async () => {
    const change = await app.rehearsed([people.insert({ id: '20', name: 'Once' })]);
    const answers = await Promise.all(Array.from({ length: 5 }, () => app.apply(change)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await app.apply(change)).status).toBe(409);
    expect(await app.cells(`SELECT count(*) FROM people WHERE name = 'Once'`)).toEqual([['1']]);
  });

  it('needs a rehearsal, and the hash that was looked at', async () => {
    const draft = await app.create([people.insert({ id: '30' })]);
    expect((await app.apply(draft)).status).toBe(409);
    const change = await app.step(draft.id, 'rehearse');
    const other = { ...seen(change), hash: '0'.repeat(64) };
    expect((await app.send('POST', `/api/changes/${change.id}/apply`, other)).status).toBe(409);
  });

  it('stops where a row is hidden by a policy, or a trigger keeps it as it is', async () => {
    await app.database.execute(`
      CREATE OR REPLACE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
      CREATE TRIGGER keeping BEFORE UPDATE ON people FOR EACH ROW EXECUTE FUNCTION keep()`);
    const { rehearsal } = await app.rehearsed([people.update({ id: '1' }, ANN, { name: 'Anna' })]);
    expect(rehearsal?.failures[0]?.error.message).toContain('changed no row');
  });

  it('moves a row from one partition to another, and back', async () => {
    await app.database.execute(`
      DROP TABLE IF EXISTS parts;
      CREATE TABLE parts (id int, n int, PRIMARY KEY (id, n)) PARTITION BY RANGE (n);
      CREATE TABLE parts_low PARTITION OF parts FOR VALUES FROM (0) TO (10);
      CREATE TABLE parts_high PARTITION OF parts FOR VALUES FROM (10) TO (20);
      INSERT INTO parts VALUES (1, 5)`);
    const change = await app.applied([editsOf('parts').update({ id: '1', n: '5' }, { n: '5' }, { n: '15' })]);
    expect(change.rehearsal?.touched).toEqual([]);
    expect(await table('parts_high')).toEqual([['1', '15']]);
    await app.undone(change);
    expect(await table('parts_low')).toEqual([['1', '5']]);
  });
});

describe('a change set', () => {
  it('is refused for a view, for a table that is not there, and on a connection that takes no writes', async () => {
    await app.database.execute('CREATE OR REPLACE VIEW shown AS SELECT id FROM people');
    const codes = [];
    for (const name of ['shown', 'nothing']) {
      const { id } = await app.create([editsOf(name).insert({ id: '1' })]);
      codes.push((await app.send<ProblemDocument>('POST', `/api/changes/${id}/rehearse`)).body.code);
    }
    const body = { connection_id: 'reader', items: [people.insert({ id: '9' })] };
    const { id } = await app.ask<ChangeSetDetails>('POST', '/api/changes', body);
    codes.push((await app.send<ProblemDocument>('POST', `/api/changes/${id}/rehearse`)).body.code);
    expect(codes).toEqual(['change-refused', 'table-not-found', 'change-not-allowed']);
  });

  it('is its author’s alone as long as it is a draft, then for all who see the connection', async () => {
    const { id, hash } = await app.create([people.insert({ id: '9' })]);
    const see = async () => (await app.send('GET', `/api/changes/${id}`, undefined, 'bob')).status;
    expect(await see()).toBe(404);
    await app.step(id, 'propose', { hash });
    expect(await see()).toBe(200);
    const { items } = await app.ask<ChangeSetList>('GET', '/api/changes?state=proposed&limit=200', undefined, 'bob');
    expect(items.map((one) => one.id)).toContain(id);
  });

  it('is not proposed after a rehearsal that failed, and the reason is named', async () => {
    const failed = await app.rehearsed([people.insert({ id: '1' })]);
    expect([failed.rehearsal?.status, failed.actions.propose]).toEqual(['failed', false]);
    const { hash } = failed;
    const { status, body } = await app.send<ProblemDocument>('POST', `/api/changes/${failed.id}/propose`, { hash });
    expect([status, body.code]).toEqual([409, 'change-not-allowed']);
    expect(body.detail).toMatch(/^The last rehearsal failed: duplicate key value violates/);
    const edit = { items: [people.insert({ id: '7' })], version: failed.version };
    const edited = await app.ask<ChangeSetDetails>('PUT', `/api/changes/${failed.id}`, edit);
    expect(edited.actions.propose).toBe(true);
  });

  it('is shown with its first items, and has all of them apart', async () => {
    const items = Array.from({ length: 1_001 }, (_, place) => people.insert({ id: String(place + 100) }));
    const change = await app.create(items);
    expect([change.items.length, change.item_count, change.counts.inserts]).toEqual([1_000, 1_001, 1_001]);
    expect((await app.ask<ChangeItemList>('GET', `/api/changes/${change.id}/items`)).items).toEqual(items);
    expect((await app.send('GET', `/api/changes/${change.id}/items`, undefined, 'bob')).status).toBe(404);
    const sql = `INSERT INTO people SELECT 1, $1`;
    const text = 'x'.repeat(2_000);
    const large = await app.create([{ kind: 'statement', sql, values: [{ text, type: null }] }]);
    expect(large.statements[0]?.values[0]?.length).toBeLessThan(1_010);
    expect(large.items).toEqual([{ kind: 'statement', sql, values: [{ text, type: null }] }]);
  });

  it('is edited by one at a time, and loses its rehearsal', async () => {
    const change = await app.rehearsed([people.insert({ id: '9' })]);
    const edit = { items: [people.insert({ id: '8' })], version: change.version };
    const edited = await app.ask<ChangeSetDetails>('PUT', `/api/changes/${change.id}`, edit);
    expect([edited.rehearsal, edited.hash === change.hash]).toEqual([null, false]);
    const { status, body } = await app.send<ProblemDocument>('PUT', `/api/changes/${change.id}`, edit);
    expect([status, body.code]).toEqual([409, 'changed-meanwhile']);
  });

  it('keeps no row in plain text', async () => {
    const { id } = await app.rehearsed([people.insert({ id: '9', name: 'A secret name' })]);
    const kept: unknown = await app.workbench.app
      .get(State)
      .manager.query('SELECT items, rehearsal FROM change_set WHERE id = ?', [id]);
    const rows: unknown = await app.workbench.app
      .get(State)
      .manager.query('SELECT sealed FROM change_rows WHERE change_id = ?', [id]);
    const text = JSON.stringify([kept, rows]);
    expect(text).toContain('enc:v1:');
    expect(text).not.toContain('secret name');
  });

  it('is removed with its rows', async () => {
    const { id } = await app.rehearsed([people.insert({ id: '9' })]);
    await app.ask('DELETE', `/api/changes/${id}`);
    expect((await app.send('GET', `/api/changes/${id}`)).status).toBe(404);
  });
});
