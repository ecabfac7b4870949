import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { TableIndex } from './table-index.js';

const named = (schema: string, name: string, id = 0) => ({ schema, name, id });

describe('an index of tables', () => {
  it('finds a table by both of its names', () => {
    const index = new TableIndex([named('a', 'bc', 1), named('ab', 'c', 2), named('a', 'c', 3)]);
    expect([named('a', 'bc'), named('ab', 'c'), named('a', 'c')].map((name) => index.get(name)?.id)).toEqual([1, 2, 3]);
    for (const name of [named('b', 'c'), named('a', 'b'), named('', '')]) expect(index.get(name)).toBeUndefined();
  });

  it.each(['__proto__', 'constructor', '', 'a.b', '"'])('finds a schema and a table called %j', (name) => {
    const index = new TableIndex([named('other', name, 1), named(name, name, 7)]);
    expect(index.get(named(name, name))?.id).toBe(7);
  });

  it('finds the same tables in every order of asking', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd');
    const names = fc.array(fc.tuple(name, name), { maxLength: 30 });
    fc.assert(
      fc.property(names, names, (present, asked) => {
        const unique = [
          ...new Map(present.map(([schema, table]) => [`${schema} ${table}`, named(schema, table)])).values(),
        ];
        const index = new TableIndex(unique);
        for (const [schema, table] of asked) {
          const expected = unique.find((one) => one.schema === schema && one.name === table);
          expect(index.get({ schema, name: table })).toBe(expected);
        }
      }),
    );
  });
});
