import { describe, expect, it } from '@jest/globals';
import type { ContractSummary, WatchedConnection } from '#libs/api';
import { connectionMark, tableMark } from './schema-marks';

const contract: ContractSummary = {
  connection_id: 'shop',
  name: 'Billing',
  frozen_at: '2026-05-19T06:00:00Z',
  table_count: 2,
  state: 'violated',
  stale: false,
  evaluated_at: '2026-05-19T06:00:00Z',
  broken: ['crm.people: table no longer exists'],
  broken_tables: ['crm.people'],
};
const watched: WatchedConnection = {
  connection_id: 'shop',
  checked_at: '2026-05-19T06:00:00Z',
  last_error: null,
  changed_at: '2026-05-19T06:00:00Z',
  change_count: 2,
  recent: [],
  changed_tables: ['orders', 'crm.people'],
};
const quiet = { ...watched, change_count: 0, changed_tables: [] };

describe('connectionMark', () => {
  it.each([
    [contract, watched, 'Contract Billing violated: 1 breakage'],
    [{ ...contract, broken: ['a', 'b'] }, undefined, 'Contract Billing violated: 2 breakages'],
    [{ ...contract, state: 'holds' as const }, watched, '2 changes of the schema in 7 days'],
    [undefined, { ...watched, change_count: 1 }, '1 change of the schema in 7 days'],
    [{ ...contract, state: 'holds' as const, stale: true }, quiet, undefined],
    [undefined, undefined, undefined],
  ])('%#', (one, other, words) => {
    expect(connectionMark(one, other)?.words).toBe(words);
  });
});

describe('tableMark', () => {
  it.each([
    ['crm', 'people', 'broken'],
    ['public', 'orders', 'changed'],
    ['public', 'people', undefined],
    ['crm', 'orders', undefined],
  ])('of %s.%s is %s', (schema, name, kind) => {
    expect(tableMark({ schema, name }, contract, watched)?.kind).toBe(kind);
  });
});
