import type { RowEdit } from '../../api/index.js';

/** What one staged row was and is; null where the row is not staged. */
interface RowStep {
  readonly id: string;
  readonly before: RowEdit | null;
  readonly after: RowEdit | null;
  /** What its invalid cells were and are, where the step changed them. */
  readonly invalid?: { readonly before: InvalidRow | null; readonly after: InvalidRow | null };
}

/** The rows that one action changed, which are undone together. */
type StagingStep = readonly RowStep[];

/** Edits of rows that are not in the database yet, with what undo and redo bring back. */
export interface Staging {
  /** By the id of the row: `rowId` of a row that is there, `+1` and so on of an added one. In the order of their first edit. */
  readonly rows: ReadonlyMap<string, RowEdit>;
  /** Values that their columns do not take, by the id of the row. They are in no change set. */
  readonly invalid: ReadonlyMap<string, InvalidRow>;
  readonly past: readonly StagingStep[];
  readonly future: readonly StagingStep[];
  /** The number of the last added row. */
  readonly lastAdded: number;
}

/** The texts of a row's invalid cells, by column. */
export interface InvalidRow {
  readonly schema: string;
  readonly table: string;
  readonly texts: Readonly<Record<string, string>>;
}

/** Steps that can be undone; the oldest are forgotten. */
const MAX_STEPS = 1_000;

/** Nothing is staged. */
export const NO_STAGING: Staging = {
  rows: new Map(),
  invalid: new Map(),
  past: [],
  future: [],
  lastAdded: 0,
};

/**
 * One step more: rows and invalid cells as they are from now on, null for those that are staged no longer. Rows that are what
 * they were are no part of it; a step without rows is none.
 */
export function applied(
  staging: Staging,
  changed: ReadonlyMap<string, RowEdit | null>,
  invalid: ReadonlyMap<string, InvalidRow | null> = new Map(),
): Staging {
  const step: RowStep[] = [];
  for (const id of new Set([...changed.keys(), ...invalid.keys()])) {
    const before = staging.rows.get(id) ?? null;
    const after = changed.has(id) ? (changed.get(id) ?? null) : before;
    const texts = { before: staging.invalid.get(id) ?? null, after: invalid.get(id) ?? null };
    const isSame = before === after || (before?.kind === 'delete' && after?.kind === 'delete');
    const isFaulty = invalid.has(id) && texts.before !== texts.after;
    if (!isSame || isFaulty) step.push({ id, before, after, ...(isFaulty ? { invalid: texts } : {}) });
  }
  if (step.length === 0) return staging;
  const past = [...staging.past, step].slice(-MAX_STEPS);
  const rows = withRows(staging.rows, changed);
  return { ...staging, rows, invalid: withRows(staging.invalid, invalid), past, future: [] };
}

/** Two steps of a row, one after the other, as one. */
function joined(first: RowStep | undefined, { id, before, after, invalid }: RowStep): RowStep {
  if (first === undefined) return { id, before, after, ...(invalid && { invalid }) };
  const [from, to] = [first.invalid ?? invalid, invalid ?? first.invalid];
  return { id, before: first.before, after, ...(from && to && { invalid: { before: from.before, after: to.after } }) };
}

function invalidOf(step: StagingStep, side: 'before' | 'after'): ReadonlyMap<string, InvalidRow | null> {
  return new Map(step.flatMap(({ id, invalid }) => (invalid ? [[id, invalid[side]] as const] : [])));
}

/** Makes one step of all that a change stages. */
export function inOneStep(staging: Staging, change: (staging: Staging) => Staging): Staging {
  const next = change({ ...staging, past: [] });
  if (next.past.length === 0) return staging;
  const merged = new Map<string, RowStep>();
  for (const step of next.past) for (const row of step) merged.set(row.id, joined(merged.get(row.id), row));
  return { ...next, past: [...staging.past, [...merged.values()]].slice(-MAX_STEPS) };
}

/** Takes the last step back; the same where there is none. */
export function undoStaging(staging: Staging): Staging {
  const step = staging.past.at(-1);
  if (step === undefined) return staging;
  const rows = withRows(staging.rows, new Map(step.map(({ id, before }) => [id, before])));
  const invalid = withRows(staging.invalid, invalidOf(step, 'before'));
  return { ...staging, rows, invalid, past: staging.past.slice(0, -1), future: [...staging.future, step] };
}

/** Does again what was taken back last; the same where there is nothing. */
export function redoStaging(staging: Staging): Staging {
  const step = staging.future.at(-1);
  if (step === undefined) return staging;
  const rows = withRows(staging.rows, new Map(step.map(({ id, after }) => [id, after])));
  const invalid = withRows(staging.invalid, invalidOf(step, 'after'));
  return { ...staging, rows, invalid, past: [...staging.past, step], future: staging.future.slice(0, -1) };
}

function withRows<Row>(
  rows: ReadonlyMap<string, Row>,
  changed: ReadonlyMap<string, Row | null>,
): ReadonlyMap<string, Row> {
  if (changed.size === 0) return rows;
  const next = new Map(rows);
  for (const [id, edit] of changed) {
    if (edit === null) next.delete(id);
    else next.set(id, edit);
  }
  return next;
}
