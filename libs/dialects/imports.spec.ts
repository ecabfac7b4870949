import { describe, expect, it } from '@jest/globals';
import { dialectOf } from './index.js';

describe('an error of Postgres', () => {
  const { isBeyondRows } = dialectOf('postgres').imports;

  it.each(['08006', '25006', '40001', '40P01', '53100', '55P03', '57014', '58030', 'XX001'])(
    'of the server is about no row: %s',
    (sqlstate) => {
      expect(isBeyondRows({ sqlstate, message: '' }, false)).toBe(true);
      expect(isBeyondRows({ sqlstate, message: '' }, true)).toBe(true);
    },
  );

  it.each(['0A000', '42501', '42601', '42P01'])('of the statement is about a row in a value only: %s', (sqlstate) => {
    expect(isBeyondRows({ sqlstate, message: '' }, false)).toBe(true);
    expect(isBeyondRows({ sqlstate, message: '' }, true)).toBe(false);
  });

  it.each(['22P02', '23503', '23514', '42804', '44000', '54000', 'P0001', 'XX000', null])(
    'is about a row: %s',
    (sqlstate) => {
      expect(isBeyondRows({ sqlstate, message: '' }, false)).toBe(false);
    },
  );
});

describe.each([
  [
    'duckdb' as const,
    [
      'Transaction conflict: attempting to insert into table "k" but it has been altered by a different transaction',
      'Failed to commit: Transaction conflict: attempting to insert into table "k" but it has been dropped by a different transaction',
      'Failed to commit: Could not write file "/data/a.duckdb": No space left on device',
      'failed to allocate data of size 16.0 MiB (15.5 MiB/19.0 MiB used)',
      'Table with name kk does not exist!',
      'Cannot execute statement of type "INSERT" on database "ro" which is attached in read-only mode!',
      'Failed: database has been invalidated because of a previous fatal error.',
      'The statement was cancelled: it ran longer than 5 ms.',
    ],
    [
      'Failed to commit: PRIMARY KEY or UNIQUE constraint violation: duplicate key "5"',
      'CHECK constraint failed on table n with expression CHECK((i > 0))',
      'NOT NULL constraint failed: n.j',
      "Could not convert string 'x' to INT32",
    ],
  ],
  [
    'sqlite' as const,
    [
      'database is locked',
      'database or disk is full',
      'disk I/O error',
      'attempt to write a readonly database',
      'no such table: tt',
      'The file of the connection was moved or replaced while it was open, so that nothing can be written.',
      'The statement was cancelled: it ran longer than 5 ms.',
    ],
    [
      'UNIQUE constraint failed: t.i',
      'datatype mismatch',
      'cannot store BLOB value in TEXT column t.s',
      'string or blob too big',
    ],
  ],
])('an error of %s', (dialect, beyond, ofRows) => {
  const { isBeyondRows } = dialectOf(dialect).imports;

  it.each(beyond)('is about no row: %s', (message) => {
    expect(isBeyondRows({ sqlstate: null, message }, false)).toBe(true);
  });

  it.each(ofRows)('is about a row: %s', (message) => {
    expect(isBeyondRows({ sqlstate: null, message }, false)).toBe(false);
  });
});
