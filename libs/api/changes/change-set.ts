import type { RunParameters } from '../parameters.js';
import type { Cell } from '../studio.js';
import type { ChangeItem } from './items.js';
import type { ChangeRehearsal } from './rehearsal.js';

/**
 * `draft`: its author edits it. `proposed`: waits for an approval. `approved`: may be applied as it is. `applied`: is in the
 * database. `undone`: another change set undid it. `refused`: a reviewer refused it. `conflicted`: rows have changed
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
  /** Of a person: as they are called now, or the email address where they have no name. */
  name: string;
  /** The email address of a person who is called otherwise. */
  email?: string;
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
  /** Why that cannot be found out yet, where it was tried. */
  uncertain_because: string | null;
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
  /** The first ones, up to 1,000 and 1 MB; `GET /api/changes/{id}/items` has all of them. */
  items: ChangeItem[];
  item_count: number;
  /** The first ones, as they will be sent; long texts are cut. */
  statements: ChangeStatement[];
  rehearsal: ChangeRehearsal | null;
  comments: ChangeComment[];
}

/** Answer of `GET /api/changes/{id}/items`. */
export interface ChangeItemList {
  items: ChangeItem[];
  /** Of the whole change set. */
  item_count: number;
}

/** More items of a draft, behind those that it has. */
export interface ChangeItemsInput {
  items: ChangeItem[];
  /** The version that they are added to. */
  version: number;
}

/** How a conflict is settled: the edit is left out, or made on top of the row as it is now. */
export type ConflictChoice = 'theirs' | 'yours';

/** Settles conflicts of the last rehearsal. */
export interface ChangeSettlement {
  /** By the place of the item. */
  choices: { item: number; choice: ConflictChoice }[];
  /** The version whose rehearsal was looked at. */
  version: number;
}

export interface ChangeSetList {
  items: ChangeSet[];
  next_cursor: string | null;
}

/** A row before and after, in `GET /api/changes/{id}/rows`. */
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

/** Rows of one table with the same columns, by the pages that have them. */
export interface RowOutlineGroup {
  schema: string;
  table: string;
  columns: string[];
  /** Pages, counted from 0, as `cursor` takes them, with the lines that its rows take there: one before a change and one after it. */
  pages: { page: number; lines: number }[];
}

/** Where the rows of a change set stand among its pages. */
export interface RowOutline {
  groups: RowOutlineGroup[];
  /** The place of the first row of each page, counted from 0: what `offset` takes. */
  page_offsets: number[];
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

/** Body of `POST /api/changes/from-sql`: a text whose statements that write become the items. */
export interface ChangeSqlInput {
  connection_id: string;
  sql: string;
  parameters?: RunParameters;
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
