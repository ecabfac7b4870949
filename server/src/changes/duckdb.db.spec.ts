import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ProblemDocument } from '#libs/problem';
import { ChangeRows } from './storage/change-rows.js';
import { editsOf } from './testing/changes-caller.js';
import { FileChangesApp } from './testing/file-changes-app.js';

const edits = (table: string) => editsOf(table, 'main');
const people = edits('people');

let app: FileChangesApp;
beforeAll(async () => (app = await FileChangesApp.start('duck')));
afterAll(() => app.stop());
beforeEach(async () => {
  await app.execute(
    'DROP TABLE IF EXISTS people',
    `CREATE TABLE people (
      id INTEGER PRIMARY KEY, name VARCHAR UNIQUE, size DECIMAL(38, 2) CHECK (size > 0), extra BLOB, is_here BOOLEAN,
      twice DECIMAL(38, 2) GENERATED ALWAYS AS (size * 2))`,
    `INSERT INTO people VALUES (1, 'Ann', 90071992547409931234.25, '\\x00\\xFF'::BLOB, true),
      (2, 'Bob', 2, NULL, false), (3, '', 3, ''::BLOB, NULL)`,
  );
});

const table = (name = 'people') => app.execute(`SELECT * FROM ${name} ORDER BY 1`);

describe('a rehearsal on a DuckDB file', () => {
  it('shows the rows before and after, and changes nothing', async () => {
    const before = await table();
    const change = await app.rehearsed([
      people.update(
        { id: '1' },
        { name: 'Ann', size: '90071992547409931234.25' },
        { name: null, size: '90071992547409931234.26' },
      ),
      people.remove({ id: '2' }, { name: 'Bob' }),
      people.insert({ id: '4', name: 'Dora', extra: '\\x01', is_here: 'true' }),
    ]);
    expect(change.rehearsal).toMatchObject({
      ...{ status: 'ready', inserted: 1, updated: 1, deleted: 1, row_count: 3, touched: [], not_undoable: [] },
      ...{ failures: [], conflicts: [], not_rehearsed: [] },
    });
    expect(await app.rowsOf(change.id)).toMatchObject([
      {
        before: ['1', 'Ann', '90071992547409931234.25', '\\x00\\xFF', 'true', '180143985094819862468.50'],
        after: ['1', null, '90071992547409931234.26', '\\x00\\xFF', 'true', '180143985094819862468.52'],
      },
      { kind: 'delete', before: ['2', 'Bob', '2.00', null, 'false', '4.00'], after: null },
      { kind: 'insert', before: null, after: ['4', 'Dora', null, '\\x01', 'true', null] },
    ]);
    expect(await table()).toEqual(before);
  });

  it('names the row that the database refuses, and what the clock and a sequence vary', async () => {
    await app.execute(
      'CREATE OR REPLACE SEQUENCE numbers START 5',
      `CREATE TABLE noted (id INT PRIMARY KEY DEFAULT nextval('numbers'), "when" TIMESTAMP DEFAULT now(), note VARCHAR)`,
    );
    const noted = edits('noted');
    const { rehearsal } = await app.rehearsed([
      people.update({ id: '1' }, { size: '90071992547409931234.25' }, { size: '-1' }),
    ]);
    expect(rehearsal?.failures.map(({ item, error }) => [item, error.message])).toEqual([
      [0, 'CHECK constraint failed on table people with expression CHECK((size > 0))'],
    ]);
    const change = await app.rehearsed([noted.insert({ note: 'a' })]);
    expect((await app.rowsOf(change.id)).map(({ varying }) => varying)).toEqual([['id', 'when']]);
    expect((await app.apply(change)).body.state).toBe('applied');
    await app.execute('DROP TABLE noted');
  });

  it('takes a geometry as the text that DuckDB prints', async () => {
    await app.execute(
      'CREATE TABLE places (id INT PRIMARY KEY, spot GEOMETRY)',
      `INSERT INTO places VALUES (1, 'POINT Z (5.123456789012345 52 7)'), (2, NULL)`,
    );
    const places = edits('places');
    const [[, before]] = (await table('places')) as [[string, string]];
    const change = await app.rehearsed([
      places.update({ id: '1' }, { spot: before }, { spot: 'POINT Z (5.25 52 7)' }),
      places.update({ id: '2' }, { spot: null }, { spot: 'LINESTRING (0 0, 1 1)' }),
    ]);
    expect(change.rehearsal).toMatchObject({ status: 'ready', conflicts: [], failures: [] });
    expect((await app.apply(change)).body.state).toBe('applied');
    expect(await table('places')).toEqual([
      ['1', 'POINT Z (5.25 52 7)'],
      ['2', 'LINESTRING (0 0, 1 1)'],
    ]);
    expect(before).toBe('POINT Z (5.123456789012345 52 7)');
    await app.execute('DROP TABLE places');
  });

  it('says before that a row cannot be removed together with one that refers to it', async () => {
    await app.execute(
      'CREATE TABLE owners (id INT PRIMARY KEY)',
      'CREATE TABLE pets (id INT PRIMARY KEY, owner INT REFERENCES owners (id))',
    );
    const [owners, pets] = [edits('owners'), edits('pets')];
    const added = [owners.insert({ id: '1' }), pets.insert({ id: '1', owner: '1' })];
    const change = await app.applied(added);
    expect(change.rehearsal?.not_undoable).toEqual([
      'Rows of main.pets may refer to rows of main.owners that are written with them: the database does not remove both in one change set.',
    ]);
    const { rehearsal } = await app.rehearsed([pets.remove({ id: '1' }, {}), owners.remove({ id: '1' }, {})]);
    expect(rehearsal?.failures.map(({ item }) => item)).toEqual([1]);
    await app.execute('DROP TABLE pets', 'DROP TABLE owners');
  });

  it('says before which values would not come back the same', async () => {
    await app.execute(
      'CREATE TABLE mixed (id INT PRIMARY KEY, l VARCHAR[], s STRUCT(a INT, b VARCHAR), u UNION(n INT, t VARCHAR))',
      `INSERT INTO mixed VALUES (1, ['NULL', NULL, ''], {a: 1, b: NULL}, union_value(n := 5)),
         (2, [], NULL, union_value(t := '5'))`,
    );
    const mixed = edits('mixed');
    const labels = async (id: string) => (await app.rehearsed([mixed.remove({ id }, {})])).rehearsal?.not_undoable;
    expect(await labels('1')).toEqual([
      'main.mixed.u has values that would not come back the same: their texts leave out what they are.',
    ]);
    expect(await labels('2')).toEqual([]);
    await app.execute('DROP TABLE mixed');
  });
});

describe('applying to a DuckDB file', () => {
  it('does what was rehearsed, and undo takes it back', async () => {
    const before = await table();
    const change = await app.applied([
      people.update({ id: '3' }, { name: '' }, { name: 'Cid' }),
      people.remove({ id: '2' }, {}),
      people.insert({ id: '2147483647', name: 'ends \u{1f600}' }),
      people.update({ id: '1' }, { id: '1', size: '90071992547409931234.25' }, { id: '10', size: '0.1' }),
    ]);
    expect(await table()).toEqual([
      ['3', 'Cid', '3.00', '', null, '6.00'],
      ['10', 'Ann', '0.10', '\\x00\\xFF', 'true', '0.20'],
      ['2147483647', 'ends \u{1f600}', null, null, null, null],
    ]);
    await app.undone(change);
    expect(await table()).toEqual(before);
  });

  it('stops at a row that has changed since, with the three values', async () => {
    const change = await app.rehearsed([people.update({ id: '1' }, { name: 'Ann' }, { name: 'Anna' })]);
    await app.execute(`UPDATE people SET name = 'Annie' WHERE id = 1`);
    const { body } = await app.apply(change);
    expect(body.rehearsal?.conflicts).toMatchObject([
      { yours: { name: 'Anna' }, theirs: { id: '1', name: 'Annie' }, before: { name: 'Ann' } },
    ]);
  });
});

it('takes a change set once, and none of a row that is gone', async () => {
  const once = await app.rehearsed([people.update({ id: '1' }, { name: 'Ann' }, { name: 'Anna' })]);
  const gone = await app.rehearsed([people.remove({ id: '2' }, { name: 'Bob' })]);
  const both = await Promise.all([app.apply(once), app.apply(once)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await app.apply(once)).status).toBe(409);
  await app.execute('DELETE FROM people WHERE id = 2');
  const { body } = await app.apply(gone);
  expect(body.rehearsal?.conflicts).toMatchObject([{ theirs: null, before: { name: 'Bob' } }]);
  expect(await app.execute('SELECT id, name FROM people ORDER BY id')).toEqual([
    ['1', 'Anna'],
    ['3', ''],
  ]);
});

it('says that a row is there by now that another person has added as well', async () => {
  const mine = await app.rehearsed([people.insert({ id: '9', name: 'Zoe' })]);
  await app.execute(`INSERT INTO people (id, name) VALUES (9, 'Zoe')`);
  const { body } = await app.apply(mine);
  expect([body.state, body.rehearsal?.failures.length]).toEqual(['draft', 1]);
});

it('does not take the equal row of another person for its own where the commit is refused', async () => {
  const mine = await app.rehearsed([people.insert({ id: '9', name: 'Zoe' })]);
  const rows = app.workbench.app.get(ChangeRows);
  const replace = jest.spyOn(rows, 'replace').mockImplementationOnce(async (...given) => {
    await app.execute(`INSERT INTO people (id, name) VALUES (9, 'Zoe')`);
    replace.mockRestore();
    return rows.replace(...given);
  });
  const { body } = await app.apply(mine);
  expect([body.state, body.is_uncertain]).toEqual(['draft', false]);
  expect(body.rehearsal?.failures.map(({ error }) => error.message)).toEqual([
    expect.stringMatching(/duplicate key "id: 9"/i),
  ]);
});

it('takes a value of megabytes, and no key that a table lacks', async () => {
  const large = 'x'.repeat(4_000_000);
  await app.applied([people.update({ id: '3' }, { name: '' }, { name: large })]);
  expect(await app.execute('SELECT length(name) FROM people WHERE id = 3')).toEqual([['4000000']]);
  await app.execute('CREATE TABLE keyless (a INT)');
  const { id } = await app.create([edits('keyless').insert({ a: '1' })]);
  const { body } = await app.send<ProblemDocument>('POST', `/api/changes/${id}/rehearse`);
  await app.execute('DROP TABLE keyless');
  expect([body.code, body.detail]).toEqual([
    'change-refused',
    'main.keyless has no key, so a single row cannot be found. Add a primary key.',
  ]);
});

it('takes no edits of a view', async () => {
  await app.execute('CREATE OR REPLACE VIEW odd AS FROM people');
  const { id } = await app.create([edits('odd').insert({ name: '1' })]);
  const { body } = await app.send<ProblemDocument>('POST', `/api/changes/${id}/rehearse`);
  await app.execute('DROP VIEW odd');
  expect([body.code, body.detail]).toEqual([
    'change-refused',
    'main.odd is not a table, so its rows cannot be edited.',
  ]);
});
