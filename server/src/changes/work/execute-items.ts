import type { ChangeConflict, ChangeFailure, ChangeItem } from '#libs/api';
import { boundStatement, isRowEdit, tableKey, unexpectedRows, withImages } from '#libs/changes';
import type { BoundStatement, ChangeEffect, RowEffect, StatementEffect, WrittenRows } from '#libs/changes';
import type { TogetherRules } from '#libs/dialects';
import type { ChangeTransaction } from './change-transaction.js';
import { StatementRefused } from './change-transaction.js';
import type { ChangedTable } from './changed-table.js';
import { inexactColumns, unreadableColumns } from './inexact-columns.js';
import { RowGroup } from './row-group.js';
import type { PlacedEdit } from './row-group.js';
import { runStatement } from './run-statement.js';
import { StatementImages } from './statement-images.js';
import type { StatementSamples } from './statement-sample.js';
import { writtenRows, writtenSince } from './written-rows.js';

/** More failing rows than these are not looked for. */
const MOST_FAILURES = 50;

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
  | { readonly kind: 'failed'; readonly failures: ChangeFailure[] };

/** What is known of the tables whose rows statements have written. */
export type ImagedTables = Pick<StatementImages, 'tables' | 'inexact' | 'readsClock'>;

const NO_IMAGES: ImagedTables = { tables: new Map(), inexact: new Set(), readsClock: false };

/**
 * How failures are dealt with: the first one ends it all, or every one is looked for. `together` ends like `first`, but runs
 * edits of one table in one statement where they do the same as one by one: a failure does not say which of them it is.
 */
export type FailureMode = 'together' | 'first' | 'all';

/** The tables that edits name, by `tableKey`, and those that statements write. */
export interface KnownTables {
  readonly tables: ReadonlyMap<string, ChangedTable>;
  readonly samples: StatementSamples;
  /** What statements write is compared row by row; null where the engine does not show it so. */
  readonly imagesOf: (transaction: ChangeTransaction) => StatementImages | null;
}

/**
 * Does all items in an open transaction, which is the caller's to commit or roll back: rows are read and locked first, and
 * compared with what their edits expect. Throws `StatementRefused` where the session is lost.
 */
export async function executeItems(
  transaction: ChangeTransaction,
  items: readonly ChangeItem[],
  { tables, samples, imagesOf }: KnownTables,
  mode: FailureMode,
): Promise<Execution> {
  const rows: RowEffect[] = [];
  const statements: StatementEffect[] = [];
  const failures: ChangeFailure[] = [];
  const inexact = new Set<string>();
  const images = imagesOf(transaction);
  const baseline = await readBaseline(transaction);
  for (const part of partsOf(items)) {
    if (failures.length >= MOST_FAILURES) break;
    if ('statement' in part) {
      await orFailure(failures, part.item, mode, transaction, async () => {
        const { item, statement } = part;
        const own = async () => runStatement(transaction, item, statement, await samples.of(transaction, item));
        statements.push(await (images === null ? own() : images.run(item, statement)));
      });
      if (failures.length > 0) break;
      continue;
    }
    const group = new RowGroup(transaction, tables, part.edits);
    const conflicts = await group.findConflicts();
    if (conflicts.length > 0) return { kind: 'conflicted', conflicts };
    for (const name of await inexactColumns(transaction, tables, part.edits)) inexact.add(name);
    const effects: RowEffect[] = [];
    for (const some of stepsOf(part.edits, tables, mode === 'together' ? transaction.rules.together : null)) {
      const [first] = some;
      const edit = async (): Promise<void> => {
        const isOne = some.length === 1 && first !== undefined;
        effects.push(...(isOne ? [await group.run(first)] : await group.runTogether(some)));
      };
      const goesOn = await orFailure(failures, first?.item ?? null, mode, transaction, edit);
      if (!goesOn || failures.length >= MOST_FAILURES) return { kind: 'failed', failures };
    }
    if (failures.length === 0) rows.push(...(await group.withFinalRows(effects)));
  }
  if (failures.length > 0) return { kind: 'failed', failures };
  for (const name of unreadableColumns(transaction, rows)) inexact.add(name);
  const execution = await ended(transaction, items, { rows, statements }, baseline);
  return execution.kind === 'done' ? { ...execution, inexact: [...inexact], imaged: images ?? NO_IMAGES } : execution;
}

/** What is so before the first item. */
interface Baseline {
  readonly written: readonly WrittenRows[];
  readonly broken: ReadonlySet<string>;
}

async function readBaseline(transaction: ChangeTransaction): Promise<Baseline> {
  const written = await writtenRows(transaction);
  return { written, broken: new Set(await brokenReferences(transaction)) };
}

async function brokenReferences(transaction: ChangeTransaction): Promise<string[]> {
  return (await transaction.ask(transaction.rules.brokenReferences)).map(([text]) => text ?? '');
}

/** Deferred constraints speak up before the end, and what else was written is read. */
async function ended(
  transaction: ChangeTransaction,
  items: readonly ChangeItem[],
  { rows, statements }: Omit<ChangeEffect, 'touched'>,
  baseline: Baseline,
): Promise<Execution> {
  const { checkDeferred, heldLocks } = transaction.rules;
  if (!(await transaction.isOpen())) return { kind: 'failed', failures: [LEFT_TRANSACTION] };
  const failures: ChangeFailure[] = [];
  await orFailure(failures, null, 'first', transaction, async () => {
    await transaction.ask(checkDeferred);
  });
  const broken = (await brokenReferences(transaction)).filter((text) => !baseline.broken.has(text));
  failures.push(...broken.slice(0, MOST_FAILURES).map(brokenFailure));
  if (failures.length > 0) return { kind: 'failed', failures };
  const written = writtenSince(baseline.written, await writtenRows(transaction));
  const hasStatements = items.some((item) => !isRowEdit(item));
  const touched = hasStatements ? withImages(written, statements) : unexpectedRows(written, rows);
  const locks = (await transaction.ask(heldLocks)).map(([text]) => text ?? '');
  return { kind: 'done', effect: { rows, statements, touched }, locks, inexact: [], imaged: NO_IMAGES };
}

/**
 * Runs something; what the database refuses is a failure of its item. True where the transaction goes on: with `all` also
 * behind a failure, where the engine can take back one edit alone.
 */
async function orFailure(
  failures: ChangeFailure[],
  item: number | null,
  mode: FailureMode,
  transaction: ChangeTransaction,
  work: () => Promise<void>,
): Promise<boolean> {
  try {
    const refused = mode === 'all' ? await transaction.attempt(work) : await work().then(() => null);
    if (refused !== null) failures.push({ item, error: refused.error });
    return true;
  } catch (error) {
    if (!(error instanceof StatementRefused) || error.isSessionLost) throw error;
    failures.push({ item, error: error.error });
    return false;
  }
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

/** More values are not bound to one statement. */
const MOST_VALUES = 10_000;
/** Postgres takes no longer keys. */
const MOST_KEY_COLUMNS = 32;

/** Edits that follow each other in one table, as far as they may run in one statement; else each by itself. */
function stepsOf(
  edits: readonly PlacedEdit[],
  tables: ReadonlyMap<string, ChangedTable>,
  rules: TogetherRules | null,
): PlacedEdit[][] {
  const steps: { readonly key: string | null; readonly edits: PlacedEdit[]; values: number }[] = [];
  for (const placed of edits) {
    const table = tableKey(placed.edit);
    const key = tables.get(table)?.isIndependent === true ? table : null;
    const values = Object.keys(placed.edit.kind === 'delete' ? {} : placed.edit.values).length + MOST_KEY_COLUMNS;
    const last = steps.at(-1);
    const isFull = last === undefined || last.edits.length >= (rules?.most ?? 1) || last.values + values > MOST_VALUES;
    if (last === undefined || isFull || key === null || last.key !== key) steps.push({ key, edits: [placed], values });
    else {
      last.edits.push(placed);
      last.values += values;
    }
  }
  return steps.map((step) => step.edits);
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
