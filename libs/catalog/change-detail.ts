import { shortened } from '../markup/index.js';
import type { ChangeFact } from './catalog-change.js';
import type { CatalogObject, Check, DomainShape, ForeignKey, ViewShape } from './catalog.js';
import { partsDifference } from './diff-tables.js';
import { shownForeignKey } from './shown-foreign-key.js';
import { shownColumns, shownName, shownTable, shownText } from './shown-name.js';

/** Longest definition in a sentence; the change itself holds all of it. */
const MAX_SHOWN = 160;

/** What a change is beside the name of its table or object, on one line; null for kinds that read otherwise. */
export function changeDetail(fact: ChangeFact): string | null {
  switch (fact.kind) {
    case 'table_recreated':
      return 'dropped and created again';
    case 'table_replaced':
      return fact.before === null ? 'replaced by a new table' : `replaced by ${shownTable(fact.before)}`;
    case 'partition_attached':
      return `attached to ${shownTable(fact.after)} as a partition`;
    case 'partition_detached':
      return `detached from ${shownTable(fact.before)}`;
    case 'extension_changed':
      return extensionDetail(fact.before, fact.after);
    case 'row_security_changed':
      return `row level security ${fact.before ?? 'off'} → ${fact.after ?? 'off'}`;
    case 'foreign_key_changed':
      return foreignKeyDetail(fact.before, fact.after);
    case 'check_added':
      return `+ check ${shownName(fact.after.name)} ${shownDefinition(fact.after.definition)}`;
    case 'check_removed':
      return `- check ${shownName(fact.before.name)}`;
    case 'check_changed':
      return `check ${shownName(fact.before.name)} ${fromTo(fact.before.definition, fact.after.definition)}`;
    case 'index_changed':
      return `index ${shownName(fact.before.name)} ${fromTo(fact.before.definition, fact.after.definition)}`;
    case 'object_changed':
      return objectDetail(fact.before, fact.after);
    default:
      return null;
  }
}

/** What a column's default, generated expression or identity changed to, on one line. */
export function expressionDetail(word: string, before: string | null, after: string | null): string {
  if (before === null) return `+ ${word} ${shownDefinition(after ?? '')}`;
  if (after === null) return `- ${word} ${shownDefinition(before)}`;
  return `${word} ${shownDefinition(before)} → ${shownDefinition(after)}`;
}

function fromTo(before: string, after: string): string {
  return `changed from ${shownDefinition(before)} to ${shownDefinition(after)}`;
}

function shownDefinition(definition: string): string {
  const line = shownText(definition.replace(/\s+/g, ' ').trim());
  return shortened(line, MAX_SHOWN + 1);
}

function extensionDetail(before: string | null, after: string | null): string {
  if (after === null) return `no longer part of extension ${shownName(before ?? '')}`;
  return before === null
    ? `now part of extension ${shownName(after)}`
    : `extension ${shownName(before)} → ${shownName(after)}`;
}

function foreignKeyDetail(before: ForeignKey, after: ForeignKey): string {
  return `${shownForeignKey(after)} changed from ${foreignKeyOptions(before)} to ${foreignKeyOptions(after)}`;
}

function foreignKeyOptions(key: ForeignKey): string {
  const options = [
    ...(key.match === undefined ? [] : [`MATCH ${key.match.toUpperCase()}`]),
    ...(key.on_update === undefined ? [] : [`ON UPDATE ${shownText(key.on_update)}`]),
    ...(key.on_delete === undefined ? [] : [`ON DELETE ${shownText(key.on_delete)}`]),
    ...(key.deferrable === undefined ? [] : [`DEFERRABLE ${key.deferrable.toUpperCase()}`]),
  ];
  return options.length === 0 ? 'NO ACTION' : options.join(' ');
}

function objectDetail(before: CatalogObject, after: CatalogObject): string {
  if (before.kind === 'enum' && after.kind === 'enum') {
    return `labels ${shownDefinition(shownColumns(before.labels))} → ${shownDefinition(shownColumns(after.labels))}`;
  }
  if (before.kind === 'domain' && after.kind === 'domain') return domainDetail(before, after).join(', ');
  if ('options' in before || 'options' in after) return viewDetail(before as ViewShape, after as ViewShape);
  return `${after.kind} definition changed`;
}

function viewDetail(before: ViewShape, after: ViewShape): string {
  const [old, current] = [before, after].map(({ options = [] }) => options.map(shownText).join(', ') || 'none');
  return [
    ...(before.definition === after.definition ? [] : [`${after.kind} definition changed`]),
    ...(old === current ? [] : [`${after.kind} options ${old} → ${current}`]),
  ].join(', ');
}

function domainDetail(before: DomainShape, after: DomainShape): string[] {
  const [old, current] = [before.default ?? null, after.default ?? null];
  return [
    ...(before.type === after.type ? [] : [`type ${shownText(before.type)} → ${shownText(after.type)}`]),
    ...(before.nullable === after.nullable ? [] : [after.nullable ? 'now nullable' : 'NOT NULL added']),
    ...(old === current ? [] : [expressionDetail('default', old, current)]),
    ...checkDetails(before.checks, after.checks),
  ];
}

function checkDetails(before: readonly Check[], after: readonly Check[]): string[] {
  const { removed, added, changed } = partsDifference(before, after);
  return [
    ...removed.map(({ name }) => `- check ${shownName(name)}`),
    ...added.map(({ name, definition }) => `+ check ${shownName(name)} ${shownDefinition(definition)}`),
    ...changed.map(([old, check]) => `check ${shownName(old.name)} ${fromTo(old.definition, check.definition)}`),
  ];
}
