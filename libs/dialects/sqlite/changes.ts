import type { ChangeRules } from '../dialect.js';

/** SQLite: one transaction writes at a time, and its counters and locks are not shown. */
export const CHANGES: ChangeRules = {
  begin: 'BEGIN IMMEDIATE',
  lockRows: '',
  checkDeferred: null,
  hasDefaultValue: false,
  overridesIdentity: '',
  place: (place) => place,
  transactionId: null,
  transactionStatus: null,
  writtenRows: null,
  heldLocks: null,
  triggers: (schema, table) =>
    `SELECT name FROM ${schema.replaceAll("'", '"')}.sqlite_master WHERE type = 'trigger' AND tbl_name = ${table} COLLATE NOCASE ORDER BY 1`,
  together: null,
  checksum: null,
  sample: null,
};
