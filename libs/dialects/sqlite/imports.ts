import type { ImportRules } from '../dialect.js';

const TYPES: Readonly<Record<string, string>> = {
  BOOLEAN: 'BOOLEAN',
  TINYINT: 'INTEGER',
  UTINYINT: 'INTEGER',
  SMALLINT: 'INTEGER',
  USMALLINT: 'INTEGER',
  INTEGER: 'INTEGER',
  UINTEGER: 'INTEGER',
  BIGINT: 'INTEGER',
  FLOAT: 'REAL',
  DOUBLE: 'REAL',
  BLOB: 'BLOB',
};
/** What a floating-point number holds exactly; the affinity of a numeric column rounds more digits. */
const MAX_EXACT_DIGITS = 15;

/** Locks, the disk, the memory, the file, its tables, and the time limit of a connection, in the words of SQLite. */
const BEYOND_ROWS = new RegExp(
  [
    '^database (?:table )?is locked|^database or disk is full$|^disk I/O error$|^out of memory$|^interrupted$',
    '^attempt to write a readonly database$|^unable to open database file$|^database disk image is malformed$',
    '^database schema has changed$|^no such table: |^The file of the connection was ',
    '^The statement was cancelled: ',
  ].join('|'),
);

/** How imports create and fill tables of SQLite. */
export const IMPORTS: ImportRules = {
  columnType: (type) => {
    const digits = Number(/^DECIMAL\((\d+)/.exec(type)?.[1] ?? Infinity);
    return digits <= MAX_EXACT_DIGITS ? 'NUMERIC' : (TYPES[type] ?? 'TEXT');
  },
  rows: { from: 'json_each($1)', element: (index) => `value ->> ${index}` },
  hasEraInBrackets: false,
  readDatesIn: null,
  insertRecords: null,
  isBeyondRows: ({ message }) => BEYOND_ROWS.test(message),
  columnTypes: ['TEXT', 'INTEGER', 'REAL', 'NUMERIC', 'BLOB', 'BOOLEAN'],
};
