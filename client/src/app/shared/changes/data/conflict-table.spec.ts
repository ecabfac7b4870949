import { describe, expect, it } from '@jest/globals';
import type { ChangeConflict } from '#libs/api';
import { conflictLines, keyText } from './conflict-table';

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
