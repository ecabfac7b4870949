import type { CatalogChange, ChangeFact } from './catalog-change.js';
import { changeDetail, expressionDetail } from './change-detail.js';
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
    case 'column_recreated':
      return `${table}.${shownName(fact.column)}: dropped and added again`;
    case 'default_changed':
    case 'generated_changed':
    case 'identity_changed':
    case 'collation_changed':
      return `${table}.${shownName(fact.column)}: ${columnExpression(fact)}`;
    case 'object_added':
      return `+ ${fact.after.kind} ${table}`;
    case 'object_removed':
      return `- ${fact.before.kind} ${table}`;
    default:
      return `${table}: ${changeDetail(fact)}`;
  }
}

type ExpressionChange = Extract<
  ChangeFact,
  { kind: 'default_changed' | 'generated_changed' | 'identity_changed' | 'collation_changed' }
>;

const EXPRESSION_LABELS = {
  default_changed: 'default',
  generated_changed: 'generated',
  identity_changed: 'identity',
  collation_changed: 'collation',
} as const satisfies Record<ExpressionChange['kind'], string>;

/** `+ default 0`, `generated a → b`: the change of a column's expression without the column's name. */
export function columnExpression({ kind, before, after }: ExpressionChange): string {
  return expressionDetail(EXPRESSION_LABELS[kind], before, after);
}

/** The message about a diff: one paragraph, its sentences joined with semicolons, indexes last; empty for no change. */
export function changeMessage(changes: readonly CatalogChange[]): string {
  const others = changes.filter((change) => !isOfIndex(change));
  return sentences([...others, ...changes.filter(isOfIndex)]);
}

/** The message as a line has room for it: changes of indexes are counted beside others. */
export function changeLead(changes: readonly CatalogChange[]): string {
  const others = changes.filter((change) => !isOfIndex(change));
  const count = changes.length - others.length;
  if (others.length === 0 || count === 0) return sentences(changes);
  return `${sentences(others)}; ${count.toLocaleString('en-GB')} index ${count === 1 ? 'change' : 'changes'}`;
}

function isOfIndex({ kind }: CatalogChange): boolean {
  return kind === 'index_added' || kind === 'index_removed' || kind === 'index_changed';
}

function sentences(changes: readonly CatalogChange[]): string {
  return changes.map(({ summary }) => summary).join('; ');
}
