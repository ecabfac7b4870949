import type { ChangeRules } from '../change-rules.js';
import { ownStatement } from './own-statement.js';
import { IMAGES, bytesOf, hasVariants } from './images.js';

/** DuckDB: a transaction that writes a row which another one has written since it began fails by itself. */
export const CHANGES: ChangeRules = {
  begin: 'BEGIN TRANSACTION',
  lockRows: '',
  mayLock: null,
  checkDeferred: null,
  deferConstraint: null,
  referredColumns: null,
  checksAtCommit: true,
  freesReferences: false,
  hasDefaultValue: true,
  overridesIdentity: '',
  place: (place, type) => `CAST(${place} AS ${type})`,
  compared: (place) => place,
  returned: (column) => `CAST(${column} AS VARCHAR)`,
  transactionId: null,
  transactionStatus: null,
  futureTransaction: null,
  refusedWrite: null,
  interruptions: [],
  refusedInAnyForm: [],
  counting: null,
  writtenRows: null,
  brokenReferences: null,
  clockStepMs: 0,
  isSameText: (column, place) => `${bytesOf(column)} = ${bytesOf(place)}`,
  isDoubtfulKey: null,
  isExact,
  exactValues: null,
  valueSettings: null,
  sequences: null,
  heldLocks: null,
  triggers: () => 'SELECT 1 WHERE false',
  checksum: null,
  sample: null,
  images: IMAGES,
  snapshots: null,
};

/**
 * The engine reads the printed text of a value and compares: a union loses its member, a far time its zone. A variant that is
 * read from a text has the type of a text.
 */
function isExact(column: string, type: string): string {
  if (type === 'VARIANT') return ownStatement`${column} IS NULL OR variant_typeof(${column}) = 'VARCHAR'`;
  if (hasVariants(type)) return `${column} IS NULL`;
  return `TRY_CAST(CAST(${column} AS VARCHAR) AS ${type}) IS NOT DISTINCT FROM ${column}`;
}
