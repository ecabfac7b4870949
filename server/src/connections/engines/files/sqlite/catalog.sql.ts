import type { SchemaObjectKind } from '#libs/api';

/** Tables and views; not SQLite's own, nor the shadow tables behind virtual ones. */
export const TABLES = `
  SELECT name, type FROM temp.pragma_table_list
  WHERE schema = 'main' AND type IN ('table', 'view', 'virtual') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
  ORDER BY name`;

/** The text that a table or view was created with, as ALTER TABLE has changed it since. */
export const definition = (table: string): string =>
  `SELECT sql FROM main.sqlite_schema WHERE type IN ('table', 'view') AND name = ${literal(table)}`;

/** What a table or view is, and the text that it was created with. */
export const tableFacts = (table: string): string => `
  SELECT list.type, entry.sql FROM temp.pragma_table_list AS list
  LEFT JOIN main.sqlite_schema AS entry ON entry.name = list.name AND entry.type IN ('table', 'view')
  WHERE list.schema = 'main' AND list.name = ${literal(table)}`;

export const columns = (table: string): string => `
  SELECT name, type, "notnull", dflt_value, pk, hidden FROM temp.pragma_table_xinfo(${literal(table)}, 'main')
  WHERE hidden <> 1 ORDER BY cid`;

/** The engine counts foreign keys from the last one. */
export const foreignKeys = (table: string): string => `
  SELECT id, "table", "from", "to" FROM temp.pragma_foreign_key_list(${literal(table)}, 'main') ORDER BY id DESC, seq`;

/** A row for each indexed column; one that is an expression has no name. */
export const indexes = (table: string): string => `
  SELECT list.name, list."unique", list.origin, info.name AS "column", entry.sql
  FROM temp.pragma_index_list(${literal(table)}, 'main') AS list
  JOIN temp.pragma_index_xinfo(list.name, 'main') AS info ON info.key
  LEFT JOIN main.sqlite_schema AS entry ON entry.type = 'index' AND entry.name = list.name
  ORDER BY list.name, info.seqno`;

/** The kinds of objects that a file lists beside tables. */
export const OBJECT_KINDS: readonly SchemaObjectKind[] = ['trigger', 'index'];

/** Objects of one kind, whose name has `words`; all where it is null. */
export const objectsSql = (kind: SchemaObjectKind, words: string | null, most: number): string => `
  SELECT name, tbl_name, sql FROM main.sqlite_schema
  WHERE type = ${literal(kind)} AND sql IS NOT NULL
    ${words === null ? '' : `AND instr(lower(name), lower(${literal(words)})) > 0`}
  ORDER BY name ${words === null ? '' : `LIMIT ${most}`}`;

export const defineObjectSql = (kind: SchemaObjectKind, name: string): string =>
  `SELECT sql FROM main.sqlite_schema WHERE type = ${literal(kind)} AND name = ${literal(name)}`;

function literal(text: string): string {
  return `'${text.replaceAll("'", "''").replaceAll('\0', '')}'`;
}
