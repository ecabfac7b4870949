import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anyCatalog } from '../catalog/testing/any-catalog.js';
import { tableOf } from '../catalog/testing/table-of.js';
import { evaluateContract, freezeContract, refreezeChanges } from './index.js';
import type { Contract } from './index.js';
import type { Catalog } from '../catalog/index.js';

function frozen(catalog: Catalog): Contract {
  const outcome = freezeContract({ name: 'A', connectionId: 'shop', frozenAt: '2026-11-20T10:00:00+00:00', catalog });
  if (outcome.kind !== 'frozen') throw new Error('not frozen');
  return outcome.contract;
}

describe('refreezeChanges', () => {
  it('lists added and removed tables and changed expectations, without indexes', () => {
    const before = frozen({ tables: [tableOf('a', ['i integer', 'j text']), tableOf('b', ['i integer'])] });
    const indexed = { ...tableOf('a', ['i bigint']), indexes: [{ name: 'a_i', definition: 'btree (i)' }] };
    const after = frozen({ tables: [indexed, tableOf('c', ['i integer'])] });
    expect(refreezeChanges(before.tables, after.tables).map(({ summary }) => summary)).toEqual([
      'a: - column j',
      'a.i: type integer → bigint',
      '- table b',
      '+ table c',
    ]);
  });

  it('is empty where nothing is different, and then the contract holds', () => {
    fc.assert(
      fc.property(anyCatalog, anyCatalog, (one, other) => {
        const [before, after] = [frozen(one), frozen(other)];
        expect(refreezeChanges(before.tables, before.tables)).toEqual([]);
        const isBroken = evaluateContract(before, other).length > 0;
        if (isBroken) expect(refreezeChanges(before.tables, after.tables)).not.toEqual([]);
      }),
    );
  });
});
