/** How a column is drawn and aligned; decided by the engine's type, never by the values. */
export type ColumnKind =
  | 'integer'
  | 'decimal'
  | 'float'
  | 'boolean'
  | 'text'
  | 'date'
  | 'time'
  | 'timestamp'
  | 'interval'
  | 'network'
  | 'json'
  | 'binary'
  | 'uuid'
  | 'array'
  | 'geometry'
  | 'other';
