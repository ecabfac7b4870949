import type { Connection } from '#libs/api';
import type { objectActions, tableActions } from '#libs/ddl';
import type { SqlDialect } from '#libs/dialects';
import type { SchemaNode } from '../schema-tree';
import { CHANGES, changeRefusal } from './change-target';
import type { ChangeTarget, OfferedChange } from './change-target';

/** The rules that say what a dialect can do; they load behind the tree. */
export interface ChangeRules {
  readonly tableActions: typeof tableActions;
  readonly objectActions: typeof objectActions;
}

/** The target of a row's changes; null for rows that have none. */
export function targetOf(node: SchemaNode): ChangeTarget | null {
  if (node.kind === 'object') return { kind: 'object', object: node.object };
  if (node.kind !== 'table') return null;
  return { kind: 'table', table: { schema: node.schema.name, name: node.table.name, kind: node.table.kind } };
}

/** The changes that the menu of a row offers, each with the reason where it cannot be done. */
export function offeredChanges(
  node: SchemaNode,
  connection: Connection,
  dialect: SqlDialect,
  rules: ChangeRules,
): OfferedChange[] {
  const refusal = changeRefusal(connection);
  return namesOf(node, dialect, rules).map((name) => ({ ...CHANGES[name], name, refusal }));
}

function namesOf(node: SchemaNode, dialect: SqlDialect, rules: ChangeRules): OfferedChange['name'][] {
  switch (node.kind) {
    case 'schema':
      return ['create-table'];
    case 'object':
      return rules.objectActions(node.object, dialect);
    case 'table': {
      const names = rules.tableActions(node.table.kind, dialect);
      return names.includes('add-column') && node.table.kind !== 'foreign_table' ? ['design', ...names] : names;
    }
    default:
      return [];
  }
}
