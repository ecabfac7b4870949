import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { SqlDialect } from '../../dialects/index.js';
import { shieldColumns } from './column-words.js';

const shown = (sql: string, columns: string[], dialect: SqlDialect = 'postgres') =>
  shieldColumns(sql, columns, dialect).sql.replaceAll('\ua66e', '#');

describe('names of columns that are keywords', () => {
  it.each([
    ['SELECT id, set FROM t', 'SELECT id, ### FROM t'],
    ['SELECT t.set FROM t', 'SELECT t.### FROM t'],
    ['UPDATE t SET set = 1 WHERE set > 2', 'UPDATE t SET ### = 1 WHERE ### > 2'],
    ['SELECT a FROM t ORDER BY Set', 'SELECT a FROM t ORDER BY ###'],
    ['SELECT set(1) FROM t', 'SELECT set(1) FROM t'],
    [`SELECT 'set', "set" -- , set`, `SELECT 'set', "set" -- , set`],
    ['SET search_path = a', 'SET search_path = a'],
  ])('%s', (sql, shielded) => {
    expect(shown(sql, ['set'])).toBe(shielded);
  });

  it('are left alone where they must be quoted, so that a bare word is the keyword', () => {
    expect(shown('SELECT a, order FROM t', ['order'])).toBe('SELECT a, order FROM t');
  });

  it('come back in their order and spelling', () => {
    const word = fc.constantFrom('set', 'SET', 'id', ',', '(', ')', ' ', '\n', 'select', 'from t', '=', `'set'`, '.');
    fc.assert(
      fc.property(fc.array(word), (words) => {
        const sql = words.join(' ');
        const { sql: shielded, restore } = shieldColumns(sql, ['set', 'id'], 'postgres');
        expect(restore(shielded)).toBe(sql);
        expect(restore(shielded.replaceAll(' ', '\n  '))).toBe(restore(shielded).replaceAll(' ', '\n  '));
      }),
    );
  });
});
