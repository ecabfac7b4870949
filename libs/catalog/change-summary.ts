import type { CatalogChange, ChangeFact } from './catalog-change.js';
import { shownForeignKey } from './shown-foreign-key.js';
import { shownColumns, shownName, shownTable, shownText } from './shown-name.js';

/** The sentence of a change, in the shape that the specification's table "Detected changes" gives; always one line. */
export function changeSummary(fact: ChangeFact): string {
  const table = shownTable(fact);
  switch (fact.kind) {
    case 'table_added':
      return `+ table ${table}`;
    case 'table_removed':
      return `- table ${table}`;
    case 'column_added':
      return `${table}: + column ${shownName(fact.column)} ${shownText(fact.after.type)}`;
    case 'column_removed':
      return `${table}: - column ${shownName(fact.column)}`;
    case 'type_changed':
      return `${table}.${shownName(fact.column)}: type ${shownText(fact.before)} → ${shownText(fact.after)}`;
    case 'nullability_changed':
      return `${table}.${shownName(fact.column)}: ${fact.after ? 'now nullable' : 'NOT NULL added'}`;
    case 'primary_key_changed':
      return `${table}: primary key ${shownColumns(fact.before)} → ${shownColumns(fact.after)}`;
    case 'foreign_key_added':
      return `${table}: + ${shownForeignKey(fact.after)}`;
    case 'foreign_key_removed':
      return `${table}: - ${shownForeignKey(fact.before)}`;
    case 'index_added':
      return `${table}: + index ${shownName(fact.after.name)}`;
    case 'index_removed':
      return `${table}: - index ${shownName(fact.before.name)}`;
  }
}

/** The message about a diff: one paragraph, its sentences joined with semicolons; empty for no change. */
export function changeMessage(changes: readonly CatalogChange[]): string {
  return changes.map(({ summary }) => summary).join('; ');
}
