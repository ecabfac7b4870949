import { describe, expect, it } from '@jest/globals';
import type { ColumnKind, ResultColumn } from '#libs/api';
import { copiedRows } from './copied-rows.js';

const column = (kind: ColumnKind, type: string = kind, name = 'v'): ResultColumn => ({ name, type, kind, table: null });

describe('copiedRows', () => {
  it('reads each column as its type, under names that are unique', () => {
    const columns = [column('integer', 'bigint', 'a"b'), column('text', 'text', 'A"B'), column('binary', 'bytea')];
    const { create = '', measured } = copiedRows('in', 'in-0.csv', columns) ?? {};
    expect(create).toContain("columns = {'c0': 'BIGINT', 'c1': 'VARCHAR', 'c2': 'VARCHAR'}");
    expect(create).toContain('c0 AS "a""b", c1 AS "A""B_2", unhex(substr(c2, 3)) AS "v"');
    expect(measured).toEqual([]);
  });

  it('takes no moment that DuckDB would read as another, and asks how wide decimals are', () => {
    const columns = [column('timestamp', 'timestamp with time zone', 'at'), column('decimal', 'numeric', 'sum')];
    const rows = copiedRows('in', 'in-0.csv', columns);
    expect(rows?.create).toContain("c0[5] = '-' AND NOT ends_with(c0, 'BC')");
    expect(rows?.create).toContain("'c0': 'VARCHAR'");
    expect(rows?.measured.map(({ alter }) => alter('DECIMAL(18,2)'))).toEqual([
      'ALTER TABLE "in" ALTER "sum" TYPE DECIMAL(18,2)',
    ]);
  });

  it.each<[ResultColumn[]]>([[[]], [[column('integer'), column('time')]]])('leaves %j to others', (columns) => {
    expect(copiedRows('in', 'in-0.csv', columns)).toBeNull();
  });
});
