import { describe, expect, it } from '@jest/globals';
import type { Catalog, TableIdentity } from './index.js';
import { diffCatalogs, recreatedTables, traceRenames } from './index.js';

type Shape = Record<string, { id: string; columns: Record<string, number> }>;

const catalogOf = (shape: Shape): Catalog => ({
  tables: Object.entries(shape).map(([name, { columns }]) => ({
    schema: 'public',
    name,
    columns: Object.keys(columns).map((column, index) => ({
      name: column,
      type: 'text',
      nullable: true,
      position: index + 1,
    })),
    primary_key: [],
    foreign_keys: [],
    indexes: [],
  })),
});
const identitiesOf = (shape: Shape): TableIdentity[] =>
  Object.entries(shape).map(([name, { id, columns }]) => ({
    schema: 'public',
    name,
    object_id: id,
    column_numbers: new Map(Object.entries(columns)),
  }));
const traced = (before: Shape, after: Shape) =>
  traceRenames(diffCatalogs(catalogOf(before), catalogOf(after)), identitiesOf(before), identitiesOf(after)).map(
    ({ summary, renamed_from, renamed_to }) => [summary, renamed_from ?? renamed_to ?? null],
  );

describe('traceRenames', () => {
  it.each<[string, Shape, Shape, [string, string | null][]]>([
    [
      'a renamed table',
      { a: { id: '1', columns: { x: 1 } } },
      { b: { id: '1', columns: { x: 1 } } },
      [
        ['- table a', 'b'],
        ['+ table b', 'a'],
      ],
    ],
    [
      'another table in its place',
      { a: { id: '1', columns: { x: 1 } } },
      { b: { id: '2', columns: { x: 1 } } },
      [
        ['- table a', null],
        ['+ table b', null],
      ],
    ],
    [
      'a renamed column',
      { a: { id: '1', columns: { x: 1, y: 2 } } },
      { a: { id: '1', columns: { x: 1, z: 2 } } },
      [
        ['a: - column y', 'z'],
        ['a: + column z text', 'y'],
      ],
    ],
    [
      'a column dropped and another one added',
      { a: { id: '1', columns: { x: 1, y: 2 } } },
      { a: { id: '1', columns: { x: 1, z: 3 } } },
      [
        ['a: - column y', null],
        ['a: + column z text', null],
      ],
    ],
    [
      'a column of a table that was made anew',
      { a: { id: '1', columns: { x: 1 } } },
      { a: { id: '2', columns: { z: 1 } } },
      [
        ['a: - column x', null],
        ['a: + column z text', null],
      ],
    ],
  ])('traces %s', (_, before, after, expected) => {
    expect(traced(before, after)).toEqual(expected);
  });

  it('takes a time linear in the number of tables', () => {
    const shapeOf = (tables: number, column: string): Shape =>
      Object.fromEntries(
        Array.from({ length: tables }, (_, at) => [`t${at}`, { id: `${at}`, columns: { [column]: 1 } }]),
      );
    const msOf = (tables: number): number => {
      const [before, after] = [shapeOf(tables, 'x'), shapeOf(tables, 'y')];
      const changes = diffCatalogs(catalogOf(before), catalogOf(after));
      const [old, current] = [identitiesOf(before), identitiesOf(after)];
      const begun = process.cpuUsage();
      expect(traceRenames(changes, old, current)).toHaveLength(2 * tables);
      return process.cpuUsage(begun).user / 1000;
    };
    const isLinear = (): boolean => {
      const [few, many] = [msOf(1_000), msOf(10_000)];
      return many < 100 || many < 40 * few;
    };
    expect([1, 2, 3].some(isLinear)).toBe(true);
  });

  it('traces nothing where nothing changed', () => {
    const shape = { a: { id: '1', columns: { x: 1 } } };
    expect(traced(shape, shape)).toEqual([]);
  });
});

describe('recreatedTables', () => {
  it('names tables with another id under the same name', () => {
    const before = identitiesOf({ a: { id: '1', columns: {} }, b: { id: '2', columns: {} } });
    const after = identitiesOf({
      a: { id: '3', columns: {} },
      b: { id: '2', columns: {} },
      c: { id: '4', columns: {} },
    });
    expect(recreatedTables(before, after)).toEqual(['a']);
  });
});
