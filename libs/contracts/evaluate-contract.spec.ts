import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Catalog, type Table, applyDiff, diffCatalogs, firstFormatTable } from '../catalog/index.js';
import { anyCatalog, shuffledCatalog } from '../catalog/testing/any-catalog.js';
import { foreignKeyOf, tableOf } from '../catalog/testing/table-of.js';
import { type Contract, evaluateContract, freezeContract, violationMessage } from './index.js';

function frozen(catalog: Catalog): Contract {
  const outcome = freezeContract({ name: 'c', connectionId: 'shop', frozenAt: '2026-11-20T10:00:00+00:00', catalog });
  if (outcome.kind !== 'frozen') throw new Error('not frozen');
  return outcome.contract;
}

const TABLE: Table = {
  ...tableOf('geo.orders', ['id bigint not null', 'tenant integer', 'no integer']),
  primary_key: ['id'],
  foreign_keys: [foreignKeyOf(['tenant'], 'tenants', ['id']), foreignKeyOf(['tenant', 'no'], 'geo.l', ['t', 'n'])],
  indexes: [{ name: 'i', definition: 'btree (no)' }],
};
const COLUMNS = ['id bigint not null', 'tenant integer', 'no integer'];

const CASES: readonly { what: string; actual: Table[]; summaries: string[] }[] = [
  { what: 'nothing in what was frozen', actual: [TABLE], summaries: [] },
  { what: 'a table that is gone, once', actual: [], summaries: ['geo.orders: table no longer exists'] },
  {
    what: 'a table of that name in another schema as gone',
    actual: [{ ...TABLE, schema: 'public' }],
    summaries: ['geo.orders: table no longer exists'],
  },
  {
    what: 'a column that is gone, once',
    actual: [{ ...TABLE, columns: tableOf('t', ['id bigint not null', 'tenant integer']).columns }],
    summaries: ['geo.orders.no: column no longer exists'],
  },
  {
    what: 'a type',
    actual: [{ ...TABLE, columns: tableOf('t', ['id bigint not null', 'tenant integer', 'no text']).columns }],
    summaries: ['geo.orders.no: type integer → text'],
  },
  {
    what: 'nullability both ways, in the order of the columns',
    actual: [{ ...TABLE, columns: tableOf('t', ['id bigint', 'tenant integer not null', 'no integer']).columns }],
    summaries: ['geo.orders.id: NOT NULL dropped', 'geo.orders.tenant: NOT NULL added'],
  },
  {
    what: 'another primary key',
    actual: [{ ...TABLE, primary_key: ['tenant', 'id'] }],
    summaries: ['geo.orders: primary key [id] → [tenant, id]'],
  },
  {
    what: 'no primary key',
    actual: [{ ...TABLE, primary_key: [] }],
    summaries: ['geo.orders: primary key [id] → []'],
  },
  {
    what: 'foreign keys that are gone or point elsewhere',
    actual: [{ ...TABLE, foreign_keys: [foreignKeyOf(['tenant'], 'geo.tenants', ['id'])] }],
    summaries: [
      'geo.orders.(no, tenant): FK (no, tenant) → geo.l.(n, t) is gone',
      'geo.orders.tenant: FK tenant → tenants.id is gone',
    ],
  },
  {
    what: 'nothing in additions, lost indexes and another order of columns',
    actual: [
      tableOf('geo.other', ['id integer not null']),
      {
        ...TABLE,
        columns: tableOf('t', ['new text not null', ...COLUMNS.toReversed()]).columns,
        foreign_keys: [foreignKeyOf(['no'], 'x', ['id']), ...TABLE.foreign_keys.toReversed()],
        indexes: [{ name: 'j', definition: 'btree (id)' }],
      },
    ],
    summaries: [],
  },
];

/** Catalogs with nothing but what a contract can expect, and indexes. */
const anyPromisedCatalog = anyCatalog.map(({ tables }) => ({ tables: tables.map(firstFormatTable) }));

describe('evaluateContract', () => {
  it.each(CASES)('reports $what', ({ actual, summaries }) => {
    const violations = evaluateContract(frozen({ tables: [TABLE] }), { tables: actual });
    expect(violations.map(({ summary }) => summary)).toEqual(summaries);
    expect(violationMessage(violations)).toBe(summaries.join('; '));
  });

  it('says what was expected beside what is there', () => {
    const actual = { ...TABLE, columns: tableOf('t', ['id bigint', 'tenant text']).columns };
    const at = { schema: 'geo', name: 'orders', table: 'geo.orders' };
    const found = evaluateContract(frozen({ tables: [TABLE] }), { tables: [actual] });
    expect(found.map(({ summary: _, ...facts }) => facts)).toEqual([
      { ...at, kind: 'nullability_changed', column: 'id', expected: false, actual: true },
      { ...at, kind: 'type_changed', column: 'tenant', expected: 'integer', actual: 'text' },
      { ...at, kind: 'column_gone', column: 'no', expected: 'integer' },
    ]);
  });

  it('holds for the catalog that was frozen, in any order', () => {
    const reordered = anyCatalog.chain((catalog) => fc.tuple(fc.constant(catalog), shuffledCatalog(catalog)));
    fc.assert(
      fc.property(reordered, ([catalog, turned]) => {
        expect(evaluateContract(frozen(catalog), turned)).toEqual([]);
        expect(frozen(turned)).toEqual(frozen(catalog));
      }),
    );
  });

  it('holds whatever happens to facts that no contract expects', () => {
    fc.assert(
      fc.property(anyCatalog, (catalog) => {
        const contract = frozen(catalog);
        expect(evaluateContract(contract, { tables: catalog.tables.map(firstFormatTable) })).toEqual([]);
        const attached = { schema: 'public', name: 'parent' };
        const tables = catalog.tables.map((table) => ({
          ...table,
          partition_of: attached,
          checks: [],
          extension: 'x',
        }));
        expect(evaluateContract(contract, { ...catalog, tables })).toEqual([]);
      }),
    );
  });

  it('is never broken by additions, and broken by everything else', () => {
    fc.assert(
      fc.property(anyPromisedCatalog, anyPromisedCatalog, (before, after) => {
        const changes = diffCatalogs(before, after);
        const isHarmless = ({ kind }: { kind: string }) => kind.endsWith('_added') || kind.startsWith('index_');
        const contract = frozen(before);
        expect(evaluateContract(contract, applyDiff(before, changes.filter(isHarmless)))).toEqual([]);
        const harm = changes.filter((change) => !isHarmless(change));
        expect(evaluateContract(contract, after)).toHaveLength(harm.length);
      }),
      { numRuns: 300 },
    );
  });

  it('is described on one line for any name, and changes nothing', () => {
    fc.assert(
      fc.property(anyCatalog, anyCatalog, (before, after) => {
        const contract = frozen(before);
        const copies = structuredClone([contract, after]);
        const message = violationMessage(evaluateContract(contract, after));
        expect(message).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
        expect([contract, after]).toEqual(copies);
      }),
    );
  });
});
