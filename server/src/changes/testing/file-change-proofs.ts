import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Cell, ChangeItem, ChangeRow, ChangeSetDetails, RowEdit } from '#libs/api';
import { errorCode, listChildren } from '../../platform/index.js';
import { delayOf, roundsOf } from '../../faults/testing/rounds.js';
import { ChangeApplier } from '../change-applier.service.js';
import { editsOf, seen } from './changes-caller.js';
import { FileChangesApp } from './file-changes-app.js';
import type { FileConnection } from './file-changes-app.js';

const SEED = 22;

type Values = Extract<RowEdit, { kind: 'insert' }>['values'];

/** How the design's proofs are made for one engine: random tables, and how all of them is read exactly. */
export interface FileProofs<Schema> {
  readonly connection: FileConnection;
  /** The name of the engine's processes. */
  readonly engine: 'sqlite' | 'duckdb';
  readonly schema: fc.Arbitrary<Schema>;
  /** Makes the tables anew: `wide` with the rows 1, 2 and 3, `child` with a reference to it, and others. */
  fill(app: FileChangesApp, schema: Schema): Promise<void>;
  /** Every table that `fill` makes. */
  readonly tables: readonly string[];
  /** The columns of `wide` that are edited, without its key. */
  readonly columns: readonly string[];
  readonly values: fc.Arbitrary<Values>;
  /** Statements that write `wide` and `child`. */
  readonly statements: fc.Arbitrary<string>;
  /** Every value of some tables with its type, bytes and all. */
  dump(app: FileChangesApp, ...tables: readonly string[]): Promise<Cell[][]>;
  /** So many that applying edits of all takes about half a second. */
  readonly countedRows: number;
  /** Makes the table `counted` of `id` and `n` with so many rows of 0. */
  fillCounted(app: FileChangesApp, rows: number): Promise<void>;
}

/** The first value more often than all others together. */
export const mostly = <T>(first: T, ...others: readonly T[]): fc.Arbitrary<T> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(first) }, { weight: 1, arbitrary: fc.constantFrom(...others) });

const edits = editsOf('wide', 'main');
const id = fc.constantFrom('1', '2', '3');

/** The proofs of change sets on a file. */
export function provesChangeSets<Schema>(proofs: FileProofs<Schema>): void {
  let app: FileChangesApp;
  beforeAll(async () => (app = await FileChangesApp.start(proofs.connection)));
  beforeEach(() => app.deleteDrafts());
  afterAll(() => app.stop());

  describe('a random change set on a random table', () => {
    it(
      'does what its rehearsal showed or nothing, and undo gives every value back or the rehearsal said so',
      async () => {
        const counts = { applied: 0, undone: 0 };
        const work = async (schema: Schema, some: RowEdit[]): Promise<void> => {
          await proofs.fill(app, schema);
          const items = await asEdited(app, proofs.columns, some);
          const outcome = items.length === 0 ? 'refused' : await rehearseApplyUndo(app, proofs, items, ['wide']);
          if (outcome !== 'refused') counts.applied += 1;
          if (outcome === 'undone') counts.undone += 1;
        };
        const property = fc.asyncProperty(proofs.schema, someEdits(proofs.values), work);
        await fc.assert(property, { seed: SEED, numRuns: 4 * roundsOf(5) });
        expect(counts.undone).toBeGreaterThan(1);
        expect(counts.applied).toBeGreaterThan(counts.undone);
      },
      60_000 * roundsOf(5),
    );
  });

  describe('random statements on a random table', () => {
    it(
      'do what their rehearsal showed or nothing, and undo gives every row of every table back or the rehearsal said so',
      async () => {
        const counts = { applied: 0, undone: 0 };
        const work = async (schema: Schema, texts: string[]): Promise<void> => {
          await proofs.fill(app, schema);
          const items = texts.map((sql): ChangeItem => ({ kind: 'statement', sql }));
          const outcome = await rehearseApplyUndo(app, proofs, items, proofs.tables);
          if (outcome !== 'refused') counts.applied += 1;
          if (outcome === 'undone') counts.undone += 1;
        };
        const some = fc.array(proofs.statements, { minLength: 1, maxLength: 2 });
        await fc.assert(fc.asyncProperty(proofs.schema, some, work), { seed: SEED, numRuns: 4 * roundsOf(5) });
        expect(counts.undone).toBeGreaterThan(1);
      },
      60_000 * roundsOf(5),
    );
  });

  describe('several people who edit the same rows of a file', () => {
    it('lose no update: the end is a serial order of what was applied', () => losesNoUpdate(app), 60_000 * roundsOf(3));
  });

  describe('an engine process that is killed', () => {
    const rounds = 2 * roundsOf(3);
    const { countedRows } = proofs;
    it(
      'at any step of applying leaves all or nothing, and the change set says which',
      () => survivesKills(app, proofs, rounds, (n) => editsOfAll(countedRows, n)),
      60_000 * rounds,
    );
    it(
      'while a statement is applied leaves all or nothing, and the change set says which',
      () => survivesKills(app, proofs, rounds, () => [{ kind: 'statement', sql: 'UPDATE counted SET n = n + 1' }]),
      60_000 * rounds,
    );
  });
}

function someEdits(values: fc.Arbitrary<Values>): fc.Arbitrary<RowEdit[]> {
  const edit: fc.Arbitrary<RowEdit> = fc.oneof(
    fc.tuple(mostly('7', '8', '1'), values).map(([key, given]) => edits.insert({ id: key, ...given })),
    fc.tuple(id, values).map(([key, given]) => edits.update({ id: key }, {}, given)),
    id.map((key) => edits.update({ id: key }, {}, { id: `${key}0` })),
    id.map((key) => edits.remove({ id: key }, {})),
  );
  return fc.uniqueArray(edit, {
    ...{ maxLength: 3, minLength: 1 },
    selector: (one) => ('key' in one ? one.key.id : JSON.stringify(one)),
  });
}

async function rehearseApplyUndo<Schema>(
  app: FileChangesApp,
  proofs: FileProofs<Schema>,
  items: readonly ChangeItem[],
  undone: readonly string[],
): Promise<'refused' | 'applied' | 'undone'> {
  const { tables } = proofs;
  const [before, former] = [await proofs.dump(app, ...tables), await proofs.dump(app, ...undone)];
  const change = await app.rehearsed(items);
  expect(await proofs.dump(app, ...tables)).toEqual(before);
  if (change.rehearsal?.status !== 'ready') {
    expect((await app.apply(change)).status).toBe(409);
    expect(await proofs.dump(app, ...tables)).toEqual(before);
    return 'refused';
  }
  const rehearsed = await app.rowsOf(change.id);
  const { body } = await app.apply(change);
  expect(body.state).toBe('applied');
  const varying = new Map(rehearsed.map((row) => [row.item, row.varying]));
  const isVarying = change.rehearsal.not_rehearsed.some((sentence) => sentence.startsWith('Statement '));
  const applied = await app.rowsOf(change.id);
  if (!isVarying && applied.length > 0) expect(comparable(applied, varying)).toEqual(comparable(rehearsed, varying));
  if (change.rehearsal.not_undoable.length > 0 || applied.length === 0) return 'applied';
  const draft = await app.step((await app.step(body.id, 'undo')).id, 'rehearse');
  expect(draft.rehearsal).toMatchObject({ status: 'ready', failures: [] });
  expect((await app.apply(draft)).body.state).toBe('applied');
  expect(await proofs.dump(app, ...undone)).toEqual(former);
  return 'undone';
}

/** With the former values that the edits have to know. */
async function asEdited(app: FileChangesApp, columns: readonly string[], some: readonly RowEdit[]): Promise<RowEdit[]> {
  const rows = await app.execute(`SELECT id, ${columns.map((name) => `"${name}"`).join(', ')} FROM wide`);
  const cells = new Map(rows.map((row) => [row[0], row]));
  return some.flatMap((edit): RowEdit[] => {
    if (edit.kind === 'insert') return [edit];
    if (edit.kind === 'update' && Object.keys(edit.values).length === 0) return [];
    const row = cells.get(edit.key.id ?? '') ?? [];
    const before = Object.fromEntries(['id', ...columns].map((name, index) => [name, row[index] ?? null]));
    return [{ ...edit, before }];
  });
}

/** The rows of a change set without what varies. */
function comparable(rows: readonly ChangeRow[], varying: ReadonlyMap<number, readonly string[]>): unknown[] {
  return rows.map(({ item, columns, before, after }) => {
    const kept = (_: unknown, index: number): boolean => varying.get(item)?.includes(columns[index] ?? '') !== true;
    return [item, before, after?.filter(kept)];
  });
}

async function losesNoUpdate(app: FileChangesApp): Promise<void> {
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
}

const LONGEST_MS = 500;

function editsOfAll(rows: number, n: number): RowEdit[] {
  const counted = editsOf('counted', 'main');
  return Array.from({ length: rows }, (_, index) =>
    counted.update({ id: String(index + 1) }, { n: String(n) }, { n: String(n + 1) }),
  );
}

async function survivesKills<Schema>(
  app: FileChangesApp,
  proofs: FileProofs<Schema>,
  rounds: number,
  itemsOf: (n: number) => ChangeItem[],
): Promise<void> {
  const { countedRows } = proofs;
  await proofs.fillCounted(app, countedRows);
  const read = () => app.execute('SELECT DISTINCT n FROM counted ORDER BY n');
  // The process that is about to end may still take the first query.
  const numbers = async (): Promise<number[]> => (await read().catch(read)).map(([n]) => Number(n));
  for (let round = 0; round < rounds; round += 1) {
    const [n = 0] = await numbers();
    const change = await app.rehearsed(itemsOf(n));
    const applying = app.send('POST', `/api/changes/${change.id}/apply`, seen(change));
    await wait(delayOf(round, LONGEST_MS));
    const pids = (await listChildren()).filter(({ engine }) => engine === proofs.engine).map(({ pid }) => pid);
    for (const pid of pids) killIfThere(pid);
    await applying;
    // On a slow machine a killed process holds its lock of the file for a while.
    while (pids.some((pid) => existsSync(`/proc/${pid}`))) await wait(10);
    const { state } = await settled(app, change.id);
    const isApplied = state === 'applied';
    expect([state, await numbers()]).toEqual([isApplied ? 'applied' : 'draft', [isApplied ? n + 1 : n]]);
    if (!isApplied) await app.ask('DELETE', `/api/changes/${change.id}`);
  }
}

/** A process may end by itself once it has been listed. */
function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}

async function settled(app: FileChangesApp, change: string): Promise<ChangeSetDetails> {
  for (;;) {
    const found = await app.ask<ChangeSetDetails>('GET', `/api/changes/${change}`);
    if (!found.is_uncertain) return found;
    await app.workbench.app.get(ChangeApplier).settleAll();
    await wait(50);
  }
}
