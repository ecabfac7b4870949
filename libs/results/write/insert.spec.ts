import { describe, expect, it } from '@jest/globals';
import type { Cell, ColumnKind, ResultColumn } from '../../api/index.js';
import { insertStatement } from './insert.js';

const column = (name: string, kind: ColumnKind = 'text', table: string | null = 'public.orders'): ResultColumn => ({
  name,
  type: kind,
  kind,
  table,
});

describe('insertStatement', () => {
  it('puts all rows into one statement for the table they came from', () => {
    const columns = [column('id', 'integer'), column('Full name')];
    expect(
      insertStatement(
        columns,
        [
          ['1', "O'Hara"],
          ['2', null],
        ],
        'postgres',
      ),
    ).toBe(`INSERT INTO public.orders (id, "Full name") VALUES\n  (1, 'O''Hara'),\n  (2, NULL);\n`);
  });

  it.each<[ColumnKind, Cell, string]>([
    ['integer', '9223372036854775807', '9223372036854775807'],
    ['decimal', '-0.10', '-0.10'],
    ['float', '1e-05', '1e-05'],
    ['float', 'NaN', "'NaN'"],
    ['decimal', '$5.00', "'$5.00'"],
    ['text', '42', "'42'"],
    ['text', '', "''"],
    ['boolean', 't', "'t'"],
    ['binary', '\\x00ff', String.raw`E'\\x00ff'`],
    ['text', "'); DROP TABLE x; --", "'''); DROP TABLE x; --'"],
    ['text', "\\'", String.raw`E'\\'''`],
  ])('writes the %s %j as %s', (kind, cell, literal) => {
    expect(insertStatement([column('v', kind, 't')], [[cell]], 'postgres')).toBe(
      `INSERT INTO t (v) VALUES\n  (${literal});\n`,
    );
  });

  it('leaves backslashes alone where they mean nothing', () => {
    expect(insertStatement([column('v', 'text', null)], [['a\\b']], 'duckdb')).toContain("('a\\b')");
  });

  it('asks for a table name where the columns come from several tables or none', () => {
    const columns = [column('a'), column('b', 'text', null)];
    expect(insertStatement(columns, [['1', '2']], 'postgres')).toMatch(/^INSERT INTO table_name /);
  });

  it('is empty without rows or columns', () => {
    expect([insertStatement([column('a')], [], 'postgres'), insertStatement([], [[]], 'postgres')]).toEqual(['', '']);
  });
});
