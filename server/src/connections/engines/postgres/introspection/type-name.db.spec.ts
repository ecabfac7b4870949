import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BUILTIN_ELEMENTS, BUILTIN_TYPES } from './builtin-types.js';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.js';
import { builtinType } from './type-name.js';

/** Modifiers of every sort of type: lengths, precisions, packed precision and scale (negative too), interval fields. */
const LENGTHS = [5, 9, 14, 1004, 10485764];
const PRECISIONS = [0, 1, 3, 6];
const NUMERICS = [
  [1, 0],
  [12, 2],
  [1000, 500],
  [1000, 1000],
  [5, -3],
  [2, 1000],
].map(([precision = 0, scale = 0]) => ((precision << 16) | (scale & 0x7ff)) + 4);
const INTERVALS = [4, 2, 8, 0x400, 0x800, 0x1000, 6, 0x408, 0xc08, 0x1c08, 0xc00, 0x1c00, 0x1800, 0x7fff].flatMap(
  (fields) => [0xffff, 0, 3, 6].map((precision) => (fields << 16) | precision),
);
const MODIFIERS: Readonly<Record<number, readonly number[]>> = {
  1042: LENGTHS,
  1043: LENGTHS,
  1083: PRECISIONS,
  1114: PRECISIONS,
  1184: PRECISIONS,
  1266: PRECISIONS,
  1186: INTERVALS,
  1560: [1, 8, 64],
  1562: [1, 8, 64],
  1700: NUMERICS,
};

describe('the names of built-in types', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.dispose());

  it('are those that the server prints, with every modifier and as arrays', async () => {
    const arrays = new Map([...BUILTIN_ELEMENTS].map(([arrayOid, oid]) => [oid, arrayOid]));
    const asked = [...BUILTIN_TYPES.keys()].flatMap((oid) => {
      const modifiers = [-1, ...(MODIFIERS[oid] ?? [])];
      const oids = [oid, arrays.get(oid)].filter((one) => one !== undefined);
      return oids.flatMap((one) => modifiers.map((typmod) => ({ oid: one, typmod })));
    });
    const values = asked.map(({ oid, typmod }) => `(${oid}, ${typmod})`).join(', ');
    const { rows } = await database.execute(
      `SELECT a.oid, a.typmod, format_type(a.oid, a.typmod) AS name
         FROM (VALUES ${values}) AS a (oid, typmod) JOIN pg_type t ON t.oid = a.oid`,
    );
    expect(rows.length).toBeGreaterThan(200);
    expect(rows.map((row) => ({ ...row, name: builtinType(Number(row.oid), Number(row.typmod))?.name }))).toEqual(rows);
  });
});
