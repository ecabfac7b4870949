import { beforeAll, describe, expect, it } from '@jest/globals';
import { loadModule, parseSync } from 'libpg-query';
import type { StatementTree } from './rehearsal-obstacle.js';
import { writeTarget } from './write-target.js';
import type { WriteTarget } from './write-target.js';

beforeAll(() => loadModule());

const PEOPLE = { schema: null, table: 'people', assigned: [] };

describe('the table that a statement writes', () => {
  it.each<[string, WriteTarget | null]>([
    ['DELETE FROM people', { ...PEOPLE, kind: 'delete' }],
    ['DELETE FROM people AS p USING pets WHERE p.id = pets.owner', { ...PEOPLE, kind: 'delete' }],
    ['UPDATE people SET name = $1, "Size" = 2 FROM pets', { ...PEOPLE, kind: 'update', assigned: ['name', 'Size'] }],
    ['UPDATE people SET (a, b) = (SELECT 1, 2)', { ...PEOPLE, kind: 'update', assigned: ['a', 'b'] }],
    [
      'INSERT INTO "My Schema"."Weird ""Table""" SELECT 1',
      { kind: 'insert', schema: 'My Schema', table: 'Weird "Table"', assigned: [] },
    ],
    [
      'WITH x AS (DELETE FROM pets) INSERT INTO people VALUES (1) ON CONFLICT (id) DO UPDATE SET id = 2',
      { ...PEOPLE, kind: 'insert', assigned: ['id'] },
    ],
    ['SELECT 1', null],
    ['DROP TABLE people', null],
  ])('of %s', (sql, target) => {
    const { stmts = [] } = parseSync(sql);
    expect(writeTarget((stmts[0]?.stmt ?? {}) as unknown as StatementTree)).toEqual(target);
  });
});
