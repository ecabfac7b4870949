import { foreignKeyKey, joinedKey } from '../catalog/index.js';
import type { CatalogChange, ChangeKind, TableName } from '../catalog/index.js';
import type { Violation, ViolationKind } from './violation.js';

/** The kind of change that each kind of violation comes from. */
const CAUSES = {
  table_gone: 'table_removed',
  column_gone: 'column_removed',
  type_changed: 'type_changed',
  nullability_changed: 'nullability_changed',
  primary_key_changed: 'primary_key_changed',
  foreign_key_gone: 'foreign_key_removed',
} as const satisfies Record<ViolationKind, ChangeKind>;

/**
 * Whether a change is behind one of the violations: it took away what is missing now, or made it another thing.
 * The change has to be from after the contract was frozen.
 */
export function causesViolation(violations: readonly Violation[]): (change: CatalogChange) => boolean {
  const missed = new Set(violations.map((violation) => partKey(CAUSES[violation.kind], violation, partOf(violation))));
  return (change) => missed.size > 0 && missed.has(partKey(change.kind, change, changedPart(change)));
}

/** The part of its table that a violation is about; empty for the table and for its primary key. */
function partOf(violation: Violation): string {
  if (violation.kind === 'foreign_key_gone') return foreignKeyKey(violation.expected);
  return 'column' in violation ? violation.column : '';
}

function changedPart(change: CatalogChange): string {
  if (change.kind === 'foreign_key_removed') return foreignKeyKey(change.before);
  return 'column' in change ? (change.column ?? '') : '';
}

function partKey(kind: ChangeKind, { schema, name }: TableName, part: string): string {
  return joinedKey([kind, schema, name, part]);
}
