import { describe, expect, it } from '@jest/globals';
import type { Table } from './catalog.js';
import { diffTables } from './diff-tables.js';

const COLUMN = { name: 'id', type: 'integer', nullable: false, position: 1 };
const LOCKED: Table = {
  ...{ schema: 'public', name: 't', columns: [COLUMN], primary_key: ['id'], foreign_keys: [], indexes: [] },
  is_locked: true,
};
const READ: Table = {
  ...{ schema: 'public', name: 't', primary_key: ['id'], foreign_keys: [] },
  columns: [{ ...COLUMN, default: '1' }],
  indexes: [{ name: 'i', definition: '(id)' }],
  checks: [{ name: 'c', definition: 'CHECK (true)' }],
};

describe('diffTables', () => {
  it.each<[string, Table, Table, string[]]>([
    ['a table that is locked now', READ, LOCKED, []],
    ['a table that was locked', LOCKED, READ, []],
    ['the key of a locked table', READ, { ...LOCKED, primary_key: [] }, ['primary_key_changed']],
    ['row level security of a locked table', READ, { ...LOCKED, row_security: 'on' }, ['row_security_changed']],
  ])('%s', (_, before, after, kinds) => {
    expect(diffTables(before, after).map(({ kind }) => kind)).toEqual(kinds);
  });
});
