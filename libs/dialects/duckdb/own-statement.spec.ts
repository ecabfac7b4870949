import { describe, expect, it } from '@jest/globals';
import { ownStatement } from './own-statement.js';

describe('ownStatement', () => {
  it.each([
    [
      ownStatement`SELECT count(*) FROM duckdb_tables()`,
      'SELECT system.main."count"(*) FROM system.main."duckdb_tables"()',
    ],
    [
      ownStatement`SELECT max(hash(a)) WHERE a IN (1)`,
      'SELECT system.main."max"(system.main."hash"(a)) WHERE a IN (1)',
    ],
    [ownStatement`SELECT CAST(a AS VARCHAR), 'f(x)'`, `SELECT CAST(a AS VARCHAR), 'f(x)'`],
    [ownStatement`SELECT temp.main.f(a), "f"(a)`, 'SELECT temp.main.f(a), "f"(a)'],
    [ownStatement`SELECT ${"'count(x)'"}, ${3} FROM (${'f(x)'})`, "SELECT 'count(x)', 3 FROM (f(x))"],
  ])('%s', (made, expected) => {
    expect(made).toBe(expected);
  });
});
