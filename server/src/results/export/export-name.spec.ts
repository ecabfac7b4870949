import { describe, expect, it } from '@jest/globals';
import type { ResultColumn } from '#libs/api';
import { exportName } from './export-name.js';

const from = (...tables: (string | null)[]): ResultColumn[] =>
  tables.map((table) => ({ name: 'x', type: 'text', kind: 'text', table }));
const subject = { connectionId: 'shop', startedAt: '2026-05-19T09:41:12.345Z', isWhole: true, format: 'csv' } as const;

describe('exportName', () => {
  it.each([
    [from('public.orders', 'public.orders'), 'public.orders-2026-05-19-094112.csv'],
    [from('public.orders', null), 'shop-2026-05-19-094112.csv'],
    [from(null), 'shop-2026-05-19-094112.csv'],
    [from(), 'shop-2026-05-19-094112.csv'],
    [from('../../etc/"passwd"\r\nX: 1'), 'etc_passwd_X_1-2026-05-19-094112.csv'],
    [from('данные'), 'result-2026-05-19-094112.csv'],
    [from('x'.repeat(500)), `${'x'.repeat(80)}-2026-05-19-094112.csv`],
  ])('names the file of %j', (columns, name) => {
    expect(exportName({ ...subject, columns })).toBe(name);
  });

  it.each([
    ['csv-excel', 'shop-2026-05-19-094112.csv'],
    ['parquet', 'shop-2026-05-19-094112.parquet'],
  ] as const)('ends the name of a file of %s as programs expect it', (format, name) => {
    expect(exportName({ ...subject, columns: [], format })).toBe(name);
  });

  it('says when rows are missing', () => {
    expect(exportName({ ...subject, columns: [], isWhole: false, format: 'json' })).toBe(
      'shop-2026-05-19-094112-partial.json',
    );
  });
});
