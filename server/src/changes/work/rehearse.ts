import { setTimeout as wait } from 'node:timers/promises';
import type { ChangeItem, ChangeRehearsal } from '#libs/api';
import { isRowEdit, markVarying, shownRows, tableKey, varyingColumns } from '#libs/changes';
import type { ChangeEffect } from '#libs/changes';
import { dialectOf } from '#libs/dialects';
import { effectHash } from '../change-digests.js';
import type { ChangeRunner, OpenExecution, PrepareRun, RunOrder } from './change-runner.js';
import type { ChangedTable } from './changed-table.js';
import type { Execution } from './execute-items.js';
import { SequenceWatch } from './sequence-watch.js';
import { notRehearsed, notUndoable } from './warnings.js';

/** What is rehearsed, for whom. */
export interface RehearsalOrder extends RunOrder {
  readonly hash: string;
  /** ISO 8601. */
  readonly now: string;
}

/** A rehearsal with what its hash is about. */
export interface Rehearsed {
  readonly rehearsal: ChangeRehearsal;
  readonly effect: ChangeEffect;
  /** The columns of each item, by its place, that have another value each time. */
  readonly varying: ReadonlyMap<number, readonly string[]>;
  /** The tables that its edits name, by `tableKey`. */
  readonly tables: ReadonlyMap<string, ChangedTable>;
}

const NO_EFFECT: ChangeEffect = { rows: [], statements: [], touched: [] };

/**
 * Runs a change set in a transaction that is rolled back. Where the database gives values of its own, it runs a second time,
 * so that what differs from run to run is known. Throws as `ChangeRunner.run` does.
 */
export async function rehearse(runner: ChangeRunner, order: RehearsalOrder): Promise<Rehearsed> {
  const { items } = order;
  const startedAtMs = performance.now();
  const sequences = new SequenceWatch(items);
  const prepare: PrepareRun = (transaction, tables) => sequences.read(transaction, tables);
  const use = async (open: OpenExecution) => {
    const { transaction, execution } = open;
    await sequences.putBack(transaction, rowsWritten(execution), execution.kind !== 'done');
    return open;
  };
  const run = (mode: 'first' | 'all') => runner.run(order, mode, use, prepare);
  let first = await run('first');
  const { hasSavepoints } = dialectOf(first.transaction.dialect).sessions;
  const { execution } = first;
  const isRefused = execution.kind === 'failed' && execution.isInterrupted !== true;
  if (isRefused && hasSavepoints && items.every(isRowEdit)) first = await run('all');
  const isVarying = first.execution.kind === 'done' && mayVary(items, first.tables);
  const second = isVarying ? await secondRun(first, () => run('first')) : null;
  const { rehearsal, ...known } = await rehearsedOf(order, first, second, performance.now() - startedAtMs);
  const sentences = [...rehearsal.not_rehearsed, ...sequences.sentences];
  return { ...known, rehearsal: { ...rehearsal, not_rehearsed: sentences } };
}

/** How many rows a run has written at most: some are counted twice. */
function rowsWritten(execution: Execution): number {
  if (execution.kind !== 'done') return 0;
  const { rows, statements, touched } = execution.effect;
  const bySome = statements.reduce((sum, { affectedRows }) => sum + (affectedRows ?? 0), rows.length);
  return touched.reduce((sum, { inserted, updated, deleted }) => sum + inserted + updated + deleted, bySome);
}

/** Begins when the clock of the database certainly shows another time, where something may read it. */
async function secondRun(
  { execution, transaction, tables }: OpenExecution,
  run: () => Promise<OpenExecution>,
): Promise<OpenExecution> {
  const { clockStepMs } = transaction.rules;
  const isRead = execution.kind === 'done' && execution.imaged.readsClock;
  const mayReadClock =
    isRead || [...tables.values()].some((table) => table.triggers.length > 0 || table.hasComputedDefaults);
  if (clockStepMs > 0 && mayReadClock) await wait(clockStepMs);
  return run();
}

function mayVary(items: readonly ChangeItem[], tables: ReadonlyMap<string, ChangedTable>): boolean {
  return items.some((item) => {
    if (!isRowEdit(item)) return true;
    const table = tables.get(tableKey(item));
    if (table === undefined || table.triggers.length > 0 || item.kind === 'delete')
      return (table?.triggers.length ?? 0) > 0;
    const given = Object.entries(item.values);
    if (given.some(([, value]) => typeof value === 'object' && value !== null)) return true;
    return item.kind === 'insert' && table.hasDefaults(given.map(([name]) => name));
  });
}

async function rehearsedOf(
  { hash, now, items }: RehearsalOrder,
  { execution, tables, transaction, place }: OpenExecution,
  second: OpenExecution | null,
  elapsedMs: number,
): Promise<Rehearsed> {
  const common = { rehearsed_at: now, elapsed_ms: Math.round(elapsedMs * 10) / 10 };
  if (execution.kind !== 'done')
    return { rehearsal: unready(common, execution), effect: NO_EFFECT, varying: new Map(), tables };
  // What the database refuses the second time, as the next number of a sequence, it may refuse when it is applied.
  const again = second?.execution ?? execution;
  if (again.kind !== 'done')
    return { rehearsal: unready(common, again), effect: NO_EFFECT, varying: new Map(), tables };
  const other = again.effect;
  const varying = varyingColumns(execution.effect, other);
  const effect = { ...execution.effect, statements: markVarying(execution.effect, other) };
  for (const { item, isVarying } of effect.statements) if (isVarying === true) varying.set(item, []);
  const count = (kind: 'insert' | 'update' | 'delete') => effect.rows.filter((row) => row.kind === kind).length;
  const { freesReferences } = transaction.rules;
  const { imaged } = execution;
  const known = new Map([...tables, ...imaged.tables]);
  const rehearsal: ChangeRehearsal = {
    ...common,
    status: 'ready',
    effect_hash: await effectHash(hash + place, effect, varying),
    ...{ inserted: count('insert'), updated: count('update'), deleted: count('delete') },
    row_count: shownRows(effect).length,
    statements: effect.statements.map(({ item, command, affectedRows, checksum, sample, canUndo }) => ({
      ...{
        item,
        command,
        affected_rows: affectedRows,
        checksum,
        sampled_rows: sample?.length ?? 0,
        can_undo: canUndo === true,
      },
    })),
    touched: [...effect.touched],
    locks: execution.locks,
    ...{ conflicts: [], failures: [] },
    not_rehearsed: notRehearsed(effect, varying, known),
    not_undoable: notUndoable(items, effect, known, { inexact: execution.inexact, imaged, freesReferences }),
  };
  return { rehearsal, effect, varying, tables };
}

function unready(
  common: Pick<ChangeRehearsal, 'rehearsed_at' | 'elapsed_ms'>,
  execution: Exclude<Execution, { kind: 'done' }>,
): ChangeRehearsal {
  return {
    ...common,
    status: execution.kind,
    effect_hash: null,
    ...{ inserted: 0, updated: 0, deleted: 0, row_count: 0, statements: [], touched: [], locks: [] },
    conflicts: execution.kind === 'conflicted' ? execution.conflicts : [],
    failures: execution.kind === 'failed' ? execution.failures : [],
    ...{ not_rehearsed: [], not_undoable: [] },
  };
}
