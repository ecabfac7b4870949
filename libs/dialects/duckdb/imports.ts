import type { ImportRules } from '../dialect.js';

const NESTED = /\[\d*\]$|^(?:STRUCT|MAP|UNION|LIST|VARIANT)\b/;

/** Conflicts, the memory, the disk, a missing table, a file that takes no writes, and the time limit of a connection. */
const BEYOND_ROWS = new RegExp(
  [
    '^(?:Failed to commit: )?(?:Transaction conflict:|Could not \\w+ file )',
    '^failed to (?:allocate|pin|offload) |^could not allocate ',
    '^Table with name .* does not exist!',
    '^Cannot .* in read-only mode|^The files of this connection are read-only',
    '^Failed: database has been invalidated ',
    '^The statement was cancelled: ',
  ].join('|'),
  's',
);

/** How imports create and fill tables of DuckDB. */
export const IMPORTS: ImportRules = {
  columnType: (type) => {
    if (NESTED.test(type)) return 'JSON';
    return type.startsWith('ENUM') ? 'VARCHAR' : type;
  },
  rows: {
    from: `(SELECT unnest(from_json(CAST($1 AS VARCHAR), '[["VARCHAR"]]')) AS cells)`,
    element: (index) => `cells[${index + 1}]`,
  },
  hasEraInBrackets: true,
  readDatesIn: null,
  insertRecords: null,
  isBeyondRows: ({ message }) => BEYOND_ROWS.test(message),
  columnTypes: [
    ...['VARCHAR', 'INTEGER', 'BIGINT', 'DOUBLE', 'DECIMAL(18,3)', 'BOOLEAN', 'DATE', 'TIMESTAMP'],
    ...['TIMESTAMP WITH TIME ZONE', 'TIME', 'UUID', 'JSON', 'BLOB', 'HUGEINT', 'SMALLINT', 'FLOAT', 'INTERVAL'],
  ],
};
