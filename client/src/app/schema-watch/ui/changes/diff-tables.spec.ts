import { afterEach, describe, expect, it } from '@jest/globals';
import { Part, words } from '../../../../testing/part';
import type { DiffTable } from '../../data/diff-tables';
import { DiffTables } from './diff-tables';

afterEach(() => Part.clear());

function table(name: string, count: number): DiffTable {
  const lines = Array.from({ length: count }, (_, place) => {
    return { sign: '+', text: `column c${place}`, note: '', breaksContract: false } as const;
  });
  return { table: name, isRecreated: false, sentences: [], lines };
}

const rowsOf = (part: Part<DiffTables>): number => part.element.querySelectorAll('.table, .line').length;

describe('a difference by table', () => {
  it('is drawn as a whole where it is short', async () => {
    const part = await Part.show(DiffTables, { tables: [table('orders', 2), table('carts', 1)] });
    expect([...part.element.querySelectorAll('.table, .line')].map((row) => words(row))).toEqual([
      'orders 2 added',
      ...['+ added: column c0', '+ added: column c1'],
      'carts 1 added',
      '+ added: column c0',
    ]);
    expect(part.text).not.toContain('Show more');
  });

  it('is drawn a hundred lines at a time where it is long', async () => {
    const part = await Part.show(DiffTables, { tables: [table('orders', 98), table('carts', 100)] });
    expect([rowsOf(part), part.text.includes('carts 100 added')]).toEqual([100, true]);
    await part.press('Show more');
    expect([rowsOf(part), part.text.includes('Show more')]).toEqual([200, false]);
  });
});
