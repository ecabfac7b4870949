import type { ChangeConflict, ChangeFailure } from '#libs/api';
import { inReferenceOrder, tableKey } from '#libs/changes';
import type { RowEffect } from '#libs/changes';
import type { ChangeTransaction } from './change-transaction.js';
import { StatementRefused } from './change-transaction.js';
import type { ChangedTable } from './changed-table.js';
import { doubtfulKeys } from './doubtful-keys.js';
import { ExchangedEdits } from './exchanged-edits.js';
import { EditRefused, RowGroup } from './row-group.js';
import type { PlacedEdit } from './row-group.js';

/** More failing rows than these are not looked for. */
export const MOST_FAILURES = 50;

/** How failures are dealt with: the first one ends it all, or every one is looked for. */
export type FailureMode = 'first' | 'all';

/** What was refused so far. */
export class Failures {
  readonly list: ChangeFailure[] = [];
  /** The last of them gave up waiting, or was ended: running the items again would only wait again. */
  isInterrupted = false;

  /** A function, so that TypeScript does not narrow across the await. */
  isEmpty(): boolean {
    return this.list.length === 0;
  }

  add(item: number | null, { error, isInterrupted }: StatementRefused): void {
    this.list.push({ item, error });
    this.isInterrupted ||= isInterrupted;
  }
}

/** How edits are run, and what was refused so far. */
export interface EditsRun {
  readonly transaction: ChangeTransaction;
  readonly tables: ReadonlyMap<string, ChangedTable>;
  readonly mode: FailureMode;
  /** Counts the attempts in another order than that of the items, or with values in between; null for their own order. */
  readonly exchange: number | null;
  readonly failures: Failures;
}

/** What edits did, as far as none of them was refused. */
export interface EditsDone {
  readonly conflicts: ChangeConflict[];
  readonly rows: readonly RowEffect[];
  /** Rows that were written in between. */
  readonly besides: readonly RowEffect[];
  readonly inexact: readonly string[];
  /** Writing rows in another order, or with other values in between, may do better. */
  readonly mayExchange: boolean;
}

const NOTHING_DONE: EditsDone = { conflicts: [], rows: [], besides: [], inexact: [], mayExchange: false };

/** A part of edits that runs at once. */
interface Step {
  /** The place of its first item. */
  readonly item: number | null;
  readonly work: () => Promise<RowEffect[]>;
}

/** Does edits that follow each other without a statement between them. Throws `StatementRefused` where the session is lost. */
export async function executeEdits(run: EditsRun, edits: readonly PlacedEdit[]): Promise<EditsDone> {
  const { transaction, tables, failures, exchange } = run;
  failures.list.push(...doubtfulKeys(edits, tables).slice(0, MOST_FAILURES));
  if (!failures.isEmpty()) return NOTHING_DONE;
  const group = new RowGroup(transaction, tables, edits);
  const conflicts = await group.findConflicts();
  if (conflicts.length > 0) return { ...NOTHING_DONE, conflicts };
  const exchanged = new ExchangedEdits(group, edits, tables);
  const effects: RowEffect[] = [];
  for (const { item, work } of await stepsFor(run, group, exchanged, edits)) {
    const goesOn = await orFailure(run, item, async () => {
      for (const effect of await work()) effects.push(effect);
    });
    if (!goesOn || failures.list.length >= MOST_FAILURES) break;
  }
  if (failures.isInterrupted) return NOTHING_DONE;
  if (!failures.isEmpty()) {
    const mayReorder = () => exchanged.isNeeded || byReferences(run, group, edits) !== null;
    return { ...NOTHING_DONE, mayExchange: exchange === null ? mayReorder() : exchanged.hasOthers };
  }
  effects.sort((a, b) => a.item - b.item);
  return {
    ...NOTHING_DONE,
    rows: await group.withFinalRows(effects),
    besides: exchanged.besides,
    inexact: group.inexact,
  };
}

async function stepsFor(
  run: EditsRun,
  group: RowGroup,
  exchanged: ExchangedEdits,
  edits: readonly PlacedEdit[],
): Promise<Step[]> {
  const { transaction, mode, exchange } = run;
  if (exchange !== null && exchanged.isNeeded) return exchanged.plan(transaction, exchange);
  const ordered = exchange === null ? edits : (byReferences(run, group, edits) ?? edits);
  const parts = mode === 'all' ? ordered.map((placed) => [placed]) : [ordered];
  return parts.map((some) => ({ item: some[0]?.item ?? null, work: () => group.runEach(some) }));
}

/** The edits in the order that their references ask for; null where they are in it. */
function byReferences({ tables }: EditsRun, group: RowGroup, edits: readonly PlacedEdit[]): PlacedEdit[] | null {
  const known = edits.map((placed) => {
    const columns = tables.get(tableKey(placed.edit))?.columns ?? [];
    return { ...placed, columns, before: group.rowBefore(placed.item) };
  });
  return inReferenceOrder(
    known,
    [...tables.values()].map(({ details }) => details),
  );
}

/**
 * Runs something; what the database refuses is a failure of its item. True where the transaction goes on: with `all` also
 * behind a failure, where the engine can take back one edit alone, unless that one gave up waiting.
 */
export async function orFailure(
  { transaction, mode, failures }: Pick<EditsRun, 'transaction' | 'mode' | 'failures'>,
  item: number | null,
  work: () => Promise<void>,
): Promise<boolean> {
  try {
    const refused = mode === 'all' ? await transaction.attempt(work) : await work().then(() => null);
    if (refused !== null) failures.add(item, refused);
    return !failures.isInterrupted;
  } catch (error) {
    if (!(error instanceof StatementRefused) || error.isSessionLost) throw error;
    failures.add(error instanceof EditRefused ? error.item : item, error);
    return false;
  }
}
