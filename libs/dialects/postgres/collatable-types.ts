/** Built-in types without a collation, and arrays of them. Types of users may have one, such as domains over text. */
const WITHOUT_COLLATION = new RegExp(
  `^(?:pg_catalog\\.)?(?:${[
    ...[
      'smallint',
      'integer',
      'bigint',
      'int[248]?',
      'numeric',
      'decimal',
      'dec',
      'real',
      'float[48]?',
      'double',
      'money',
    ],
    ...[
      'bool',
      'boolean',
      'bytea',
      'bit',
      'varbit',
      'uuid',
      'jsonb?',
      'jsonpath',
      'xml',
      '"char"',
      'tsvector',
      'tsquery',
    ],
    ...['date', 'time', 'timetz', 'timestamp', 'timestamptz', 'interval', 'inet', 'cidr', 'macaddr8?'],
    ...[
      'point',
      'line',
      'lseg',
      'box',
      'path',
      'polygon',
      'circle',
      'oid',
      'xid8?',
      'cid',
      'tid',
      'reg[a-z]+',
      'pg_lsn',
    ],
    '(?:int4|int8|num|date|ts|tstz)(?:multi)?range',
  ].join('|')})(?![\\w.$])`,
  'i',
);

/** Whether a column of a type takes `COLLATE`; true for types that are not built in. */
export function hasCollation(type: string): boolean {
  return !WITHOUT_COLLATION.test(type.trim());
}
