import type { KeywordCase } from './settings.js';

/** Body of `POST /api/studio/format`; `offset` is where the cursor stands, from 0, in UTF-16 code units. */
export interface FormatRequest {
  connection_id: string;
  sql: string;
  offset?: number;
  /** Spaces of one step of indentation; left out, 2. */
  tab_size?: number;
  /** The case of keywords; left out, `keep`. */
  keyword_case?: KeywordCase;
  /** The table that the person looks at: its columns are laid out as names, also where they are keywords. */
  table?: { schema: string; name: string };
}

export interface FormatAnswer {
  sql: string;
  /** Where the cursor stands in the laid-out text; the end of the text where none was reported. */
  offset: number;
}

/** Body of `POST /api/studio/lint`. */
export interface LintRequest {
  connection_id: string;
  sql: string;
}

/** Something that the engine's grammar does not take: 0-based UTF-16 offsets, `end` behind it and never at `start`. */
export interface LintMarker {
  message: string;
  severity: 'error' | 'warning';
  start: number;
  end: number;
}

export interface LintAnswer {
  markers: LintMarker[];
}

/** Body of `POST /api/studio/writes`. */
export interface WritesRequest {
  connection_id: string;
  sql: string;
}

/** `unknown` for what cannot be read or runs code of its own, such as a `DO` block. */
export interface WritesAnswer {
  verdict: 'reads' | 'writes' | 'unknown';
}
