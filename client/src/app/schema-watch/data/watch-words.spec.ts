import { describe, expect, it } from '@jest/globals';
import type { ContractViolation, SchemaWatchRun, SnapshotInfo } from '#libs/api';
import { changeDays } from './change-days';
import { coversAll, freezeInputOf, freezeMistakes } from './freeze-form';
import { historyOf } from './violation-history';
import { counted, heldBackText, missingRightsText, outcomeToast } from './watch-words';

const snapshot: SnapshotInfo = {
  id: 's1',
  connection_id: 'shop',
  taken_at: '2026-05-19T06:00:00Z',
  table_count: 1,
  column_count: 1204,
  hash: 'f00d',
  server_version: '15.18',
  is_stable: true,
  inaccessible_schemas: [],
};
const run: SchemaWatchRun = { connection_id: 'shop', snapshot, baseline: false, changed: false, change: null };
const change: SchemaWatchRun['change'] = {
  id: 'c1',
  connection_id: 'shop',
  detected_at: '2026-05-19T06:00:00Z',
  summary: '+ table a',
  changes: [],
  recreated: [],
  from_snapshot_id: 's0',
  to_snapshot_id: 's1',
};

describe('the outcome of a check', () => {
  it.each<[Partial<SchemaWatchRun>, string, string]>([
    [{}, 'success', 'Nothing changed in Shop'],
    [{ baseline: true }, 'success', 'Baseline of Shop taken'],
    [{ changed: true, change }, 'warn', '0 changes in Shop'],
    [{ snapshot: { ...snapshot, is_stable: false } }, 'warn', 'Shop is on hold'],
  ])('%j', (result, tone, title) => {
    expect(outcomeToast('Shop', { ...run, ...result })).toMatchObject({ tone, title });
  });

  it('says how large the catalog is', () => {
    expect(outcomeToast('Shop', run).text).toBe('1 table, 1,204 columns');
  });

  it.each([
    [[], null],
    [['app'], 'no USAGE on schema app.'],
    [['a', 'b'], 'no USAGE on schemas a, b.'],
    [['a', 'b', 'c', 'd', 'e', 'f', 'g'], 'no USAGE on schemas a, b, c, d, e and 2 more.'],
  ])('names the schemas that the role cannot use: %j', (inaccessible_schemas, expected) => {
    const words = missingRightsText({ ...snapshot, inaccessible_schemas });
    expect(expected === null ? words : words?.includes(expected)).toBe(expected === null ? null : true);
  });

  it('counts', () => {
    expect([counted(0, 'table'), counted(1, 'table'), heldBackText(snapshot)]).toEqual(['0 tables', '1 table', null]);
  });
});

describe('the days of changes', () => {
  it('are those of the own time zone, today first', () => {
    const at = (month: number, day: number, year = 2026) => ({
      detected_at: new Date(year, month, day, 6).toISOString(),
    });
    const days = changeDays([at(4, 19), at(4, 19), at(4, 17), at(11, 31, 2025)], new Date(2026, 4, 19, 10));
    expect(days.map(({ day, changes }) => [day, changes.length])).toEqual([
      ['Today, 19 May', 2],
      ['17 May', 1],
      ['31 Dec 2025', 1],
    ]);
  });
});

describe('the history of violations', () => {
  it('has every set of each violation and an end for those that are over', () => {
    const open: ContractViolation = {
      id: 'v2',
      state: 'open',
      opened_at: 'later',
      changed_at: 'later',
      resolved_at: null,
      summary: 'orders: table no longer exists',
      items: [],
      sets: [{ since: 'later', summary: 'orders: table no longer exists', items: [], item_count: 1 }],
    };
    const sets = [
      { since: 'first', summary: 'a: table no longer exists', items: [], item_count: 1 },
      { since: 'second', summary: 'b: table no longer exists', items: [], item_count: 2 },
    ];
    const past = { ...open, id: 'v1', opened_at: 'first', resolved_at: 'third', sets };
    expect(historyOf([open, past]).map(({ at, isBroken, text, detail }) => [at, isBroken, text, detail])).toEqual([
      ['later', true, 'Violated, 1 breakage', ''],
      ['third', false, 'Ended', ''],
      ['second', true, 'Changed, 2 breakages', 'b: table no longer exists'],
      ['first', true, 'Violated, 1 breakage', 'a: table no longer exists'],
    ]);
  });
});

describe('what is frozen', () => {
  it('is the whole schema, or the tables that are named', () => {
    expect(freezeInputOf({ name: ' Orders ', scope: 'all', tables: ['a'] })).toEqual({ name: 'Orders' });
    const some = freezeInputOf({ name: 'Orders', scope: 'some', tables: ['a', 'crm.b'] });
    expect(some).toEqual({ name: 'Orders', tables: ['a', 'crm.b'] });
  });

  it('needs a name, and tables where some are chosen', () => {
    expect(freezeMistakes({ name: ' ', scope: 'some', tables: [] })).toEqual({
      name: 'A contract needs a name.',
      tables: 'Select at least one table, or freeze the whole schema.',
    });
    expect(freezeMistakes({ name: 'a', scope: 'all', tables: [] })).toEqual({ name: null, tables: null });
  });

  it.each<[string, string[], string[], boolean]>([
    ['the same tables', ['a', 'b'], ['a', 'b'], true],
    ['one table fewer', ['a', 'b'], ['a', 'b', 'c'], false],
    ['another table instead of one that is gone', ['a', 'b'], ['b', 'c'], false],
    ['only the rest of its tables', ['a', 'b'], ['b'], true],
    ['a partition that the contract names', ['a', 'p of a'], ['a', 'p of a'], false],
    ['a partition that the contract leaves out', ['a'], ['a', 'p of a'], true],
    ['nothing that is known', ['a'], [], false],
  ])('is offered as the whole schema where that has %s: %j of %j, %j', (_, tables, catalog, expected) => {
    const listed = catalog.map((name) => {
      return { name, schema: 'public', partition_of: name.split(' of ')[1] ?? null, extension: null };
    });
    expect(coversAll(tables, listed)).toBe(expected);
  });
});
