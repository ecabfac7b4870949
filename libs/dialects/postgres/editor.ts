import type { EditorLanguage } from '../editor/editor-language.js';
import { DOLLAR_RULES, wordsWithout } from '../editor/shared-words.js';

/** Words of DuckDB that are names like any other here; from `pg_get_keywords()`, types likewise. */
const NAMES = `
  asof auto_increment autoincrement describe elseif export glob ignore install macro map open partitioned percent pivot
  positional pragma qualify raise regexp rel sample semi summarize try_cast unpivot use
  blob datetime hugeint nvarchar string struct tinyint ubigint uhugeint uinteger usmallint utinyint`;

/** The SQL of Postgres as an editor colours it. */
export const POSTGRES_EDITOR: EditorLanguage = { ...wordsWithout(NAMES), rules: DOLLAR_RULES };
