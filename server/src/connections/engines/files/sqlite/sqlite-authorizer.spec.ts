import { constants as C, DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from '@jest/globals';
import { SqliteAuthorizer } from './sqlite-authorizer.js';

type Action = readonly [code: number, first: string | null, second: string | null];

function decided(action: Action, isRunning = false): [number, string | null] {
  const authorizer = new SqliteAuthorizer();
  authorizer.begin();
  if (isRunning) authorizer.run();
  return [authorizer.decide(...action), authorizer.refusal];
}

describe('SqliteAuthorizer', () => {
  it.each<Action>([
    [C.SQLITE_SELECT, null, null],
    [C.SQLITE_READ, 't', 'a'],
    [C.SQLITE_INSERT, 't', null],
    [C.SQLITE_FUNCTION, null, 'abs'],
    [C.SQLITE_PRAGMA, 'TABLE_Info', 't'],
    [C.SQLITE_PRAGMA, 'journal_mode', null],
    [C.SQLITE_PRAGMA, 'foreign_keys', 'off'],
    [C.SQLITE_CREATE_VTABLE, 'f', 'FTS5'],
    [C.SQLITE_DROP_VTABLE, 'f', 'anything'],
  ])('allows the action %d of %j, %j', (...action) => {
    expect(decided(action)).toEqual([C.SQLITE_OK, null]);
  });

  it.each<Action>([
    [C.SQLITE_ATTACH, '', null],
    [C.SQLITE_ATTACH, '/etc/x', null],
    [C.SQLITE_DETACH, 'main', null],
    [C.SQLITE_FUNCTION, null, 'Load_Extension'],
    [C.SQLITE_PRAGMA, 'journal_mode', 'wal'],
    [C.SQLITE_PRAGMA, 'user_version', ''],
    [C.SQLITE_PRAGMA, 'writable_schema', null],
    [C.SQLITE_PRAGMA, 'not_known_yet', null],
    [C.SQLITE_PRAGMA, null, null],
    [C.SQLITE_CREATE_VTABLE, 'f', 'csv'],
    [C.SQLITE_CREATE_VTABLE, 'f', null],
    [0, null, null],
    [999, null, null],
  ])('refuses the action %d of %j, %j with a reason', (...action) => {
    expect(decided(action)).toEqual([C.SQLITE_DENY, expect.stringMatching(/allow/)]);
  });

  it('lets VACUUM attach what has no name, and nothing with one', () => {
    expect(decided([C.SQLITE_ATTACH, '', null], true)).toEqual([C.SQLITE_OK, null]);
    expect(decided([C.SQLITE_ATTACH, '/tmp/x', null], true)).toEqual([C.SQLITE_DENY, expect.stringMatching(/INTO/)]);
  });

  it('refuses, of all actions that node:sqlite names, exactly those that need a look at what they name', () => {
    const actions = Object.entries(C).filter(([name]) => /^SQLITE_(?!CHANGESET|OK|DENY|IGNORE)/.test(name));
    const refused = actions.filter(([, code]) => decided([code, null, null])[0] === C.SQLITE_DENY);
    expect(refused.map(([name]) => name.replace('SQLITE_', '')).sort()).toEqual([
      'ATTACH',
      'COPY',
      'CREATE_VTABLE',
      'DETACH',
      'PRAGMA',
    ]);
  });

  it('sees which statements change rows and read tables', () => {
    const database = new DatabaseSync(':memory:');
    database.exec('CREATE TABLE t (n)');
    const authorizer = new SqliteAuthorizer();
    database.setAuthorizer(authorizer.decide);
    const seen = (sql: string): boolean[] => {
      authorizer.begin();
      database.prepare(sql);
      return [authorizer.changesRows, authorizer.readsTables];
    };
    expect(seen('SELECT 1')).toEqual([false, false]);
    expect(seen('SELECT n FROM t')).toEqual([false, true]);
    expect(seen('WITH a AS (SELECT 1) INSERT INTO t SELECT * FROM a RETURNING n')).toEqual([true, true]);
    expect(seen('DELETE FROM t')).toEqual([true, false]);
  });
});
