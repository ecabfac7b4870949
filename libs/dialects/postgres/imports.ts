import type { ImportRules } from '../dialect.js';

const TYPES: Readonly<Record<string, string>> = {
  BOOLEAN: 'boolean',
  TINYINT: 'smallint',
  UTINYINT: 'smallint',
  SMALLINT: 'smallint',
  USMALLINT: 'integer',
  INTEGER: 'integer',
  UINTEGER: 'bigint',
  BIGINT: 'bigint',
  UBIGINT: 'numeric',
  HUGEINT: 'numeric',
  UHUGEINT: 'numeric',
  BIGNUM: 'numeric',
  FLOAT: 'real',
  DOUBLE: 'double precision',
  DATE: 'date',
  TIME: 'time',
  'TIME WITH TIME ZONE': 'timetz',
  TIMESTAMP: 'timestamp',
  TIMESTAMP_S: 'timestamp',
  TIMESTAMP_MS: 'timestamp',
  'TIMESTAMP WITH TIME ZONE': 'timestamptz',
  INTERVAL: 'interval',
  UUID: 'uuid',
  BLOB: 'bytea',
  BIT: 'bit varying',
  JSON: 'jsonb',
};
const NESTED = /\[\d*\]$|^(?:STRUCT|MAP|UNION|LIST|VARIANT)\b/;

/** How imports create and fill tables of Postgres. */
export const IMPORTS: ImportRules = {
  columnType: (type) => {
    if (NESTED.test(type)) return 'jsonb';
    const decimal = /^DECIMAL(\(.*\))$/.exec(type);
    return decimal === null ? (TYPES[type] ?? 'text') : `numeric${decimal[1] ?? ''}`;
  },
  rows: 'copy',
  hasEraInBrackets: false,
  // In this order a date such as 01/02/2024, which begins with no year, is refused.
  readDatesIn: (order) => `SET LOCAL DateStyle = 'ISO, ${(order ?? 'ymd').toUpperCase()}'`,
  insertRecords: (table, columns) =>
    `INSERT INTO ${table} (${columns.join(', ')})\nSELECT ${columns.map((name) => `records.${name}`).join(', ')}\nFROM pg_catalog.json_populate_recordset(NULL::${table}, $1) AS records`,
  columnTypes: [
    ...['text', 'integer', 'bigint', 'numeric', 'double precision', 'boolean', 'date', 'timestamp', 'timestamptz'],
    ...['time', 'uuid', 'jsonb', 'bytea', 'smallint', 'real', 'interval'],
  ],
};
