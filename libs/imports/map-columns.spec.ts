import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isImportable, isRequired, mapColumns } from './map-columns.js';
import type { TargetColumn } from './map-columns.js';

const column = (name: string, more: Partial<TargetColumn> = {}): TargetColumn => ({
  ...{ name, nullable: true, default: null, is_generated: false, identity: null },
  ...more,
});
const pairs = (sources: string[], targets: TargetColumn[]) =>
  mapColumns(sources, targets).map(({ source, target }) => [source, target]);

it('finds the same names, then the same letters', () => {
  expect(pairs(['Customer ID', 'name', 'NAME'], [column('customer_id'), column('NAME'), column('other')])).toEqual([
    ['Customer ID', 'customer_id'],
    ['NAME', 'NAME'],
  ]);
});

it('leaves out columns that the database computes', () => {
  const computed = [column('a', { is_generated: true }), column('b', { identity: 'always' })];
  expect(pairs(['a', 'b'], computed)).toEqual([]);
  expect(computed.map(isImportable)).toEqual([false, false]);
});

it('finds no names in signs alone', () => {
  expect(pairs(['#'], [column('%')])).toEqual([]);
});

it.each([
  [{}, false],
  [{ nullable: false }, true],
  [{ nullable: false, default: '1' }, false],
  [{ nullable: false, identity: 'by_default' as const }, false],
  [{ nullable: false, is_generated: true }, false],
])('knows whether a column needs a value: %j', (more, expected) => {
  expect(isRequired(column('a', more))).toBe(expected);
});

it('uses each column once', () => {
  const names = fc.array(fc.constantFrom('a', 'A', 'a_', 'b', 'B ', '_'));
  fc.assert(
    fc.property(names, names, (sources, targets) => {
      const mapped = mapColumns(
        [...new Set(sources)],
        [...new Set(targets)].map((name) => column(name)),
      );
      expect(new Set(mapped.map(({ source }) => source)).size).toBe(mapped.length);
      expect(new Set(mapped.map(({ target }) => target)).size).toBe(mapped.length);
    }),
  );
});
