import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Catalog } from './catalog.js';
import { applyDiff, canonicalCatalog, changeMessage, diffCatalogs } from './index.js';
import { anyCatalog, shuffledCatalog } from './testing/any-catalog.js';

const reordered = anyCatalog.chain((catalog) => fc.tuple(fc.constant(catalog), shuffledCatalog(catalog)));

function withoutPositions(catalog: Catalog): unknown {
  return canonicalCatalog(catalog).tables.map((table) => ({
    ...table,
    columns: new Map(table.columns.map(({ name, type, nullable }) => [name, { type, nullable }])),
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

  it('is told in one paragraph without line breaks or control characters, one sentence a change', () => {
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
