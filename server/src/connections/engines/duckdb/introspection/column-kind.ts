import type { ColumnKind } from '#libs/api';

const KINDS: readonly (readonly [RegExp, ColumnKind])[] = [
  [/\[\d*\]$/, 'array'],
  [/^(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|BIGNUM|VARINT)$/, 'integer'],
  [/^DECIMAL\b/, 'decimal'],
  [/^(FLOAT|DOUBLE)$/, 'float'],
  [/^BOOLEAN$/, 'boolean'],
  [/^(VARCHAR$|ENUM\b)/, 'text'],
  [/^DATE$/, 'date'],
  [/^TIMESTAMP/, 'timestamp'],
  [/^TIME/, 'time'],
  [/^INTERVAL$/, 'interval'],
  [/^(JSON$|STRUCT\b|MAP\b|VARIANT$)/, 'json'],
  [/^BLOB$/, 'binary'],
  [/^UUID$/, 'uuid'],
  [/^GEOMETRY\b/, 'geometry'],
];

/** How a column of a DuckDB type is drawn, decided by the type's name as `typeof()` prints it. */
export function duckdbColumnKind(type: string): ColumnKind {
  return KINDS.find(([pattern]) => pattern.test(type))?.[1] ?? 'other';
}
