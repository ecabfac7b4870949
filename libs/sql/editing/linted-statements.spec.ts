import { describe, expect, it } from '@jest/globals';
import type { SqlDialect } from '../../dialects/index.js';
import { lintedStatements } from './linted-statements.js';

describe('lintedStatements', () => {
  it.each<[SqlDialect, string, string[]]>([
    ['postgres', "SELECT 'a;b'; SELECT 2", ["SELECT 'a;b'", 'SELECT 2']],
    ['postgres', "SELECT 'a;\nSELECT 2;\nSELECT 3", ["SELECT 'a;", "'a;", 'SELECT 2', 'SELECT 3']],
    ['postgres', 'SELECT "a;\r\nSELECT 2', ['SELECT "a;', '"a;', 'SELECT 2']],
    ['postgres', 'SELECT $x$a;\nSELECT 2', ['SELECT $x$a;', '$x$a;', 'SELECT 2']],
    ['postgres', 'SELECT 1; /* a;\nSELECT 2', ['SELECT 1', '/* a;', 'SELECT 2']],
    ['postgres', "SELECT E'a\\';\nSELECT 2", ["SELECT E'a\\';", "E'a\\';", 'SELECT 2']],
    ['postgres', 'SELECT U&"a;\nSELECT 2', ['SELECT U&"a;', 'U&"a;', 'SELECT 2']],
    ['postgres', "SELECT 'a\n$b$ c\nSELECT 3", ["SELECT 'a", "'a", '$b$ c', 'SELECT 3']],
    ['postgres', "SELECT 'closed'", ["SELECT 'closed'"]],
    ['postgres', "SELECT 'over\nlines'; SELECT 2", ["SELECT 'over\nlines'", 'SELECT 2']],
    ['postgres', 'SELECT 1 -- open to the end', ['SELECT 1 -- open to the end']],
    ['postgres', '', []],
    ['duckdb', "SELECT 'a;\nSELECT 2", ["SELECT 'a;", "'a;", 'SELECT 2']],
    ['sqlite', 'SELECT [a;\nSELECT 2', ['SELECT [a;', '[a;', 'SELECT 2']],
    ['sqlite', 'SELECT 1 /* a;\nSELECT 2', ['SELECT 1 /* a;\nSELECT 2']],
  ])('%s: %j', (dialect, text, pieces) => {
    const found = lintedStatements(text, dialect);
    expect(found.map(({ sql }) => sql)).toEqual(pieces);
    for (const { sql, start, end } of found) expect(text.slice(start, end)).toBe(sql);
  });

  it('stays fast where every line opens another quote', () => {
    const text = Array.from({ length: 5000 }, (_, index) => `SELECT $q${index}$ a;`).join('\n');
    expect(lintedStatements(text, 'postgres').length).toBeLessThan(100);
  });
});
