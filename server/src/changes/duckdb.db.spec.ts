import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ProblemDocument } from '#libs/problem';
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

it('takes no edits of a view', async () => {
  await app.execute('CREATE OR REPLACE VIEW odd AS FROM people');
  const { id } = await app.create([edits('odd').insert({ name: '1' })]);
  const { body } = await app.send<ProblemDocument>('POST', `/api/changes/${id}/rehearse`);
  await app.execute('DROP VIEW odd');
  expect([body.code, body.detail]).toEqual(['change-refused', 'main.odd is no table: its rows cannot be edited.']);
});
