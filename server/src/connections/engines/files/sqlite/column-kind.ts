import type { ColumnKind } from '#libs/api';

/** The first that matches wins; behind the names in common use come SQLite's own rules of affinity, in their order. */
const KINDS: readonly (readonly [RegExp, ColumnKind])[] = [
  [/^BOOL/, 'boolean'],
  [/^(DATETIME|TIMESTAMP)/, 'timestamp'],
  [/^DATE\b/, 'date'],
  [/^TIME\b/, 'time'],
  [/^JSONB?\b/, 'json'],
  [/^(UUID|GUID)\b/, 'uuid'],
  [/^(GEOMETRY|POINT|LINESTRING|POLYGON|MULTI)/, 'geometry'],
  [/INT(?!ERVAL)/, 'integer'],
  [/CHAR|CLOB|TEXT/, 'text'],
  [/BLOB/, 'binary'],
  [/REAL|FLOA|DOUB/, 'float'],
  [/^(NUMERIC|DECIMAL|NUMBER|MONEY)/, 'decimal'],
];

/** How a column is drawn, decided by its declared type or the storage class of its first value. */
export function sqliteColumnKind(type: string): ColumnKind {
  const name = type.trim().toUpperCase();
  return KINDS.find(([pattern]) => pattern.test(name))?.[1] ?? 'other';
}
