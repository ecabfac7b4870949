import { shownColumns, shownForeignKey, shownName, shownOwnColumns, shownTable, shownText } from '../catalog/index.js';
import type { ViolationFact } from './violation.js';

/** The sentence of a violation, in the shape that the specification's table of violations gives; always one line. */
export function violationSummary(fact: ViolationFact): string {
  const table = shownTable(fact);
  switch (fact.kind) {
    case 'table_gone':
      return `${table}: table no longer exists`;
    case 'column_gone':
      return `${table}.${shownName(fact.column)}: column no longer exists`;
    case 'type_changed':
      return `${table}.${shownName(fact.column)}: type ${shownText(fact.expected)} → ${shownText(fact.actual)}`;
    case 'nullability_changed':
      return `${table}.${shownName(fact.column)}: NOT NULL ${fact.actual ? 'dropped' : 'added'}`;
    case 'primary_key_changed':
      return `${table}: primary key ${shownColumns(fact.expected)} → ${shownColumns(fact.actual)}`;
    case 'foreign_key_gone':
      return `${table}.${shownOwnColumns(fact.expected)}: ${shownForeignKey(fact.expected)} is gone`;
  }
}

/** What is broken, in one paragraph: the sentences joined with semicolons; empty when nothing is. */
export function violationMessage(violations: readonly { readonly summary: string }[]): string {
  return violations.map(({ summary }) => summary).join('; ');
}
