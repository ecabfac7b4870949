import { expect, it } from '@jest/globals';
import type { ChangeItem } from '#libs/api';
import { editedRow } from '#libs/changes';
import { EditedRows, digestsOf } from './edited-rows.js';

function removed(id: number): ChangeItem {
  return { kind: 'delete', schema: 's', table: 't', key: { id: String(id) }, before: {} };
}

it('knows the rows that items edit, in whatever parts they came, and no others', () => {
  const ids = Array.from({ length: 12_000 }, (_, id) => id);
  const added: ChangeItem = { kind: 'insert', schema: 's', table: 't', values: { id: '70000' } };
  const parts = [ids.slice(0, 1), ids.slice(1, 8_000), ids.slice(8_000)].map((some) => digestsOf(some.map(removed)));
  const edited = new EditedRows([...parts, digestsOf([added])]);
  expect([edited.count, edited.partCount]).toEqual([12_000, 4]);
  const has = (id: number): boolean => edited.has(editedRow(removed(id)) ?? '');
  expect(ids.every(has)).toBe(true);
  expect(Array.from({ length: 12_000 }, (_, n) => 12_000 + n).some(has)).toBe(false);
});
