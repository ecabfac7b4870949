import type { Cell, ColumnKind, StatementError } from './studio.js';

/** Where a column of a result comes from: a column of a table, and whether it is part of the key that finds the row. */
export interface ColumnOrigin {
  schema: string;
  table: string;
  column: string;
  is_key: boolean;
}

/** A column of a result as its table takes values for it. */
export interface EditableColumn {
  /** Its place in the result, from 0. */
  index: number;
  column: string;
  type: string;
  kind: ColumnKind;
  is_key: boolean;
  nullable: boolean;
  has_default: boolean;
  /** False for what only the database writes, and for columns that the role may not change. */
  is_writable: boolean;
  /** Why it is not writable, a sentence, or null. */
  reason: string | null;
  /** The labels of an enum, in its order. */
  choices?: string[];
}

/** The table whose rows a result shows, with what may be done to them. */
export interface EditableTable {
  schema: string;
  table: string;
  /** The columns that find a row, all of them in the result: the primary key or a unique NOT NULL key. */
  key: string[];
  columns: EditableColumn[];
  can_insert: boolean;
  can_update: boolean;
  can_delete: boolean;
}

/** Why the rows of a result cannot be edited: a sentence for people. */
export interface NotEditable {
  reason: string;
}

/**
 * `GET /api/studio/runs/{id}/statements/{n}/editable`: what the engine's own description of the result says. `origins` has
 * an entry for each column of the result, null for one that is computed.
 */
export interface StatementEditability {
  origins: (ColumnOrigin | null)[];
  editable: EditableTable | NotEditable;
}

/** What a cell is set to: the database's own text, null for NULL, or the default of its column. */
export type ChangeValue = string | null | { default: true };

/** A row to be added. Columns that `values` leaves out take their defaults. */
export interface RowInsert {
  kind: 'insert';
  schema: string;
  table: string;
  values: Record<string, ChangeValue>;
}

/**
 * A row to be changed. `key` finds it; `before` has the cells as they were when they were edited, at least those of
 * `values`. The row is changed only where all of them are still the same.
 */
export interface RowUpdate {
  kind: 'update';
  schema: string;
  table: string;
  key: Record<string, string>;
  before: Record<string, Cell>;
  values: Record<string, ChangeValue>;
}

/** A row to be removed, where the cells of `before` are still the same. */
export interface RowDelete {
  kind: 'delete';
  schema: string;
  table: string;
  key: Record<string, string>;
  before: Record<string, Cell>;
}

/** A statement to be run as it is. */
export interface StatementItem {
  kind: 'statement';
  sql: string;
}

export type RowEdit = RowInsert | RowUpdate | RowDelete;
export type ChangeItem = RowEdit | StatementItem;

/**
 * `draft`: its author edits it. `proposed`: waits for an approval. `approved`: may be applied as it is. `applied`: is in the
 * database. `undone`: another change set has taken it back. `refused`: a reviewer refused it. `conflicted`: rows have changed
 * since it was made.
 */
export const CHANGE_STATES = ['draft', 'proposed', 'approved', 'applied', 'undone', 'refused', 'conflicted'] as const;
export type ChangeState = (typeof CHANGE_STATES)[number];

/** How a connection takes changes: `direct`, after the `review` of another person, or not at all. */
export const WRITE_LANES = ['direct', 'review', 'none'] as const;
export type WriteLane = (typeof WRITE_LANES)[number];

/** A person, token or agent that did something with a change set. */
export interface ChangePerson {
  id: string;
  name: string;
  kind: 'user' | 'token' | 'job' | 'agent' | 'system';
}

/** How many rows a change set adds, changes and removes, and how many statements it has beside. */
export interface ChangeCounts {
  inserts: number;
  updates: number;
  deletes: number;
  statements: number;
}

/** What the caller may do with a change set now. */
export interface ChangeActions {
  edit: boolean;
  rehearse: boolean;
  propose: boolean;
  approve: boolean;
  refuse: boolean;
  apply: boolean;
  undo: boolean;
  delete: boolean;
  comment: boolean;
}

/** Rows of another table that were written as well, by cascades, triggers or rules, as the database counts them. */
export interface TouchedTable {
  schema: string;
  table: string;
  inserted: number;
  updated: number;
  deleted: number;
}

/** A row that differs from what its edit expects. Each cell is null where it is NULL; `theirs` is null for a missing row. */
export interface ChangeConflict {
  /** The place of its edit among the items, from 0. */
  item: number;
  schema: string;
  table: string;
  key: Record<string, string>;
  /** What the edit would write; null for a row to be removed. */
  yours: Record<string, ChangeValue> | null;
  /** The row as it is now; null where it is gone or hidden. */
  theirs: Record<string, Cell> | null;
  /** The row as it was when it was edited. */
  before: Record<string, Cell>;
}

/** An item that the database refused. */
export interface ChangeFailure {
  item: number | null;
  error: StatementError;
}

/** What a statement did in the rehearsal. Large results are a sample. */
export interface RehearsedItem {
  item: number;
  command: string | null;
  affected_rows: number | null;
  /** An order-independent checksum of the rows that it wrote, computed by the database; null where there is none. */
  checksum: string | null;
}

/** The end of a rehearsal: what would happen. Everything was rolled back. Times are ISO 8601. */
export interface ChangeRehearsal {
  /** `ready`: it can be applied. `conflicted` and `failed` say why not in `conflicts` and `failures`. */
  status: 'ready' | 'conflicted' | 'failed';
  rehearsed_at: string;
  elapsed_ms: number;
  /** Hash over the items and what they did; what is applied must have the same. Null unless it is `ready`. */
  effect_hash: string | null;
  inserted: number;
  updated: number;
  deleted: number;
  /** Rows that the rows list has. */
  row_count: number;
  statements: RehearsedItem[];
  touched: TouchedTable[];
  /** Locks that it took, as the database names them, such as `RowExclusiveLock on public.orders`. */
  locks: string[];
  conflicts: ChangeConflict[];
  failures: ChangeFailure[];
  /** What may differ when it is applied, such as values of sequences: sentences. */
  not_rehearsed: string[];
  /** Why undoing it would not give every row back exactly: sentences; empty where it would. */
  not_undoable: string[];
}

/** A change set in `GET /api/changes`. Times are ISO 8601. */
export interface ChangeSet {
  id: string;
  connection_id: string;
  connection_name: string | null;
  title: string;
  state: ChangeState;
  lane: WriteLane;
  author: ChangePerson;
  /** Counts the changes of its items and its state, from 1. */
  version: number;
  /** SHA-256 over exactly what it will do, in hexadecimal. */
  hash: string;
  counts: ChangeCounts;
  tables: { schema: string; table: string }[];
  created_at: string;
  changed_at: string;
  proposed_at: string | null;
  decided_at: string | null;
  /** Who approved or refused it. */
  decided_by: ChangePerson | null;
  /** The reason of a refusal. */
  decision: string | null;
  applied_at: string | null;
  applied_by: ChangePerson | null;
  /** True while it is not yet known whether the database has kept what was applied; it is being found out. */
  is_uncertain: boolean;
  /** The change set that this one takes back, and the one that takes this one back. */
  undoes: string | null;
  undone_by: string | null;
  actions: ChangeActions;
}

export interface ChangeComment {
  id: string;
  author: ChangePerson;
  text: string;
  created_at: string;
}

/** A statement as it will be sent, with `$1` … for `values`. */
export interface ChangeStatement {
  item: number;
  sql: string;
  values: Cell[];
}

/** `GET /api/changes/{id}`, and the answer of everything that changes one. */
export interface ChangeSetDetails extends ChangeSet {
  items: ChangeItem[];
  /** The first ones, as they will be sent. */
  statements: ChangeStatement[];
  rehearsal: ChangeRehearsal | null;
  comments: ChangeComment[];
}

export interface ChangeSetList {
  items: ChangeSet[];
  next_cursor: string | null;
}

/** A row before and after, in `GET /api/changes/{id}/rows?cursor=`. */
export interface ChangeRow {
  item: number;
  kind: 'insert' | 'update' | 'delete';
  schema: string;
  table: string;
  columns: string[];
  /** Null for an added row. */
  before: Cell[] | null;
  /** Null for a removed row. */
  after: Cell[] | null;
  /** Columns whose value the database chose and may choose otherwise when it is applied. */
  varying: string[];
}

/** Rows of the last rehearsal, or of what was applied. */
export interface ChangeRowList {
  items: ChangeRow[];
  next_cursor: string | null;
}

/** Body of `POST /api/changes`. */
export interface ChangeSetInput {
  connection_id: string;
  title?: string;
  items: ChangeItem[];
}

/** Body of `PUT /api/changes/{id}`; `version` is the one that was edited. */
export interface ChangeSetEdit {
  title?: string;
  items?: ChangeItem[];
  version: number;
}

/** Body of `POST /api/changes/{id}/propose|approve|apply`: the hash that was looked at. */
export interface ChangeHash {
  hash: string;
  /** The rehearsal that was looked at, its `effect_hash`; what is applied must do the same. */
  effect_hash?: string;
}

/** Body of `POST /api/changes/{id}/refuse`. */
export interface ChangeRefusal {
  reason: string;
}

/** Body of `POST /api/changes/{id}/comments`. */
export interface ChangeCommentInput {
  text: string;
}

/** Query of `GET /api/changes`. */
export interface ChangeSetFilter {
  connection_id?: string;
  state?: ChangeState;
  author?: string;
  /** `true`: only those that the caller may decide now. */
  for_me?: boolean;
  cursor?: string;
  limit?: number;
}
