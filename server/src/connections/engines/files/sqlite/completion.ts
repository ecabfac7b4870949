import { createHash } from 'node:crypto';
import { CompletionBuilder } from '../../completion-builder.js';
import type { CompletionReading } from '../../completion-builder.js';
import type { ReadRows } from './introspection.js';

const MAIN = 'main';
const ENGINE = 'sqlite';

const TABLES = `
  SELECT list.name, list.type, entry.name, entry.type, entry.pk
  FROM temp.pragma_table_list AS list JOIN temp.pragma_table_xinfo(list.name, 'main') AS entry
  WHERE list.schema = 'main' AND list.type IN ('table', 'view', 'virtual')
    AND list.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND entry.hidden <> 1
  ORDER BY list.name, entry.cid`;

const FOREIGN_KEYS = `
  SELECT list.name, key.id, key."table", key."from", key."to"
  FROM temp.pragma_table_list AS list JOIN temp.pragma_foreign_key_list(list.name, 'main') AS key
  WHERE list.schema = 'main' AND list.type = 'table' ORDER BY list.name, key.id DESC, key.seq`;

const SCHEMA = 'SELECT type, name, tbl_name, sql FROM main.sqlite_schema';

const FUNCTIONS = `
  SELECT DISTINCT name, type FROM temp.pragma_function_list WHERE name GLOB '[a-z]*' ORDER BY name`;

/** The affinities, and the names that people know from elsewhere; SQLite takes any. */
const TYPES = ['BLOB', 'BOOLEAN', 'DATE', 'DATETIME', 'INTEGER', 'NUMERIC', 'REAL', 'TEXT'];

/** The words of SQLite's grammar; the engine has no list of them to ask for. */
const KEYWORDS =
  `ABORT ACTION ADD AFTER ALL ALTER ALWAYS ANALYZE AND AS ASC ATTACH AUTOINCREMENT BEFORE BEGIN BETWEEN BY
CASCADE CASE CAST CHECK COLLATE COLUMN COMMIT CONFLICT CONSTRAINT CREATE CROSS CURRENT CURRENT_DATE CURRENT_TIME
CURRENT_TIMESTAMP DATABASE DEFAULT DEFERRABLE DEFERRED DELETE DESC DETACH DISTINCT DO DROP EACH ELSE END ESCAPE EXCEPT
EXCLUDE EXCLUSIVE EXISTS EXPLAIN FAIL FILTER FIRST FOLLOWING FOR FOREIGN FROM FULL GENERATED GLOB GROUP GROUPS HAVING IF
IGNORE IMMEDIATE IN INDEX INDEXED INITIALLY INNER INSERT INSTEAD INTERSECT INTO IS ISNULL JOIN KEY LAST LEFT LIKE LIMIT
MATCH MATERIALIZED NATURAL NO NOT NOTHING NOTNULL NULL NULLS OF OFFSET ON OR ORDER OTHERS OUTER OVER PARTITION PLAN
PRAGMA PRECEDING PRIMARY QUERY RAISE RANGE RECURSIVE REFERENCES REGEXP REINDEX RELEASE RENAME REPLACE RESTRICT RETURNING
RIGHT ROLLBACK ROW ROWS SAVEPOINT SELECT SET TABLE TEMP TEMPORARY THEN TIES TO TRANSACTION TRIGGER UNBOUNDED UNION UNIQUE
UPDATE USING VACUUM VALUES VIEW VIRTUAL WHEN WHERE WINDOW WITH WITHOUT`.split(/\s+/);

/**
 * Reads a text that changes with the schema. The number that SQLite counts up with each change is not enough: a file that
 * takes the place of another one may have the same.
 */
export async function readVersion(read: ReadRows): Promise<string> {
  const hash = createHash('sha256');
  for (const entry of await read(SCHEMA)) hash.update(JSON.stringify(entry));
  const [[version = ''] = []] = await read('SELECT schema_version FROM temp.pragma_schema_version');
  return `${version ?? ''}:${hash.digest('base64url')}`;
}

/** Reads everything that can be completed; null while the file's schema has the version `known`. */
export async function readCompletion(read: ReadRows, known: string | null): Promise<CompletionReading | null> {
  const fingerprint = await readVersion(read);
  if (fingerprint === known) return null;
  const builder = new CompletionBuilder((name) => name === ENGINE);
  builder.schema(MAIN);
  addTables(builder, await read(TABLES));
  addForeignKeys(builder, await read(FOREIGN_KEYS));
  for (const [name, type] of await read(FUNCTIONS)) {
    const kind = type === 'w' ? 'aggregate' : 'function';
    builder.function(ENGINE, { name: name ?? '', kind, arguments: '', returns: null });
  }
  const rest = { dialect: 'sqlite' as const, search_path: [MAIN], types: TYPES, keywords: KEYWORDS };
  return { fingerprint, catalog: builder.catalog(rest) };
}

type Row = (string | null)[];

function addTables(builder: CompletionBuilder, found: readonly Row[]): void {
  for (const rows of grouped(found, ([name]) => name ?? '')) {
    const [name, kind] = rows[0] ?? [];
    builder.table({
      schema: MAIN,
      name: name ?? '',
      kind: kind === 'view' ? 'view' : 'table',
      columns: rows.map(([, , column]) => column ?? ''),
      types: rows.map(([, , , type]) => (type === null || type === undefined || type === '' ? 'ANY' : type)),
      primaryKey: rows
        .filter(([, , , , place]) => Number(place) > 0)
        .toSorted((a, b) => Number(a[4]) - Number(b[4]))
        .map(([, , column]) => column ?? ''),
    });
  }
}

/** A key that names no columns of the other table means a key that completion does without. */
function addForeignKeys(builder: CompletionBuilder, found: readonly Row[]): void {
  for (const rows of grouped(found, ([table, id]) => `${id ?? ''} ${table ?? ''}`)) {
    const [table, , parent] = rows[0] ?? [];
    const columns = rows.flatMap(([, , , , to]) => to ?? []);
    if (columns.length !== rows.length) continue;
    const references = { schema: MAIN, table: parent ?? '', columns };
    builder.foreignKey(MAIN, table ?? '', { columns: rows.map(([, , , from]) => from ?? ''), references });
  }
}

function grouped(rows: readonly Row[], keyOf: (row: Row) => string): Row[][] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const same = groups.get(keyOf(row));
    if (same) same.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return [...groups.values()];
}
