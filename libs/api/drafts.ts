/** A tab of the studio as the server keeps it: what is typed, where the cursor stands, and where it would run. */
export interface Draft {
  id: string;
  /** A name that was given; null takes it from the text. */
  title: string | null;
  sql: string;
  /** 0-based offset in `sql`, in UTF-16 code units. */
  cursor: number;
  connection_id: string | null;
  /** The saved query that the tab was opened from or saved as. */
  query_id: string | null;
  /** The version of that query which the tab's text was made from. */
  query_version: number | null;
  /** The bookmarked file that the tab was opened from. */
  file_id: string | null;
  /** The version of the file which the tab's text was made from. */
  file_etag: string | null;
  /** Place in the strip, from 0. */
  position: number;
  /** Counts the writes; a write names the version it knows. */
  version: number;
  /** The browser that wrote last, by the opaque name it gave itself. */
  writer: string | null;
  updated_at: string;
  /** Names a tab whose text gives no better name: `Query 3`; null where no browser has sent one. */
  number: number | null;
  last_run: DraftRun | null;
  staged: DraftStaging | null;
}

/** Edits of rows that are staged in a tab and not in the database yet. Of two browsers' edits the later ones count. */
export interface DraftStaging {
  connection_id: string;
  /** ISO 8601. */
  changed_at: string;
  change_count: number;
  /** Items of a change set as JSON, as in `POST /api/changes`. */
  items: string;
  /** The change set that was sent of them to be applied or proposed, while no answer is known. */
  sent_change_id?: string | null;
}

/** Staged edits that are longer stay in the browser where they were made. */
export const MAX_STAGED_CHARACTERS = 2_000_000;

/** The last run of a tab. Its rows are read from the run, as long as that is kept. */
export interface DraftRun {
  run_id: string;
  /** Where the sent text began in the tab's text, from 0, in UTF-16 code units. */
  sql_offset: number;
  /** ISO 8601. */
  started_at: string;
  row_count: number | null;
  /** The mark (`textMark`) of the tab's whole text at the run: a tab is dirty while its text has another one. */
  mark: string;
}

/** Body of `PUT /api/studio/tabs/{id}`; `version` is the one last seen, 0 for a tab that the server has never seen. */
export interface DraftInput {
  title: string | null;
  sql: string;
  cursor: number;
  connection_id: string | null;
  position: number;
  version: number;
  query_id?: string | null;
  query_version?: number | null;
  file_id?: string | null;
  file_etag?: string | null;
  writer?: string | null;
  number?: number | null;
  last_run?: DraftRun | null;
  /** Left out, what the server has stays. */
  staged?: DraftStaging | null;
}

/** A page of `GET /api/studio/tabs`: open tabs in their order, and in the first page the ids of those closed lately. */
export interface DraftList {
  items: Draft[];
  closed_ids: string[];
  next_cursor: string | null;
}

/** What `PUT /api/studio/tabs/{id}` answers: the version that the write made. */
export interface DraftReceipt {
  id: string;
  version: number;
  updated_at: string;
}

/** A text that is kept on the server may have this many bytes in UTF-8. */
export const MAX_KEPT_TEXT_BYTES = 12 * 1024 * 1024;
