import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Catalog } from './catalog.js';
import {
  applyDiff,
  canonicalCatalog,
  changeMessage,
  diffCatalogs,
  firstFormatTable,
  isDefaultTable,
  recreations,
  selectTables,
  tableKey,
} from './index.js';
import type { TableIdentity } from './index.js';
import { anyCatalog, shuffledCatalog } from './testing/any-catalog.js';

const reordered = anyCatalog.chain((catalog) => fc.tuple(fc.constant(catalog), shuffledCatalog(catalog)));

function withoutPositions(catalog: Catalog): unknown {
  return canonicalCatalog(catalog).tables.map((table) => ({
    ...table,
    columns: new Map(table.columns.map(({ position: _, ...column }) => [column.name, column])),
  }));
}

describe('the laws of a diff', () => {
  it('finds nothing between a catalog and itself, nor a copy of it', () => {
    fc.assert(
      fc.property(anyCatalog, (catalog) => {
        expect(diffCatalogs(catalog, catalog)).toEqual([]);
        expect(diffCatalogs(catalog, structuredClone(catalog))).toEqual([]);
        expect(diffCatalogs(canonicalCatalog(catalog), catalog)).toEqual([]);
      }),
    );
  });

  it('leads from the old catalog to the new one', () => {
    fc.assert(
      fc.property(anyCatalog, anyCatalog, (before, after) => {
        expect(applyDiff(before, diffCatalogs(before, after))).toEqual(canonicalCatalog(after));
      }),
      { numRuns: 500 },
    );
  });

  it('leads to the new catalog but for the order of columns when that order changed', () => {
    const renumbered = anyCatalog.map((catalog) => ({
      ...catalog,
      tables: catalog.tables.map((table) => ({
        ...table,
        columns: table.columns.map((column) => ({ ...column, position: -column.position })),
      })),
    }));
    fc.assert(
      fc.property(anyCatalog, renumbered, (before, after) => {
        const reached = applyDiff(before, diffCatalogs(before, after));
        expect(withoutPositions(reached)).toEqual(withoutPositions(after));
        expect(diffCatalogs(reached, after)).toEqual([]);
      }),
    );
  });

  it('survives being stored as JSON', () => {
    fc.assert(
      fc.property(anyCatalog, anyCatalog, (before, after) => {
        const changes = diffCatalogs(before, after);
        const stored = JSON.parse(JSON.stringify(changes)) as typeof changes;
        expect(stored).toEqual(changes);
        expect(applyDiff(before, stored)).toEqual(canonicalCatalog(after));
      }),
    );
  });

  it('does not depend on the order of the input, nor its application on the order of the changes', () => {
    const shuffledChanges = fc.tuple(anyCatalog, anyCatalog).chain(([before, after]) => {
      const changes = diffCatalogs(before, after);
      const shuffled = fc.shuffledSubarray(changes, { minLength: changes.length });
      return fc.tuple(fc.constant(before), fc.constant(after), shuffled);
    });
    fc.assert(
      fc.property(reordered, reordered, ([before, turnedBefore], [after, turnedAfter]) => {
        expect(diffCatalogs(turnedBefore, turnedAfter)).toEqual(diffCatalogs(before, after));
        expect(canonicalCatalog(turnedAfter)).toEqual(canonicalCatalog(after));
      }),
    );
    fc.assert(
      fc.property(shuffledChanges, ([before, after, changes]) => {
        expect(applyDiff(before, changes)).toEqual(canonicalCatalog(after));
      }),
    );
  });

  it('is found in reverse the other way round', () => {
    fc.assert(
      fc.property(anyCatalog, anyCatalog, (before, after) => {
        expect(diffCatalogs(after, before)).toHaveLength(diffCatalogs(before, after).length);
      }),
    );
  });

  it('reads as one paragraph without line breaks or control characters, one sentence a change', () => {
    fc.assert(
      fc.property(anyCatalog, anyCatalog, (before, after) => {
        const changes = diffCatalogs(before, after);
        const message = changeMessage(changes);
        expect(message).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
        expect(message.split('; ').length).toBeGreaterThanOrEqual(Math.max(changes.length, 1));
      }),
    );
  });

  it('changes neither catalog', () => {
    fc.assert(
      fc.property(anyCatalog, anyCatalog, (before, after) => {
        const copies = structuredClone([before, after]);
        applyDiff(before, diffCatalogs(before, after));
        expect([before, after]).toEqual(copies);
      }),
    );
  });
});

/** The catalog as the first format recorded it. */
function recordedFirst({ tables }: Catalog): Catalog {
  return { tables: tables.filter(isDefaultTable).map(firstFormatTable) };
}

describe('a catalog of the first format', () => {
  it('differs from a complete catalog only in what it recorded', () => {
    fc.assert(
      fc.property(anyCatalog, anyCatalog, (before, after) => {
        const old = recordedFirst(before);
        const names = new Set(old.tables.map(tableKey));
        const tables = after.tables.filter((table) => isDefaultTable(table) || names.has(tableKey(table)));
        const expected = diffCatalogs(old, { tables: tables.map(firstFormatTable) });
        expect(diffCatalogs(old, after)).toEqual(expected);
        expect(diffCatalogs(after, old)).toHaveLength(expected.length);
      }),
      { numRuns: 300 },
    );
  });

  it('does not differ from the same catalog, completely recorded', () => {
    fc.assert(
      fc.property(anyCatalog, (catalog) => {
        expect(diffCatalogs(recordedFirst(catalog), catalog)).toEqual([]);
        expect(diffCatalogs(catalog, recordedFirst(catalog))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the selection of tables', () => {
  const named = fc.tuple(anyCatalog, anyCatalog).chain(([before, after]) => {
    return fc.tuple(fc.constant(before), fc.constant(after), fc.subarray([...before.tables, ...after.tables]));
  });

  it('leaves out tables that no catalog has as an ordinary one, unless they are named', () => {
    fc.assert(
      fc.property(named, ([before, after, names]) => {
        const wanted = new Set(names.map(tableKey));
        for (const table of [...before.tables, ...after.tables]) if (isDefaultTable(table)) wanted.add(tableKey(table));
        const changes = diffCatalogs(...selectTables(before, after, names));
        const isObject = (kind: string) => kind.startsWith('object_');
        const expected = diffCatalogs(before, after).filter((change) => {
          return isObject(change.kind) || wanted.has(tableKey(change));
        });
        expect(changes).toEqual(expected);
      }),
    );
  });
});

/** Identities of a catalog's tables, with ids from `first` on. */
function identitiesOf(catalog: Catalog, first: number): TableIdentity[] {
  return catalog.tables.map(({ schema, name, columns }, index) => ({
    ...{ schema, name, object_id: String(first + index) },
    column_numbers: new Map(columns.map((column, place) => [column.name, first + place])),
  }));
}

describe('recreations', () => {
  it('name every table of a catalog that was built again, and nothing of one that stayed', () => {
    fc.assert(
      fc.property(anyCatalog, (catalog) => {
        const before = identitiesOf(catalog, 1);
        expect(recreations(before, structuredClone(before))).toEqual([]);
        const changes = recreations(before, identitiesOf(catalog, 1_000));
        expect(changes.map(tableKey)).toEqual(catalog.tables.map(tableKey));
        expect(changes.every(({ kind }) => kind === 'table_recreated')).toBe(true);
        expect(canonicalCatalog(applyDiff(catalog, changes))).toEqual(canonicalCatalog(catalog));
      }),
    );
  });

  it('name every column that was built again in a table that stayed', () => {
    fc.assert(
      fc.property(anyCatalog, (catalog) => {
        const before = identitiesOf(catalog, 1);
        const after = before.map((identity) => ({
          ...identity,
          column_numbers: new Map([...identity.column_numbers].map(([column, number]) => [column, number + 1_000])),
        }));
        const columns = before.flatMap(({ column_numbers: numbers }) => [...numbers.keys()]);
        const changes = recreations(before, after);
        expect(changes.map((change) => (change.kind === 'column_recreated' ? change.column : null))).toEqual(columns);
      }),
    );
  });

  it('name tables whose name another one has now', () => {
    const table = (name: string, id: string): TableIdentity => {
      return { schema: 'public', name, object_id: id, column_numbers: new Map() };
    };
    const sentences = (...identities: Parameters<typeof recreations>) =>
      recreations(...identities).map(({ summary }) => summary);
    expect(sentences([table('a', '1'), table('b', '2')], [table('a', '2'), table('b', '1')])).toEqual([
      'a: replaced by b',
      'b: replaced by a',
    ]);
    expect(sentences([table('a', '1'), table('a_new', '2')], [table('a', '2'), table('a_old', '1')])).toEqual([
      'a: replaced by a_new',
    ]);
    expect(sentences([table('a', '1')], [table('a', '2'), table('a_old', '1')])).toEqual([
      'a: replaced by a new table',
    ]);
    expect(sentences([table('a', '1'), table('b', '2')], [table('b', '1')])).toEqual(['b: replaced by a']);
    expect(sentences([table('a', '1')], [table('b', '1'), table('c', '2')])).toEqual([]);
  });
});
