import { describe, expect, it } from '@jest/globals';
import {
  innerStatement,
  namesEngineFunction,
  refusal,
  refusalByVerb,
  runsIndirectSql,
  StatementType,
} from './statement-guard.js';

describe('refusalByVerb', () => {
  it.each(['COPY a TO b', '-- x\ncopy a to b', ';EXPORT DATABASE x', 'Import DATABASE x', 'ATTACH x', 'LOAD x'])(
    'refuses %j',
    (sql) => {
      expect(refusalByVerb(sql)).not.toBeNull();
    },
  );

  it.each(['SELECT copy', '"COPY" x', "'COPY'", '', 'copying'])('lets %j pass', (sql) => {
    expect(refusalByVerb(sql)).toBeNull();
  });
});

describe('refusal', () => {
  it('lets only reading statements pass on files', () => {
    const { SELECT, SET, TRANSACTION, CREATE, DROP, INSERT } = StatementType;
    const passes = (type: number, sql: string): boolean => refusal(type, sql, 'read-only-files') === null;
    expect([passes(SELECT, 'SELECT 1'), passes(SET, 'SET VARIABLE a = 1'), passes(TRANSACTION, 'BEGIN')]).toEqual([
      true,
      true,
      true,
    ]);
    expect([
      passes(CREATE, 'CREATE VIEW a AS SELECT 1'),
      passes(DROP, 'DROP VIEW a'),
      passes(INSERT, 'INSERT'),
    ]).toEqual([false, false, false]);
    expect(passes(DROP, 'DEALLOCATE p')).toBe(true);
  });

  it('keeps settings within the session', () => {
    expect(refusal(StatementType.SET, 'SET /* x */ GLOBAL a = 1', 'database')).toMatch(/other sessions/);
    expect(refusal(StatementType.SET, 'SET SESSION a = 1', 'database')).toBeNull();
  });
});

describe('innerStatement', () => {
  it.each([
    ['EXPLAIN SELECT 1', 'SELECT 1'],
    ['explain analyze COPY a TO b', 'COPY a TO b'],
    ['EXPLAIN (ANALYZE, FORMAT json) COPY a TO b', 'COPY a TO b'],
    ['EXPLAIN /* (x) */ (FORMAT json) SELECT 1', 'SELECT 1'],
    ['EXPLAIN (SELECT 1)', '(SELECT 1)'],
    ['EXPLAIN ((SELECT 1))', '((SELECT 1))'],
    ['PREPARE p AS COPY a TO b', 'COPY a TO b'],
    ['PREPARE "AS" AS SELECT 1', 'SELECT 1'],
    ['; PREPARE p AS SELECT 1', 'SELECT 1'],
    ['SELECT 1', null],
    ['EXPLAIN', null],
    ['PREPARE p', null],
    ['', null],
  ])('in %j is %j', (sql, inner) => {
    expect(innerStatement(sql)).toBe(inner);
  });
});

describe('functions that change the engine', () => {
  it('are found by name, and SQL made from texts by the functions that run it', () => {
    expect(namesEngineFunction('CALL "enable_logging"()')).toBe(true);
    expect(namesEngineFunction('SELECT my_enable_logging_flag')).toBe(false);
    expect(runsIndirectSql('FROM query(x)')).toBe(true);
    expect(runsIndirectSql('FROM "query" /* */ (x)')).toBe(true);
    expect(runsIndirectSql('FROM system.main.query\n(x)')).toBe(true);
    expect(runsIndirectSql('SELECT query FROM queries')).toBe(false);
  });
});
