import { DUCKDB_EDITOR } from '../duckdb/editor.js';
import { POSTGRES_EDITOR } from '../postgres/editor.js';
import type { SqlDialect } from '../sql-dialect.js';
import { SQLITE_EDITOR } from '../sqlite/editor.js';
import type { EditorLanguage } from './editor-language.js';

export type * from './editor-language.js';

/** Apart from `DIALECTS`, because only the chunk of the editor loads it. */
const LANGUAGES: Readonly<Record<SqlDialect, EditorLanguage>> = {
  postgres: POSTGRES_EDITOR,
  duckdb: DUCKDB_EDITOR,
  sqlite: SQLITE_EDITOR,
};

/** The words and rules with which an editor colours a dialect. */
export function editorLanguage(dialect: SqlDialect): EditorLanguage {
  return LANGUAGES[dialect];
}
