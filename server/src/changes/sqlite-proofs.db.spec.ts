import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Cell, ChangeRow, ChangeSetDetails, RowEdit } from '#libs/api';
import { listChildren } from '../platform/index.js';
import { delayOf, roundsOf } from '../faults/testing/rounds.js';
import { ChangeApplier } from './change-applier.service.js';
import { editsOf, seen } from './testing/changes-caller.js';
import { FileChangesApp } from './testing/file-changes-app.js';

const SEED = 22;
const COLUMNS = ['n', 'r', 't', 'b', 'i', 'u', 'd', 'w', 'a'];

let app: FileChangesApp;
beforeAll(async () => (app = await FileChangesApp.start('lite')));
afterAll(() => app.stop());

/** The first value more often than all others together. */
const mostly = <T>(first: T, ...others: readonly T[]): fc.Arbitrary<T> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(first) }, { weight: 1, arbitrary: fc.constantFrom(...others) });

/** A table in several forms, each with another key, other constraints and triggers. */
const schema = fc.record({
  key: fc.constantFrom('INTEGER PRIMARY KEY', 'INTEGER PRIMARY KEY AUTOINCREMENT', 'TEXT PRIMARY KEY NOT NULL'),
  isWithoutRowid: fc.boolean(),
  child: fc.constantFrom(
    'ON UPDATE CASCADE ON DELETE RESTRICT',
    'ON DELETE CASCADE',
    'ON DELETE SET NULL ON UPDATE SET NULL',
    'DEFERRABLE INITIALLY DEFERRED',
  ),
  day: mostly("'2020-01-01'", 'CURRENT_DATE'),
  trigger: mostly(
    null,
    'CREATE TRIGGER t AFTER UPDATE ON wide BEGIN INSERT INTO log VALUES (new.id, CURRENT_TIMESTAMP); END',
    'CREATE TRIGGER t AFTER INSERT ON wide BEGIN UPDATE wide SET i = i + 1 WHERE id = new.id; END',
    "CREATE TRIGGER t BEFORE DELETE ON wide WHEN old.i = 3 BEGIN SELECT RAISE(ROLLBACK, 'not this one'); END",
    'CREATE TRIGGER t BEFORE UPDATE ON wide WHEN old.i = 3 BEGIN SELECT RAISE(IGNORE); END',
  ),
});
type Schema = typeof schema extends fc.Arbitrary<infer S> ? S : never;

async function fill({ key, isWithoutRowid, child, day, trigger }: Schema): Promise<void> {
  const isPlain = isWithoutRowid && !key.includes('AUTOINCREMENT');
  await app.execute(
    ...['child', 'log', 'wide'].map((name) => `DROP TABLE IF EXISTS ${name}`),
    `CREATE TABLE wide (
      id ${key}, n NUMERIC, r REAL, t TEXT, b BLOB, i INT CHECK (i <> 0), u TEXT UNIQUE COLLATE NOCASE,
      d DATE DEFAULT ${day}, w BOOLEAN DEFAULT 1, a, g GENERATED ALWAYS AS (i * 2) ${isPlain ? 'STORED' : 'VIRTUAL'}
    )${isPlain ? ' WITHOUT ROWID' : ''}`,
    `INSERT INTO wide (id, n, r, t, b, i, u, d, w, a) VALUES
      (1, 9007199254740993, 0.1, '', x'00ff', 1, 'Ann', '2024-02-29', 1, 'text'),
      (2, 'no number', 1.0 / 3, 'a' || char(0) || 'b', NULL, 2, 'bob', NULL, 0, 5),
      (3, 1e300, -1e-300, NULL, x'', 3, NULL, 'now', NULL, x'01')`,
    `CREATE TABLE child (id INTEGER PRIMARY KEY, parent REFERENCES wide ${child})`,
    'INSERT INTO child SELECT 1, id FROM wide LIMIT 1',
    'CREATE TABLE log (id, at TEXT)',
    ...(trigger === null ? [] : [trigger]),
  );
}

/** Every value of the tables with its type, bytes and all. */
async function dump(...tables: readonly string[]): Promise<Cell[][]> {
  const rows: Cell[][] = [];
  for (const table of tables) {
    const names = await app.execute(`SELECT name FROM pragma_table_xinfo('${table}') WHERE hidden <> 1`);
    const exact = names.map(
      ([name = '']) => `CASE WHEN typeof(${name}) IN ('text', 'blob')
      THEN typeof(${name}) || hex(${name}) ELSE quote(${name}) END`,
    );
    rows.push(...(await app.execute(`SELECT ${exact.join(', ')} FROM ${table} ORDER BY 1`)));
  }
  return rows;
}

const edits = editsOf('wide', 'main');
const values = fc.record(
  {
    n: fc.constantFrom('0', '1.500', '9223372036854775808', 'text', null),
    r: fc.constantFrom('0.30000000000000004', '-0.0', '5', null),
    t: fc.constantFrom('', "it's; DROP TABLE wide", 'nul \0 inside', '5', null),
    b: mostly("x'0102'", "X''", 'no bytes', null),
    i: mostly<string | { default: true }>('5', '0', '4611686018427387903', { default: true }),
    u: fc.constantFrom('ANN', 'cid', null),
    d: fc.constantFrom('2025-01-01', { default: true } as const),
    w: fc.constantFrom('true', '0', null),
  },
  { requiredKeys: [] },
);
const id = fc.constantFrom('1', '2', '3');
const anEdit: fc.Arbitrary<RowEdit> = fc.oneof(
  fc.tuple(mostly('7', '8', '1'), values).map(([key, given]) => edits.insert({ id: key, ...given })),
  fc.tuple(id, values).map(([key, given]) => edits.update({ id: key }, {}, given)),
  id.map((key) => edits.update({ id: key }, {}, { id: `${key}0` })),
  id.map((key) => edits.remove({ id: key }, {})),
);

/** With the former values that the edits have to know. */
async function asEdited(some: readonly RowEdit[]): Promise<RowEdit[]> {
  const rows = await app.execute(`SELECT id, ${COLUMNS.join(', ')} FROM wide`);
  const cells = new Map(rows.map((row) => [row[0], row]));
  return some.flatMap((edit): RowEdit[] => {
    if (edit.kind === 'insert') return [edit];
    if (edit.kind === 'update' && Object.keys(edit.values).length === 0) return [];
    const row = cells.get(edit.key.id ?? '') ?? [];
    return [
      { ...edit, before: Object.fromEntries(['id', ...COLUMNS].map((name, index) => [name, row[index] ?? null])) },
    ];
  });
}

/** The rows of a change set without what varies. */
const comparable = (rows: readonly ChangeRow[], varying: ReadonlyMap<number, readonly string[]>) =>
  rows.map(({ item, columns, before, after }) => {
    const kept = (_: unknown, index: number) => varying.get(item)?.includes(columns[index] ?? '') !== true;
    return [item, before, after?.filter(kept)];
  });

describe('a random change set on a random SQLite table', () => {
  it(
    'does what its rehearsal showed or nothing, and undo gives every value back or the rehearsal said so',
    async () => {
      const edited = fc.uniqueArray(anEdit, {
        ...{ maxLength: 3, minLength: 1 },
        selector: (edit) => ('key' in edit ? edit.key.id : JSON.stringify(edit)),
      });
      const counts = { applied: 0, undone: 0 };
      const work = async (one: Schema, some: RowEdit[]): Promise<void> => {
        await fill(one);
        const all = ['wide', 'child', 'log'];
        const [before, wide] = [await dump(...all), await dump('wide')];
        const items = await asEdited(some);
        if (items.length === 0) return;
        const change = await app.rehearsed(items);
        expect(await dump(...all)).toEqual(before);
        if (change.rehearsal?.status !== 'ready') {
          expect((await app.apply(change)).status).toBe(409);
          expect(await dump(...all)).toEqual(before);
          return;
        }
        const rehearsed = await app.rowsOf(change.id);
        const { body } = await app.apply(change);
        expect(body.state).toBe('applied');
        const varying = new Map(rehearsed.map((row) => [row.item, row.varying]));
        expect(comparable(await app.rowsOf(change.id), varying)).toEqual(comparable(rehearsed, varying));
        counts.applied += 1;
        if (change.rehearsal.not_undoable.length > 0) return;
        await app.undone(body);
        expect(await dump('wide')).toEqual(wide);
        counts.undone += 1;
      };
      await fc.assert(fc.asyncProperty(schema, edited, work), { seed: SEED, numRuns: 4 * roundsOf(5) });
      expect(counts.undone).toBeGreaterThan(1);
      expect(counts.applied).toBeGreaterThan(counts.undone);
    },
    30_000 * roundsOf(5),
  );
});

describe('several people who edit the same rows of a SQLite file', () => {
  it(
    'lose no update: the end is a serial order of what was applied',
    async () => {
      await app.execute(
        'CREATE TABLE counter (id INTEGER PRIMARY KEY, n INT NOT NULL)',
        'INSERT INTO counter VALUES (1, 0), (2, 0), (3, 0)',
      );
      const counter = editsOf('counter', 'main');
      const applied: [string, string][] = [];
      const person = async (name: number): Promise<void> => {
        for (let round = 0; round < 2 * roundsOf(3); round += 1) {
          const key = String(1 + ((name + round) % 3));
          const [[n = null] = []] = await app.execute(`SELECT n FROM counter WHERE id = ${key}`);
          const next = String(Number(n) + 1);
          const draft = await app.create([counter.update({ id: key }, { n }, { n: next })]);
          // A file that is locked too long refuses the rehearsal, and what was not rehearsed is not applied.
          const { body: change } = await app.send<ChangeSetDetails>('POST', `/api/changes/${draft.id}/rehearse`);
          if ((change as Partial<ChangeSetDetails>).rehearsal?.status !== 'ready') continue;
          const { body } = await app.apply(change);
          if ((body as Partial<ChangeSetDetails>).state === 'applied') applied.push([key, next]);
        }
      };
      await Promise.all([1, 2, 3, 4].map(person));
      const end = await app.execute('SELECT id, n FROM counter ORDER BY id');
      expect(end).toEqual(['1', '2', '3'].map((key) => [key, String(applied.filter(([one]) => one === key).length)]));
      expect(applied.length).toBeGreaterThan(2);
    },
    60_000 * roundsOf(3),
  );
});

describe('a SQLite process that is killed', () => {
  const ROWS = 300;
  const LONGEST_MS = 500;
  const ROUNDS = 2 * roundsOf(3);

  async function settled(id_: string): Promise<ChangeSetDetails> {
    for (;;) {
      const change = await app.ask<ChangeSetDetails>('GET', `/api/changes/${id_}`);
      if (!change.is_uncertain) return change;
      await app.workbench.app.get(ChangeApplier).settleAll();
      await wait(50);
    }
  }

  it(
    'at any step of applying leaves all or nothing, and the change set says which',
    async () => {
      await app.execute(
        'CREATE TABLE counted (id INTEGER PRIMARY KEY, n INT NOT NULL)',
        `WITH RECURSIVE r (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM r WHERE id < ${ROWS})
         INSERT INTO counted SELECT id, 0 FROM r`,
      );
      const numbers = async () =>
        (await app.execute('SELECT DISTINCT n FROM counted ORDER BY n')).map(([n]) => Number(n));
      for (let round = 0; round < ROUNDS; round += 1) {
        const [n = 0] = await numbers();
        const items = Array.from({ length: ROWS }, (_, index) =>
          editsOf('counted', 'main').update({ id: String(index + 1) }, { n: String(n) }, { n: String(n + 1) }),
        );
        const change = await app.rehearsed(items);
        const applying = app.send('POST', `/api/changes/${change.id}/apply`, seen(change));
        await wait(delayOf(round, LONGEST_MS));
        for (const { pid, engine } of await listChildren()) if (engine === 'sqlite') process.kill(pid, 'SIGKILL');
        await applying;
        const { state } = await settled(change.id);
        const isApplied = state === 'applied';
        expect([state, await numbers()]).toEqual([isApplied ? 'applied' : 'draft', [isApplied ? n + 1 : n]]);
      }
    },
    60_000 * ROUNDS,
  );
});
