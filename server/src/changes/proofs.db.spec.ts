import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ChangeRow, ChangeSetDetails, RowEdit } from '#libs/api';
import { roundsOf } from '../faults/testing/rounds.js';
import { ChangesApp, editsOf } from './testing/changes-app.js';

const SEED = 22;

let app: ChangesApp;
beforeAll(async () => {
  app = await ChangesApp.start();
  await app.database.execute(`
    CREATE TYPE mood AS ENUM ('sad', 'glad');
    CREATE DOMAIN positive AS integer CHECK (VALUE > 0);
    CREATE TABLE wide (
      id integer PRIMARY KEY, n numeric, t text, j json, b bytea, m mood DEFAULT 'glad', p positive DEFAULT 1,
      at timestamptz DEFAULT clock_timestamp(), a text[], d double precision, c char(3),
      number bigint GENERATED ALWAYS AS IDENTITY, twice numeric GENERATED ALWAYS AS (n * 2) STORED,
      period int4range, EXCLUDE USING gist (period WITH &&));
    CREATE TABLE child (id integer PRIMARY KEY, parent integer REFERENCES wide ON UPDATE CASCADE ON DELETE RESTRICT);
    CREATE TABLE counter (id integer PRIMARY KEY, n integer NOT NULL)`);
});
afterAll(() => app.stop());

const copyOf = (table: string) => app.cells(`SELECT ${table}::text FROM ${table} ORDER BY 1`);
const edits = editsOf('wide');

async function fill(): Promise<void> {
  await app.database.execute(`
    TRUNCATE wide, child;
    INSERT INTO wide (id, n, t, j, b, a, d, c, period) VALUES
      (1, 1.50, '', '{"a":  1}', '\\x00ff', '{a,NULL,"b,c"}', 0.1, 'a', '[1,5)'),
      (2, 9007199254740993, NULL, NULL, '', '{}', 'NaN', NULL, NULL),
      (3, -0.000, E'é\\n', '[]', NULL, NULL, '-Infinity', 'abc', '[5,9)');
    INSERT INTO child VALUES (1, 1)`);
}

const value = {
  n: fc.constantFrom('0', '1.500', '123456789012345678901234567890.5', null, 'no number'),
  t: fc.constantFrom('', 'text', "it's; DROP TABLE wide", null),
  j: fc.constantFrom('{"b":   2}', 'null', null),
  b: fc.constantFrom(String.raw`\x`, String.raw`\x0102`, null),
  m: fc.constantFrom('sad', 'glad', { default: true } as const, 'angry'),
  p: fc.constantFrom('5', { default: true } as const, '0'),
  period: fc.constantFrom('[20,25)', '[3,7)', null),
};
const values = fc.record(value, { requiredKeys: [] });
const id = fc.constantFrom('1', '2', '3');
const anEdit: fc.Arbitrary<RowEdit> = fc.oneof(
  fc.tuple(fc.constantFrom('1', '7', '8'), values).map(([key, given]) => edits.insert({ id: key, ...given })),
  fc.tuple(id, values).map(([key, given]) => edits.update({ id: key }, {}, given)),
  id.map((key) => edits.remove({ id: key }, {})),
);

/** With the former values that the edits have to know. */
async function asEdited(some: readonly RowEdit[]): Promise<RowEdit[]> {
  const columns = ['n', 't', 'j', 'b', 'm', 'p', 'period'];
  const rows = new Map(
    (await app.cells(`SELECT id, ${columns.join(', ')} FROM wide`)).map(([key, ...row]) => [key, row]),
  );
  return some.flatMap((edit): RowEdit[] => {
    if (edit.kind === 'insert') return [edit];
    if (edit.kind === 'update' && Object.keys(edit.values).length === 0) return [];
    const row = rows.get(edit.key.id ?? '') ?? [];
    return [{ ...edit, before: Object.fromEntries(columns.map((name, index) => [name, row[index] ?? null])) }];
  });
}

/** The rows of a change set without what varies. */
const comparable = (rows: readonly ChangeRow[], varying: ReadonlyMap<number, readonly string[]>) =>
  rows.map(({ item, columns, before, after }) => {
    const kept = (_: unknown, index: number) => varying.get(item)?.includes(columns[index] ?? '') !== true;
    return [item, before, after?.filter(kept)];
  });

describe('a random change set', () => {
  it(
    'does what its rehearsal showed or nothing, and undo gives every row back byte for byte',
    async () => {
      const edited = fc.uniqueArray(anEdit, {
        maxLength: 4,
        minLength: 1,
        selector: (edit) => ('key' in edit ? edit.key.id : JSON.stringify(edit)),
      });
      let appliedCount = 0;
      const work = async (some: RowEdit[]): Promise<void> => {
        await fill();
        const before = await copyOf('wide');
        const items = await asEdited(some);
        if (items.length === 0) return;
        const change = await app.rehearsed(items);
        expect(await copyOf('wide')).toEqual(before);
        if (change.rehearsal?.status !== 'ready') {
          expect((await app.apply(change)).status).toBe(409);
          expect(await copyOf('wide')).toEqual(before);
          return;
        }
        const rehearsed = await app.rowsOf(change.id);
        const { body } = await app.apply(change);
        expect(body.state).toBe('applied');
        const varying = new Map(rehearsed.map((row) => [row.item, row.varying]));
        expect(comparable(await app.rowsOf(change.id), varying)).toEqual(comparable(rehearsed, varying));
        await app.undone(body);
        expect(await copyOf('wide')).toEqual(before);
        appliedCount += 1;
      };
      await fc.assert(fc.asyncProperty(edited, work), { seed: SEED, numRuns: 3 * roundsOf(5) });
      expect(appliedCount).toBeGreaterThan(1);
    },
    30_000 * roundsOf(5),
  );
});

describe('several people who edit the same rows', () => {
  it(
    'lose no update: the end is a serial order of what was applied',
    async () => {
      await app.database.execute('TRUNCATE counter; INSERT INTO counter SELECT n, 0 FROM generate_series(1, 3) AS n');
      const counter = editsOf('counter');
      const applied: [string, string][] = [];
      const person = async (name: number): Promise<void> => {
        for (let round = 0; round < 2 * roundsOf(3); round += 1) {
          const key = String(1 + ((name + round) % 3));
          const [[n = null] = []] = await app.cells(`SELECT n FROM counter WHERE id = ${key}`);
          const next = String(Number(n) + 1);
          const change = await app.rehearsed([counter.update({ id: key }, { n }, { n: next })]);
          if (change.rehearsal?.status !== 'ready') continue;
          const { body } = await app.apply(change);
          if ((body as Partial<ChangeSetDetails>).state === 'applied') applied.push([key, next]);
        }
      };
      await Promise.all([1, 2, 3, 4].map(person));
      const end = await app.cells('SELECT id, n FROM counter ORDER BY id');
      // Each applied edit adds one to what it read, so a lost update would leave a smaller number.
      expect(end).toEqual(['1', '2', '3'].map((key) => [key, String(applied.filter(([one]) => one === key).length)]));
      expect(applied.length).toBeGreaterThan(2);
    },
    60_000 * roundsOf(3),
  );
});
