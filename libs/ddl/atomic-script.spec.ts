import { describe, expect, it } from '@jest/globals';
import { atomicScript } from './atomic-script.js';

describe('atomicScript', () => {
  it.each<[string, string, string]>([
    ['leaves one statement alone', 'ALTER TABLE t ADD a int;', 'ALTER TABLE t ADD a int;'],
    [
      'puts several into a transaction',
      'ALTER TABLE t DROP CONSTRAINT c;\nALTER TABLE t ADD CONSTRAINT c CHECK (a > 5);',
      'BEGIN;\nALTER TABLE t DROP CONSTRAINT c;\nALTER TABLE t ADD CONSTRAINT c CHECK (a > 5);\nCOMMIT;',
    ],
    [
      'puts what runs outside of transactions only behind it',
      'ALTER TABLE t ADD a int;\nALTER TABLE t ADD b int;\nCREATE INDEX CONCURRENTLY ON t (a);\nALTER TABLE t ADD c int;',
      'BEGIN;\nALTER TABLE t ADD a int;\nALTER TABLE t ADD b int;\nCOMMIT;\n' +
        'CREATE INDEX CONCURRENTLY ON t (a);\nALTER TABLE t ADD c int;',
    ],
    [
      'makes no transaction of one statement before that',
      'DROP INDEX i;\nCREATE INDEX CONCURRENTLY i ON t (a);',
      'DROP INDEX i;\nCREATE INDEX CONCURRENTLY i ON t (a);',
    ],
    ['reads texts and comments', "COMMENT ON TABLE t IS 'a; b'; -- c;", "COMMENT ON TABLE t IS 'a; b'; -- c;"],
    ['leaves an empty script', '', ''],
  ])('%s', (_, sql, expected) => {
    expect(atomicScript(sql, 'postgres')).toBe(expected);
  });

  it.each(['duckdb', 'sqlite'] as const)('does the same in %s', (dialect) => {
    const sql = 'ALTER TABLE t ADD a int;\nALTER TABLE t ADD b int;';
    expect(atomicScript(sql, dialect)).toBe(`BEGIN;\n${sql}\nCOMMIT;`);
  });

  it.each([
    ['duckdb', 'DROP INDEX i;\nALTER TABLE t DROP COLUMN b;', false],
    [
      'duckdb',
      'DROP INDEX i;\nALTER TABLE t ALTER COLUMN b TYPE bigint USING CAST(b AS bigint);\nCREATE INDEX i ON t (b);',
      false,
    ],
    ['duckdb', 'DROP INDEX i;\nALTER TABLE t RENAME COLUMN a TO c;\nCREATE INDEX i ON t (b);', true],
    ['duckdb', 'ALTER TABLE t DROP COLUMN b;\nALTER TABLE t DROP COLUMN c;', true],
    ['postgres', 'DROP INDEX i;\nALTER TABLE t DROP COLUMN b;', true],
    ['sqlite', 'DROP INDEX i;\nALTER TABLE t DROP COLUMN b;', true],
  ] as const)('in %s, has a transaction for %j: %s', (dialect, sql, hasOne) => {
    expect(atomicScript(sql, dialect) !== sql).toBe(hasOne);
  });
});
