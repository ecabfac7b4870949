import type { ChangeConflict, ChangeFailure, ChangeItem, ResultRow } from '#libs/api';
import { boundStatement, isRowEdit, unexpectedRows, withImages } from '#libs/changes';
import type { BoundStatement, ChangeEffect, RowEffect, StatementEffect, WrittenRows } from '#libs/changes';
import type { ChangeTransaction } from './change-transaction.js';
import type { ChangedTable } from './changed-table.js';
import { checkDeferred } from './check-deferred.js';
import { Failures, MOST_FAILURES, executeEdits, orFailure } from './execute-edits.js';
import type { FailureMode } from './execute-edits.js';
import { unreadableColumns } from './inexact-columns.js';
import type { PlacedEdit } from './row-group.js';
import { runSampled, runStatement } from './run-statement.js';
import type { SnapshotImages } from './snapshots/snapshot-images.js';
import type { StatementImages } from './statement-images.js';
import type { StatementSamples } from './statement-sample.js';
import { ValueSettings } from './value-settings.js';
import { asWritten, writtenSince } from './written-rows.js';

/** How the items of a change set went in an open transaction. */
export type Execution =
  | {
      readonly kind: 'done';
      readonly effect: ChangeEffect;
      readonly locks: string[];
      /** Columns with values that would not come back the same from their printed texts. */
      readonly inexact: readonly string[];
      readonly imaged: ImagedTables;
    }
  | { readonly kind: 'conflicted'; readonly conflicts: ChangeConflict[] }
  | {
      readonly kind: 'failed';
      readonly failures: ChangeFailure[];
      /** Writing rows in another order, or with values in between, may do better. */
      readonly mayExchange?: boolean;
      /** The last one gave up waiting, as for a lock, or was ended: another run would only wait again. */
      readonly isInterrupted?: boolean;
    };

/** What is known of the tables whose rows statements have written. */
export interface ImagedTables {
  readonly tables: ReadonlyMap<string, ChangedTable>;
  /** Why their rows would not come back exactly, in sentences. */
  readonly inexact: ReadonlySet<string>;
  readonly readsClock: boolean;
}

const NO_IMAGES: ImagedTables = { tables: new Map(), inexact: new Set(), readsClock: false };

/** The tables that edits name, by `tableKey`, and those that statements write. */
export interface KnownTables {
  readonly tables: ReadonlyMap<string, ChangedTable>;
  readonly samples: StatementSamples;
  /** What statements write is compared row by row; null where the engine does not show it so. */
  readonly imagesOf: (transaction: ChangeTransaction) => StatementImages | null;
  /** What statements have written is found beside a second session; null where the engine does not show it so. */
  readonly snapshotsOf: (transaction: ChangeTransaction, baseline: readonly WrittenRows[]) => SnapshotImages | null;
}

/**
 * Does all items in an open transaction, which is the caller's to commit or roll back: rows are read and locked first, and
 * compared with what their edits expect. `exchange` counts the attempts to write rows that take unique values of each other
 * in another order; null for the order of the items. Throws `StatementRefused` where the session is lost.
 */
export async function executeItems(
  transaction: ChangeTransaction,
  items: readonly ChangeItem[],
  { tables, samples, imagesOf, snapshotsOf }: KnownTables,
  mode: FailureMode,
  exchange: number | null = null,
): Promise<Execution> {
  const rows: RowEffect[] = [];
  const besides: RowEffect[] = [];
  const statements: StatementEffect[] = [];
  const failures = new Failures();
  const inexact = new Set<string>();
  const images = imagesOf(transaction);
  const baseline = await readBaseline(transaction);
  const snapshots = snapshotsOf(transaction, baseline.written);
  const settings = await ValueSettings.read(transaction, items);
  const own = async (item: number, statement: BoundStatement): Promise<StatementEffect> => {
    const sampled = await samples.of(transaction, item);
    const run = async () =>
      (sampled && (await runSampled(transaction, item, statement, sampled))) ??
      runStatement(transaction, item, statement);
    return snapshots === null ? run() : snapshots.run(item, run);
  };
  for (const part of partsOf(items)) {
    if ('statement' in part) {
      await orFailure({ transaction, mode, failures }, part.item, async () => {
        const { item, statement } = part;
        statements.push(await (images === null ? own(item, statement) : images.run(item, statement)));
        await settings.requireSame();
      });
      if (!failures.isEmpty()) break;
      continue;
    }
    const done = await executeEdits({ transaction, tables, mode, exchange, failures }, part.edits);
    if (done.conflicts.length > 0) return { kind: 'conflicted', conflicts: done.conflicts };
    if (!failures.isEmpty()) return { ...failedBy(failures), mayExchange: done.mayExchange };
    // A spread of as many rows as a change set has may be more arguments than the stack holds.
    for (const row of done.rows) rows.push(row);
    for (const row of done.besides) besides.push(row);
    for (const name of done.inexact) inexact.add(name);
  }
  if (!failures.isEmpty()) return failedBy(failures);
  for (const name of unreadableColumns(transaction, rows)) inexact.add(name);
  const execution = await ended(transaction, items, { rows, besides, statements }, baseline);
  return execution.kind === 'done'
    ? { ...execution, inexact: [...inexact], imaged: images ?? snapshots ?? NO_IMAGES }
    : execution;
}

/** What is so before the first item. */
interface Baseline {
  readonly written: readonly WrittenRows[];
  readonly broken: ReadonlySet<string>;
}

async function readBaseline(transaction: ChangeTransaction): Promise<Baseline> {
  const { writtenRows, brokenReferences } = transaction.rules;
  const [written = [], broken = []] = await transaction.askAll([writtenRows, brokenReferences]);
  return { written: asWritten(written), broken: new Set(textsOf(broken)) };
}

function textsOf(rows: readonly ResultRow[]): string[] {
  return rows.map(([text]) => text ?? '');
}

/** What items wrote; `besides` is no part of what they are about. */
interface Written extends Omit<ChangeEffect, 'touched'> {
  readonly besides: readonly RowEffect[];
}

/** Deferred constraints speak up before the end, and what else was written is read. */
async function ended(
  transaction: ChangeTransaction,
  items: readonly ChangeItem[],
  { rows, besides, statements }: Written,
  baseline: Baseline,
): Promise<Execution> {
  const { heldLocks, writtenRows, brokenReferences } = transaction.rules;
  if (!(await transaction.isOpen())) return { kind: 'failed', failures: [LEFT_TRANSACTION] };
  const failures = new Failures();
  await orFailure({ transaction, mode: 'first', failures }, null, () => checkDeferred(transaction));
  if (!failures.isEmpty()) return failedBy(failures);
  const [broken = [], counted = [], locks = []] = await transaction.askAll([brokenReferences, writtenRows, heldLocks]);
  const newlyBroken = textsOf(broken).filter((text) => !baseline.broken.has(text));
  if (newlyBroken.length > 0)
    return { kind: 'failed', failures: newlyBroken.slice(0, MOST_FAILURES).map(brokenFailure) };
  const written = writtenSince(baseline.written, asWritten(counted));
  const hasStatements = items.some((item) => !isRowEdit(item));
  const touched = hasStatements ? withImages(written, statements) : unexpectedRows(written, [...rows, ...besides]);
  return { kind: 'done', effect: { rows, statements, touched }, locks: textsOf(locks), inexact: [], imaged: NO_IMAGES };
}

type Part = { readonly item: number; readonly statement: BoundStatement } | { readonly edits: PlacedEdit[] };

/** The statements by themselves, and the edits between them together. */
function partsOf(items: readonly ChangeItem[]): Part[] {
  const parts: Part[] = [];
  items.forEach((item, index) => {
    const last = parts.at(-1);
    if (!isRowEdit(item)) parts.push({ item: index, statement: boundStatement(item) });
    else if (last !== undefined && 'edits' in last) last.edits.push({ item: index, edit: item });
    else parts.push({ edits: [{ item: index, edit: item }] });
  });
  return parts;
}

function failedBy({ list, isInterrupted }: Failures) {
  return { kind: 'failed', failures: list, isInterrupted } as const;
}

function brokenFailure(message: string): ChangeFailure {
  return { item: null, error: { message, sqlstate: null, position: null, detail: null, hint: null } };
}

const LEFT_TRANSACTION: ChangeFailure = {
  item: null,
  error: {
    ...{ message: 'A statement ended the transaction.', sqlstate: null, position: null, detail: null },
    hint: 'Take out what begins or ends a transaction.',
  },
};
