/** A named text that belongs to a connection. `version` counts its changes from 1. */
export interface SavedQuery {
  id: string;
  name: string;
  connection_id: string;
  sql: string;
  description: string;
  /** Where its owner keeps it; empty for no folder. */
  folder: string;
  /** Whether other people see it; its owner alone changes it. */
  shared: boolean;
  is_own: boolean;
  /** The name of its owner. */
  owner_name: string;
  version: number;
  created_at: string;
  updated_at: string;
}

/** Body of `POST /api/studio/queries`. Names are unique within a connection. */
export interface SavedQueryInput {
  name: string;
  connection_id: string;
  sql: string;
  description?: string;
  /** Left out, it stays where it is; a new query is in no folder. */
  folder?: string;
  /** Left out, it stays as it is; a new query is not shared. */
  shared?: boolean;
}

/** Body of `PUT /api/studio/queries/{id}`; `version` is the one that was changed, any other is refused. */
export interface SavedQueryChange extends SavedQueryInput {
  version: number;
}

/** `GET /api/studio/queries?search=&connection_id=&limit=&cursor=`, by name. */
export interface SavedQueryList {
  items: SavedQuery[];
  next_cursor: string | null;
}

/** A text that a saved query once had, and until when. */
export interface SavedQueryVersion {
  version: number;
  /** In a list at most the first 2,000 characters; whole from `GET …/versions/{version}`. */
  sql: string;
  sql_truncated: boolean;
  replaced_at: string;
}

/** `GET /api/studio/queries/{id}/versions`, newest first, without the text in force. */
export interface SavedQueryVersionList {
  items: SavedQueryVersion[];
  next_cursor: null;
}
