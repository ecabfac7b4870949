import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ChangeSetDetails, RowEdit } from '#libs/api';
import { ChangesApp, editsOf } from './testing/changes-app.js';

const people = editsOf('people');
const GIGABYTE = 1024 * 1024 * 1024;

let app: ChangesApp;
beforeAll(async () => (app = await ChangesApp.start()));
afterAll(() => app.stop());
beforeEach(async () => {
  await app.database.execute(`
    DROP TABLE IF EXISTS people CASCADE;
    CREATE TABLE people (id integer PRIMARY KEY, name text);
    INSERT INTO people VALUES (1, 'Ann'), (2, 'Bob')`);
});

const failuresOf = ({ rehearsal }: ChangeSetDetails) =>
  rehearsal?.failures.map(({ item, error }) => [item, error.sqlstate]);
const rows = () => app.cells('SELECT id, name FROM people ORDER BY id');
const BEFORE = [
  ['1', 'Ann'],
  ['2', 'Bob'],
];

describe('a value of a gigabyte', () => {
  it('in a request is refused by its size before it is read', async () => {
    const { port } = app.workbench.app.getHttpServer().address() as AddressInfo;
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      const parts: string[] = [];
      socket.on('data', (part) => parts.push(part.toString()));
      socket.on('close', () => resolve(parts.join('')));
      socket.on('error', (error: NodeJS.ErrnoException) =>
        parts.length > 0 || error.code === 'ECONNRESET' ? resolve(parts.join('')) : reject(error),
      );
      socket.write(
        `POST /api/changes HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n` +
          `Connection: close\r\nContent-Length: ${GIGABYTE}\r\n\r\n{"connection_id":"pg","items":[{"kind":"insert"`,
      );
    });
    expect(answer).toContain('HTTP/1.1 413');
    expect(answer).toMatch(/The body of this request can have up to \d+ MB/);
  });

  it('that a statement makes is refused by the database', async () => {
    const sql = `UPDATE people SET name = repeat('x', ${GIGABYTE})`;
    expect(failuresOf(await app.rehearsed([{ kind: 'statement', sql }]))).toEqual([[0, '54000']]);
    expect(await rows()).toEqual(BEFORE);
  });
});

describe('a trigger', () => {
  const trigger = (body: string): Promise<unknown> =>
    app.database.execute(`
      CREATE OR REPLACE FUNCTION act() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body}; RETURN NEW; END $$;
      CREATE TRIGGER acting BEFORE UPDATE ON people FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION act()`);
  const both: RowEdit[] = [
    people.update({ id: '1' }, { name: 'Ann' }, { name: 'Anna' }),
    people.update({ id: '2' }, { name: 'Bob' }, { name: 'Bea' }),
  ];

  it('that is slow is cancelled at the time limit of the connection, and leaves no lock', async () => {
    await trigger('PERFORM pg_sleep(30)');
    const startedAtMs = performance.now();
    expect(failuresOf(await app.rehearsed(both.slice(0, 1), 'ann', 'hasty'))).toEqual([[0, '57014']]);
    expect(performance.now() - startedAtMs).toBeLessThan(10_000);
    expect(await app.cells('SELECT name FROM people WHERE id = 1 FOR UPDATE NOWAIT')).toEqual([['Ann']]);
  });

  it('that raises is a failure of its row, with its words', async () => {
    await trigger(`IF NEW.id = 2 THEN RAISE EXCEPTION 'Not Bob' USING ERRCODE = 'P0042'; END IF`);
    const change = await app.rehearsed(both);
    expect(failuresOf(change)).toEqual([[1, 'P0042']]);
    expect(change.rehearsal?.failures[0]?.error.message).toBe('Not Bob');
    expect((await app.apply(change)).status).toBe(409);
    expect(await rows()).toEqual(BEFORE);
  });

  it('that changes a row of another edit is seen, and the end of both rows is shown', async () => {
    await trigger(`UPDATE people SET name = name || '!' WHERE id = 3 - NEW.id`);
    const change = await app.rehearsed(both.slice(0, 1));
    expect(change.rehearsal?.touched).toEqual([
      { schema: 'public', table: 'people', inserted: 0, updated: 1, deleted: 0 },
    ]);
    expect((await app.apply(change)).body.state).toBe('applied');
    expect(await rows()).toEqual([
      ['1', 'Anna'],
      ['2', 'Bob!'],
    ]);
  });
});

describe('a constraint that is checked at the commit', () => {
  it('fails the rehearsal, and the application where it holds no more', async () => {
    await app.database.execute(`
      DROP TABLE IF EXISTS pets;
      CREATE TABLE pets (id int PRIMARY KEY, owner int REFERENCES people DEFERRABLE INITIALLY DEFERRED)`);
    const pets = editsOf('pets');
    expect(failuresOf(await app.rehearsed([pets.insert({ id: '1', owner: '9' })]))).toEqual([[null, '23503']]);
    const change = await app.rehearsed([pets.insert({ id: '1', owner: '2' })]);
    expect(change.rehearsal?.status).toBe('ready');
    await app.database.execute('DELETE FROM people WHERE id = 2');
    const { body } = await app.apply(change);
    expect([body.state, failuresOf(body)]).toEqual(['draft', [[null, '23503']]]);
    expect(await app.cells('SELECT count(*) FROM pets')).toEqual([['0']]);
  });

  it('as a trigger of its own fails as well', async () => {
    await app.database.execute(`
      CREATE OR REPLACE FUNCTION late() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'late'; END $$;
      CREATE CONSTRAINT TRIGGER being_late AFTER INSERT ON people DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION late()`);
    expect(failuresOf(await app.rehearsed([people.insert({ id: '9' })]))).toEqual([[null, 'P0001']]);
  });
});

describe('row-level security', () => {
  beforeEach(async () => {
    await app.database.execute(`
      DROP POLICY IF EXISTS own ON people;
      CREATE POLICY own ON people USING (name <> 'Bob') WITH CHECK (name <> 'Eve');
      ALTER TABLE people ENABLE ROW LEVEL SECURITY;
      GRANT ALL ON people TO PUBLIC`);
  });
  const rehearsed = (edit: RowEdit) => app.rehearsed([edit], 'ann', 'limited');

  it('that hides a row is a conflict with a row that is not there', async () => {
    const change = await rehearsed(people.update({ id: '2' }, { name: 'Bob' }, { name: 'Bea' }));
    expect([change.state, change.rehearsal?.conflicts[0]?.theirs]).toEqual(['conflicted', null]);
  });

  it('that forbids the new row is a failure of the row', async () => {
    expect(failuresOf(await rehearsed(people.update({ id: '1' }, { name: 'Ann' }, { name: 'Eve' })))).toEqual([
      [0, '42501'],
    ]);
    expect(failuresOf(await rehearsed(people.insert({ id: '3', name: 'Eve' })))).toEqual([[0, '42501']]);
  });

  it('lets other rows be changed', async () => {
    const change = await rehearsed(people.update({ id: '1' }, { name: 'Ann' }, { name: 'Anna' }));
    expect((await app.apply(change)).body.state).toBe('applied');
    expect(await rows()).toEqual([
      ['1', 'Anna'],
      ['2', 'Bob'],
    ]);
  });
});

describe('a table without a key', () => {
  beforeEach(async () => {
    await app.database.execute(`
      DROP TABLE IF EXISTS notes;
      CREATE TABLE notes (day text, what text);
      INSERT INTO notes VALUES ('Mon', 'a'), ('Tue', 'b'), ('Tue', 'c')`);
  });
  const notes = editsOf('notes');

  it('has rows changed that the given cells find alone, and no others', async () => {
    const one = notes.update({ day: 'Mon' }, { what: 'a' }, { what: 'A' });
    expect((await app.rehearsed([one])).rehearsal?.status).toBe('ready');
    const two = await app.rehearsed([notes.remove({ day: 'Tue' }, {})]);
    expect(two.rehearsal?.failures[0]?.error.message).toContain('changed 2 rows');
  });

  it('says that an added row cannot be taken back', async () => {
    const { rehearsal } = await app.rehearsed([notes.insert({ day: 'Wed' })]);
    expect(rehearsal?.not_undoable).toEqual([
      'Rows added to public.notes cannot be found again: the table has no key.',
    ]);
  });
});

describe('many edits', () => {
  const many = (count: number, nameOf: (n: number) => string | null = (n) => `n${n}`): RowEdit[] =>
    Array.from({ length: count }, (_, n) => people.update({ id: String(n + 10) }, { name: 'x' }, { name: nameOf(n) }));

  it('name each row that the database refuses, and the rows of a batch before and behind it', async () => {
    await app.database.execute(`
      INSERT INTO people SELECT n, 'x' FROM generate_series(10, 260) AS n;
      ALTER TABLE people ADD CONSTRAINT named CHECK (name <> 'n150' AND name <> 'n7')`);
    expect(failuresOf(await app.rehearsed(many(250)))).toEqual([
      [7, '23514'],
      [150, '23514'],
    ]);
    const change = await app.rehearsed(many(250, (n) => `m${n}`));
    const shown = await app.rowsOf(change.id);
    expect([shown.length, shown[150]?.before, shown[150]?.after]).toEqual([250, ['160', 'x'], ['160', 'm150']]);
    expect((await app.apply(change)).body.state).toBe('applied');
    expect(await app.cells(`SELECT count(*) FROM people WHERE name = 'm' || (id - 10)`)).toEqual([['250']]);
  });

  it('are refused as they would be one by one, and take unique values that others of them give up', async () => {
    await app.database.execute('ALTER TABLE people ADD UNIQUE (name)');
    const taken = people.update({ id: '1' }, { name: 'Ann' }, { name: 'Bob' });
    const freed = people.update({ id: '2' }, { name: 'Bob' }, { name: 'Cid' });
    const other = people.update({ id: '2' }, { id: '2' }, { id: '3' });
    expect(failuresOf(await app.rehearsed([taken, other]))).toEqual([[0, '23505']]);
    expect((await app.rehearsed([taken, freed])).rehearsal?.status).toBe('ready');
    expect((await app.rehearsed([freed, taken])).rehearsal?.status).toBe('ready');
  });

  it('mix rows that are added, changed and removed, with defaults and identities', async () => {
    await app.database.execute(`
      DROP TABLE IF EXISTS mixed;
      CREATE TABLE mixed (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, n int DEFAULT 7, t text, u varchar(3));
      INSERT INTO mixed (t) SELECT 't' || n FROM generate_series(1, 5) AS n`);
    const mixed = editsOf('mixed');
    const change = await app.applied([
      mixed.update({ id: '1' }, { t: 't1', n: '7' }, { t: null, n: '1' }),
      mixed.remove({ id: '2' }, { t: 't2' }),
      mixed.insert({ t: 'new', n: { default: true } }),
      mixed.insert({}),
      mixed.insert({ id: '99', u: 'abc' }),
      mixed.update({ id: '3' }, { t: 't3' }, { t: '' }),
    ]);
    expect((await app.rowsOf(change.id)).map(({ kind, after }) => [kind, after?.slice(1)])).toEqual([
      ['update', ['1', null, null]],
      ['delete', undefined],
      ['insert', ['7', 'new', null]],
      ['insert', ['7', null, null]],
      ['insert', ['7', null, 'abc']],
      ['update', ['7', '', null]],
    ]);
    const long = await app.rehearsed([mixed.insert({ u: 'abcd' }), mixed.insert({ u: 'abc' })]);
    expect(failuresOf(long)).toEqual([[0, '22001']]);
  });
});
