import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { diffCatalogs } from '../catalog/index.js';
import type { Catalog } from '../catalog/index.js';
import { anyCatalog } from '../catalog/testing/any-catalog.js';
import { changeBreaks, evaluateContract, freezeContract } from './index.js';
import type { Contract } from './index.js';

function frozen(catalog: Catalog): Contract {
  const outcome = freezeContract({ name: 'c', connectionId: 'shop', frozenAt: '2026-11-20T10:00:00+00:00', catalog });
  if (outcome.kind !== 'frozen') throw new Error('not frozen');
  return outcome.contract;
}
const breaksOf = (contract: Contract, before: Catalog, after: Catalog) =>
  diffCatalogs(before, after).flatMap((change) => changeBreaks(contract)(change) ?? []);
const sorted = (violations: readonly unknown[]) => violations.map((violation) => JSON.stringify(violation)).sort();

describe('what a change breaks', () => {
  it('is, of all changes since the freeze, what the evaluation finds', () => {
    fc.assert(
      fc.property(anyCatalog, anyCatalog, (before, after) => {
        const contract = frozen(before);
        const found = sorted(breaksOf(contract, before, after));
        expect(found).toEqual(sorted(evaluateContract(contract, after)));
      }),
      { numRuns: 300 },
    );
  });

  it('is nothing where a change brings back what is expected', () => {
    fc.assert(
      fc.property(anyCatalog, anyCatalog, (expected, other) => {
        expect(breaksOf(frozen(expected), other, expected)).toEqual([]);
      }),
    );
  });

  it('is nothing outside of what was frozen', () => {
    fc.assert(
      fc.property(anyCatalog, anyCatalog, (before, after) => {
        expect(breaksOf(frozen({ tables: [] }), before, after)).toEqual([]);
      }),
    );
  });
});

it('finds the table of each change at once, however many are frozen', () => {
  const count = 500;
  let reads = 0;
  const shape = { schema: 'public', primary_key: [], columns: [], foreign_keys: [], indexes: [] };
  const tables = Array.from({ length: count }, (_, place) => ({
    ...shape,
    get name() {
      reads += 1;
      return `t${place}`;
    },
  }));
  const breaks = changeBreaks({ name: 'c', connection_id: 'shop', frozen_at: '2026-11-20T10:00:00Z', tables });
  const names = tables.map((_, place) => `t${place}`);
  const found = names.map((name) =>
    breaks({ schema: 'public', name, table: name, summary: '', kind: 'table_removed', before: { ...shape, name } }),
  );
  expect(found.filter((violation) => violation !== null)).toHaveLength(count);
  expect(reads).toBeLessThan(10 * count);
});
