import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { diffCatalogs } from '../catalog/index.js';
import type { Catalog, CatalogChange, ForeignKey } from '../catalog/index.js';
import { anyCatalog } from '../catalog/testing/any-catalog.js';
import { causesViolation, changeBreaks, evaluateContract, freezeContract } from './index.js';
import type { Contract, Violation } from './index.js';

function frozen(catalog: Catalog): Contract {
  const outcome = freezeContract({ name: 'c', connectionId: 'shop', frozenAt: '2026-11-20T10:00:00+00:00', catalog });
  if (outcome.kind !== 'frozen') throw new Error('not frozen');
  return outcome.contract;
}

const orders = { schema: 'public', name: 'orders', table: 'orders', summary: '' };
const text = { name: 'code', type: 'text', nullable: true, position: 1 };
const toProducts: ForeignKey = {
  columns: ['product_id'],
  references: { schema: 'public', name: 'products', columns: ['id'] },
};
const columnGone: Violation = { ...orders, kind: 'column_gone', column: 'code', expected: 'text' };
const keyGone: Violation = { ...orders, kind: 'foreign_key_gone', column: 'product_id', expected: toProducts };

describe('the changes behind violations', () => {
  it('are, since the freeze, those that each break an expectation', () => {
    fc.assert(
      fc.property(anyCatalog, anyCatalog, (before, after) => {
        const contract = frozen(before);
        const changes = diffCatalogs(before, after);
        const behind = changes.filter(causesViolation(evaluateContract(contract, after)));
        expect(behind).toEqual(changes.filter((change) => changeBreaks(contract)(change) !== null));
      }),
      { numRuns: 300 },
    );
  });

  it.each<[string, CatalogChange, Violation, boolean]>([
    ['a column that went', { ...orders, kind: 'column_removed', column: 'code', before: text }, columnGone, true],
    ['another column', { ...orders, kind: 'column_removed', column: 'else', before: text }, columnGone, false],
    ['a column that came', { ...orders, kind: 'column_added', column: 'code', after: text }, columnGone, false],
    [
      'a column of a table in another schema',
      { ...orders, schema: 'crm', kind: 'column_removed', column: 'code', before: text },
      columnGone,
      false,
    ],
    ['a foreign key that went', { ...orders, kind: 'foreign_key_removed', before: toProducts }, keyGone, true],
    [
      'a foreign key of another column',
      { ...orders, kind: 'foreign_key_removed', before: { ...toProducts, columns: ['other_id'] } },
      keyGone,
      false,
    ],
  ])('%s', (_, change, violation, expected) => {
    expect(causesViolation([violation])(change)).toBe(expected);
  });

  it('are none where nothing is violated', () => {
    expect(causesViolation([])({ ...orders, kind: 'column_removed', column: 'code', before: text })).toBe(false);
  });
});
