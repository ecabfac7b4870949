import { describe, expect, it } from '@jest/globals';
import type { ChangeConflict, ChangeItem } from '#libs/api';
import { conflictLines, keyText, settledItems } from './conflict-table';

const CONFLICT: ChangeConflict = {
  ...{ item: 1, schema: 'public', table: 'orders', key: { id: '7' } },
  yours: { status: 'late', refunded: null },
  theirs: { id: '7', status: 'paid', refunded: '5', note: '' },
  before: { status: 'open', refunded: '5', note: null },
};

describe('a conflict', () => {
  it('shows the columns in which one side differs from before', () => {
    const lines = conflictLines(CONFLICT);
    expect(
      lines.map((line) => [line.column, line.yours, line.isYoursChanged, line.theirs, line.isTheirsChanged]),
    ).toEqual([
      ['status', 'late', true, 'paid', true],
      ['refunded', null, true, '5', false],
      ['note', null, false, '', true],
    ]);
  });

  it('shows every former value of a row that is gone', () => {
    const lines = conflictLines({ ...CONFLICT, yours: null, theirs: null });
    expect(lines.map(({ column, theirs, before }) => [column, theirs, before])).toEqual([
      ['status', undefined, 'open'],
      ['refunded', undefined, '5'],
      ['note', undefined, null],
    ]);
  });

  it('names its key', () => expect(keyText({ id: '7', part: 'b' })).toBe('id 7, part b'));
});

describe('settling a conflict', () => {
  const other: ChangeItem = { kind: 'statement', sql: 'SELECT 1' };
  const mine: ChangeItem = {
    ...{ kind: 'update', schema: 'public', table: 'orders', key: { id: '7' } },
    ...{ before: CONFLICT.before, values: { status: 'late', refunded: null } },
  };

  it('by theirs leaves the row out', () => {
    expect(settledItems([other, mine], CONFLICT, 'theirs')).toEqual([other]);
  });

  it('by yours compares with the row as it is now', () => {
    expect(settledItems([other, mine], CONFLICT, 'yours')).toEqual([
      other,
      { ...mine, before: { status: 'paid', refunded: '5', note: '' } },
    ]);
  });

  it('leaves out a row that is gone, whatever is chosen', () => {
    expect(settledItems([other, mine], { ...CONFLICT, theirs: null }, 'yours')).toEqual([other]);
  });
});
