/** `present`; `missing`: deleted, moved, or not reachable now; `refused`: it now leads out of the allowed folders. */
export type SqlFileState = 'present' | 'missing' | 'refused';

/** A bookmark of a `.sql` file. Removing it never touches the file. */
export interface SqlFile {
  id: string;
  /** The file's name without its folders. */
  name: string;
  /** Absolute, as it was bookmarked. */
  path: string;
  state: SqlFileState;
  /** Null unless `present`. */
  bytes: number | null;
  modified_at: string | null;
  /** Another one after each change of the file; null unless `present`. */
  etag: string | null;
}

/** `GET /api/studio/files`, by name. */
export interface SqlFileList {
  items: SqlFile[];
  next_cursor: null;
}

/** `GET /api/studio/files/{id}`: the bookmark with the text as it is in the file, without a byte order mark. */
export interface SqlFileContent extends SqlFile {
  etag: string;
  sql: string;
}

/** Body of `POST /api/studio/files`: bookmarks a file; with `create` it is made, and must not exist. */
export interface SqlFileInput {
  path: string;
  create?: boolean;
}

/**
 * Body of `PUT /api/studio/files/{id}`: replaces the file's text if `etag` is still its version. Null makes a file that
 * is gone anew. Line endings and a byte order mark stay those of the file.
 */
export interface SqlFileChange {
  sql: string;
  etag: string | null;
}

/** `GET /api/studio/files/browse?path=`: one allowed folder; without `path` the list of allowed folders. */
export interface FolderListing {
  /** Null for the list of allowed folders. */
  path: string | null;
  /** The folder above, where it is allowed, too. */
  parent: string | null;
  folders: { name: string; path: string }[];
  files: { name: string; path: string; bytes: number; is_bookmarked: boolean }[];
  /** True when the folder holds more than are listed. */
  is_truncated: boolean;
}
