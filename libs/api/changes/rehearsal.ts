import type { Cell, StatementError } from '../studio.js';
import type { ChangeValue } from './items.js';

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
  /** How many of its rows are among the rows of the rehearsal. */
  sampled_rows: number;
  /** Its rows can be taken back; absent in rehearsals of older versions. */
  can_undo?: boolean;
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
