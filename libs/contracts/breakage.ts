import { compareTexts, foreignKeyKey, joinedKey } from '../catalog/index.js';
import type { ViolationFact } from './violation.js';

/**
 * What distinguishes one breakage from another: equal for equal sets of violations and different for all others. Order,
 * repetition and wording do not matter; what is expected and what is there do, so a column that changes its type twice
 * is a changed breakage. It is exact and therefore as long as the breakage; empty when nothing is broken.
 */
export function breakageFingerprint(violations: readonly ViolationFact[]): string {
  const facts = new Set(violations.map(violationKey));
  return joinedKey([...facts].sort(compareTexts));
}

/** What distinguishes one violation of a set from another. */
export function violationKey(fact: ViolationFact): string {
  return joinedKey([fact.kind, fact.schema, fact.name, ...particulars(fact)]);
}

function particulars(fact: ViolationFact): string[] {
  switch (fact.kind) {
    case 'table_gone':
      return [];
    case 'column_gone':
      return [fact.column, fact.expected];
    case 'type_changed':
      return [fact.column, fact.expected, fact.actual];
    case 'nullability_changed':
      return [fact.column, String(fact.expected), String(fact.actual)];
    case 'primary_key_changed':
      return [joinedKey(fact.expected), joinedKey(fact.actual)];
    case 'foreign_key_gone':
      return [foreignKeyKey(fact.expected)];
  }
}
