import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DIALECT_NAMES } from '../../dialects/index.js';
import { nastyText, seededRandom } from '../testing/nasty-texts.js';
import { withKeywordCase } from './keyword-case.js';

describe('keywords in another case', () => {
  it.each([
    ['select a, b from t where x is not null', 'SELECT a, b FROM t WHERE x IS NOT NULL'],
    ['Select * From t Order By a desc nulls last', 'SELECT * FROM t ORDER BY a DESC NULLS LAST'],
    ["insert into t (a) values ('from')", "INSERT INTO t (a) VALUES ('from')"],
    ['update t set key = 1 returning id', 'UPDATE t SET key = 1 RETURNING id'],
    ['select first, last, key, "select" from t', 'SELECT first, last, key, "select" FROM t'],
    ['select count(*), date, name from t group by date', 'SELECT count(*), date, name FROM t GROUP BY date'],
    ['select a.from_date, t.values from t', 'SELECT a.from_date, t.values FROM t'],
    ['select 1 as value, 2 as "Order"', 'SELECT 1 AS value, 2 AS "Order"'],
    ['with x as (select 1) select * from x', 'WITH x AS (SELECT 1) SELECT * FROM x'],
    ['-- select from\nselect 1 /* where */', '-- select from\nSELECT 1 /* where */'],
    [
      'select sum(a) over (partition by b order by c rows between unbounded preceding and current row)',
      'SELECT sum(a) OVER (PARTITION BY b ORDER BY c ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)',
    ],
    [
      'create table if not exists t (id int primary key, b text not null default 1)',
      'CREATE TABLE IF NOT EXISTS t (id int PRIMARY KEY, b text NOT NULL DEFAULT 1)',
    ],
    ['select ın, a from t', 'SELECT ın, a FROM t'],
    ['ſelect 1 ﬁrst', 'ſelect 1 ﬁrst'],
    ['begin; delete from t; commit', 'BEGIN; DELETE FROM t; COMMIT'],
    ["select $$ select from $$, e'from\\''", "SELECT $$ select from $$, e'from\\''"],
  ])('%s', (given, expected) => {
    expect(withKeywordCase(given, 'upper', 'postgres')).toBe(expected);
    const lower = withKeywordCase(expected, 'lower', 'postgres');
    expect(withKeywordCase(lower, 'upper', 'postgres')).toBe(expected);
    expect(withKeywordCase(given, 'keep', 'postgres')).toBe(given);
  });

  it('leave every character of names, strings and comments, in each dialect', () => {
    const random = seededRandom(17);
    for (const dialect of DIALECT_NAMES) {
      for (let round = 0; round < 200; round += 1) {
        const text = nastyText(dialect, random);
        const upper = withKeywordCase(text, 'upper', dialect);
        expect([upper.length, upper.toLowerCase()]).toEqual([text.length, text.toLowerCase()]);
      }
    }
  });

  it('stay equal for any text but for the case of ASCII letters', () => {
    const part = fc.constantFrom(
      'select ',
      'from ',
      '"From"',
      "'from'",
      '.',
      ' as ',
      'values',
      '(',
      ')',
      ';',
      '--x\n',
      'ß',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), fc.constantFrom(...DIALECT_NAMES), (parts, dialect) => {
        const text = parts.join('');
        const upper = withKeywordCase(text, 'upper', dialect);
        return upper.length === text.length && withKeywordCase(upper, 'upper', dialect) === upper;
      }),
    );
  });
});
