import type { EditorLanguage } from '../editor/editor-language.js';
import { wordList } from '../words.js';

/** SQLite's own list (sqlite.org/lang_keywords.html), with what it reads as a value and as an option of a table. */
const KEYWORDS = wordList(`
  abort action add after all alter always analyze and as asc attach autoincrement before begin between by cascade case cast
  check collate column commit conflict constraint create cross current current_date current_time current_timestamp database
  default deferrable deferred delete desc detach distinct do drop each else end escape except exclude exclusive exists explain
  fail false filter first following for foreign from full generated glob group groups having if ignore immediate in index
  indexed initially inner insert instead intersect into is isnull join key last left like limit match materialized natural no
  not nothing notnull null nulls of offset on or order others outer over partition plan pragma preceding primary query raise
  range recursive references regexp reindex release rename replace restrict returning right rollback row rows savepoint select
  set strict table temp temporary then ties to transaction trigger true unbounded union unique update using vacuum values view
  virtual when where window with without`);
/** The types that its documentation names. */
const TYPES = wordList(`
  any bigint blob boolean char character clob date datetime decimal double float int int2 int8 integer mediumint nchar numeric
  nvarchar precision real smallint text timestamp tinyint varchar varying`);

/** The SQL of SQLite as an editor colours it. */
export const SQLITE_EDITOR: EditorLanguage = {
  keywords: KEYWORDS,
  types: TYPES,
  // Names in backticks and in square brackets, parameters with a question mark.
  rules: [
    [/`[^`]*`/, 'identifier'],
    [/\[[^\]]*\]/, 'identifier'],
    [/x'/, 'string', '@string'],
    [/'/, 'string', '@string'],
    [/\?\d*/, 'variable'],
  ],
};
