import type { ChangeRules } from '../change-rules.js';
import { IMAGES } from './images.js';

/** The temporary table that counts what a transaction writes. */
const WRITTEN = 'workbench_written';

/** Temporary triggers count also what cascades and other triggers write; without those, nothing else is written. */
const COUNTING = `
  WITH target AS (
    SELECT name FROM temp.pragma_table_list
    WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'),
  event (verb, counter) AS (VALUES ('INSERT', 'inserted'), ('UPDATE', 'updated'), ('DELETE', 'deleted'))
  SELECT 'CREATE TEMP TABLE ${WRITTEN} (
    name TEXT PRIMARY KEY, inserted INTEGER DEFAULT 0, updated INTEGER DEFAULT 0, deleted INTEGER DEFAULT 0)'
  UNION ALL
  SELECT 'INSERT INTO temp.${WRITTEN} (name)
    SELECT name FROM temp.pragma_table_list WHERE schema = ''main'' AND type = ''table'''
  UNION ALL
  SELECT 'CREATE TEMP TRIGGER ' || ${quoted(`'${WRITTEN}_' || verb || '_' || name`)} || ' AFTER ' || verb
    || ' ON main.' || ${quoted('name')} || ' BEGIN UPDATE ${WRITTEN} SET ' || counter || ' = ' || counter || ' + 1 WHERE name = '
    || quote(name) || '; END'
  FROM target, event
  WHERE EXISTS (SELECT 1 FROM main.sqlite_schema WHERE type = 'trigger')
    OR EXISTS (SELECT 1 FROM target AS child, temp.pragma_foreign_key_list(child.name, 'main') AS reference
               WHERE reference.on_update || reference.on_delete LIKE '%SET%'
                  OR reference.on_update || reference.on_delete LIKE '%CASCADE%')`;

const WRITTEN_ROWS = `
  SELECT 'main', name, inserted, updated, deleted FROM temp.${WRITTEN}
  WHERE inserted + updated + deleted > 0 ORDER BY name`;

/** The whole file is looked through, so this is done only where a reference may be deferred. */
const BROKEN_REFERENCES = `
  SELECT 'FOREIGN KEY constraint failed: row ' || coalesce(broken.rowid, '?') || ' of main.' || broken."table"
    || ' refers to no row of main.' || broken.parent
  FROM (SELECT 1 FROM main.sqlite_schema WHERE sql LIKE '%deferr%' LIMIT 1)
  CROSS JOIN temp.pragma_foreign_key_check AS broken`;

/** The largest finite number: an infinite one is printed as a text that is none. */
const LARGEST = '1.7976931348623157e308';

/** SQLite: one transaction writes at a time, and its clock shows seconds. */
export const CHANGES: ChangeRules = {
  begin: 'BEGIN IMMEDIATE',
  lockRows: '',
  mayLock: null,
  checkDeferred: null,
  deferConstraint: null,
  referredColumns,
  checksAtCommit: false,
  freesReferences: true,
  hasDefaultValue: false,
  overridesIdentity: '',
  place: (place) => place,
  compared: (place) => place,
  returned: (column) => column,
  transactionId: null,
  transactionStatus: null,
  futureTransaction: null,
  refusedWrite: null,
  interruptions: [],
  refusedInAnyForm: [],
  counting: COUNTING,
  writtenRows: WRITTEN_ROWS,
  brokenReferences: BROKEN_REFERENCES,
  clockStepMs: 1_050,
  isSameText: (column, place) => `${column} = ${place} COLLATE BINARY`,
  isDoubtfulKey,
  isExact,
  exactValues: null,
  valueSettings: null,
  sequences: null,
  heldLocks: null,
  triggers: (schema, table) =>
    `SELECT name FROM ${schema.replaceAll("'", '"')}.sqlite_master WHERE type = 'trigger' AND tbl_name = ${table} COLLATE NOCASE ORDER BY 1`,
  checksum: null,
  sample: null,
  images: IMAGES,
  snapshots: null,
};

/** A reference that names no columns is to the primary key; names are written in either case. */
function referredColumns(schema: string, table: string): string {
  return `
    SELECT DISTINCT own.name
    FROM temp.pragma_table_list AS child, temp.pragma_foreign_key_list(child.name, ${schema}) AS reference,
         temp.pragma_table_xinfo(${table}, ${schema}) AS own
    WHERE child.schema = ${schema} AND child.type = 'table' AND reference."table" = ${table} COLLATE NOCASE
      AND CASE WHEN reference."to" IS NULL THEN own.pk > 0 ELSE own.name = reference."to" COLLATE NOCASE END`;
}

/** The name that an expression gives, in quotes. */
function quoted(expression: string): string {
  return `'"' || replace(${expression}, '"', '""') || '"'`;
}

/** A text becomes a number by the affinity of its column alone, and bytes in a column of bytes alone. */
function isExact(column: string, type: string): string {
  const classes = `typeof(${column})`;
  switch (affinityOf(type)) {
    case 'bytes':
      return `${classes} IN ('null', 'blob')`;
    case 'text':
    case 'none':
      return `${classes} IN ('null', 'text')`;
    case 'boolean':
      return `(${classes} IN ('null', 'integer') OR ${classes} = 'text' AND lower(${column}) NOT IN ('true', 'false'))`;
    case 'number':
      return `CASE ${classes} WHEN 'blob' THEN false
        WHEN 'real' THEN abs(${column}) <= ${LARGEST} AND CAST(CAST(${column} AS TEXT) AS REAL) = ${column}
        ELSE true END`;
  }
}

/** Bytes are printed as a literal, whatever their column; bytes that are no text have the mark for that. */
const PRINTED_BYTES = /^X'(?:[0-9A-F]{2})*'$/;
const PRINTED_INFINITY = /^[+-]?Inf$/i;

function isDoubtfulKey(text: string, type: string): boolean {
  const affinity = affinityOf(type);
  if (affinity === 'bytes') return !PRINTED_BYTES.test(text);
  return (
    PRINTED_BYTES.test(text) || text.includes('\u{fffd}') || (affinity === 'number' && PRINTED_INFINITY.test(text))
  );
}

/** By the rules of SQLite, in their order; `none` also for a type that keeps every value as it is. */
function affinityOf(type: string): 'bytes' | 'text' | 'none' | 'boolean' | 'number' {
  const name = type.trim().toUpperCase();
  if (name === '' || name === 'ANY') return 'none';
  if (name.includes('INT')) return 'number';
  if (/CHAR|CLOB|TEXT/.test(name)) return 'text';
  if (name.includes('BLOB')) return 'bytes';
  return name.startsWith('BOOL') ? 'boolean' : 'number';
}
