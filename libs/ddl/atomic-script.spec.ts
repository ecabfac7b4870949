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
});
