import { describe, expect, it } from '@jest/globals';
import { planReads } from './plan-reads.js';

describe('planReads', () => {
  it.each<[string, string[], string[], string]>([
    ['a table', ['SCAN t'], ['t'], 'once'],
    ['a table in order', ['SCAN t', 'USE TEMP B-TREE FOR ORDER BY'], ['t'], 'once'],
    [
      'a join',
      ['SCAN u', 'BLOOM FILTER ON t (a=?)', 'SEARCH t USING INTEGER PRIMARY KEY (rowid=?)'],
      ['t', 'u'],
      'once',
    ],
    ['a subquery', ['CO-ROUTINE (subquery-1)', 'SCAN t', 'SCAN (subquery-1)'], ['t'], 'once'],
    ['a list', ['SEARCH t USING INTEGER PRIMARY KEY (rowid=?)', 'LIST SUBQUERY 1', 'SCAN u'], ['t', 'u'], 'once'],
    ['a join with itself', ['SCAN a', 'SCAN b'], ['t'], 'several'],
    ['a WITH query read twice', ['MATERIALIZE f', 'SCAN t', 'SCAN a', 'SCAN b'], ['t'], 'several'],
    ['an IN', ['SCAN t', 'USING ROWID SEARCH ON TABLE t FOR IN-OPERATOR'], ['t'], 'several'],
    ['a join with itself where another table is opened', ['SCAN a', 'SCAN b', 'SCAN u'], ['t', 'u'], 'several'],
    ['a virtual table', ['SCAN t', 'SCAN json_each VIRTUAL TABLE INDEX 1:'], ['t'], 'several'],
    ['a union', ['MERGE (UNION)', 'LEFT', 'SCAN t', 'RIGHT', 'SCAN u'], ['t', 'u'], 'combined'],
    [
      'a union of all',
      ['COMPOUND QUERY', 'LEFT-MOST SUBQUERY', 'SCAN t', 'UNION ALL', 'SCAN u'],
      ['t', 'u'],
      'combined',
    ],
    ['a line that is not known', ['SCAN t', 'JOIN t WITH ITSELF'], ['t'], 'combined'],
  ])('of %s', (_, plan, opened, expected) => {
    expect(planReads({ plan, opened })).toBe(expected);
  });
});
