import type { ImportRules } from '../dialect.js';

const NESTED = /\[\d*\]$|^(?:STRUCT|MAP|UNION|LIST|VARIANT)\b/;

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
  columnTypes: [
    ...['VARCHAR', 'INTEGER', 'BIGINT', 'DOUBLE', 'DECIMAL(18,3)', 'BOOLEAN', 'DATE', 'TIMESTAMP'],
    ...['TIMESTAMP WITH TIME ZONE', 'TIME', 'UUID', 'JSON', 'BLOB', 'HUGEINT', 'SMALLINT', 'FLOAT', 'INTERVAL'],
  ],
};
