import { describe, expect, it } from '@jest/globals';
import { mayName, namesOfIndirect } from './indirect-objects.js';

describe('namesOfIndirect', () => {
  it('finds objects that call a refused function, that run texts, and those that name them', () => {
    const objects = [
      { name: 'c', sql: 'CREATE VIEW c AS SELECT * FROM b' },
      { name: 'b', sql: 'CREATE VIEW b AS SELECT * FROM "A b"' },
      { name: 'a B', sql: 'CREATE VIEW "a B" AS SELECT current_setting(\'x\')' },
      { name: 'runs', sql: 'SELECT * FROM query(s)' },
      { name: 'plain', sql: 'CREATE TABLE plain (cb INTEGER)' },
    ];
    expect(namesOfIndirect(objects).sort()).toEqual(['a B', 'b', 'c', 'runs']);
    expect(namesOfIndirect([{ name: 'plain', sql: 'CREATE TABLE plain (n INTEGER)' }])).toEqual([]);
  });
});

describe('mayName', () => {
  it.each([
    ['SELECT v()', 'v', true],
    ['SELECT "V"()', 'v', true],
    ['FROM v\u200B', 'v', true],
    ['FROM main.v', 'v', true],
    ['FROM "a""b"', 'a"b', true],
    ["FROM query('FROM \"a''b\"')", "a'b", true],
    ['FROM vv', 'v', false],
    ['FROM v_1', 'v', false],
    ['FROM av, v', 'v', true],
  ])('%s may name %s: %s', (sql, name, expected) => {
    expect(mayName(sql, [name])).toBe(expected);
  });
});
