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

/** Classes of the session, transaction, server and its files. Types and triggers of extensions report rows as XX000. */
const OF_SERVER = /^(?:08|25|28|40|53|55|57|58|XX00[12])/;
/** Classes of the statement, such as missing rights. Some types report texts that they cannot read in these, too. */
const OF_STATEMENT = /^(?:0A|42(?!804))/;

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
  isBeyondRows: ({ sqlstate }, isInValue) =>
    OF_SERVER.test(sqlstate ?? '') || (!isInValue && OF_STATEMENT.test(sqlstate ?? '')),
  columnTypes: [
    ...['text', 'integer', 'bigint', 'numeric', 'double precision', 'boolean', 'date', 'timestamp', 'timestamptz'],
    ...['time', 'uuid', 'jsonb', 'bytea', 'smallint', 'real', 'interval'],
  ],
};
