import type { Connection, SchemaObject } from '#libs/api';
import type { ActionTable, ObjectActionName, TableActionName } from '#libs/ddl';
import type { IconName } from '../../../shared/ui/icon/icon';

/** What is to be changed: a table, or another object. */
export type ChangeTarget =
  { readonly kind: 'table'; readonly table: ActionTable } | { readonly kind: 'object'; readonly object: SchemaObject };

/** The name of a change that a dialog asks for. */
export type ChangeName = TableActionName | ObjectActionName;

/** A change as the menu of the tree offers it. */
export interface OfferedChange {
  readonly name: ChangeName | 'design' | 'create-table';
  readonly label: string;
  readonly icon: IconName;
  /** Shown at the right of its entry; empty for none. */
  readonly keys: string;
  /** Why it cannot be done; null when it can. */
  readonly refusal: string | null;
}

/** Labels and icons of changes; a label in the menu is the heading of the dialog without its ellipsis. */
export const CHANGES: Record<OfferedChange['name'], Pick<OfferedChange, 'label' | 'icon' | 'keys'>> = {
  'create-table': { label: 'Create table', icon: 'plus', keys: '' },
  design: { label: 'Design table', icon: 'wrench', keys: '' },
  'add-column': { label: 'Add column', icon: 'columns-3', keys: '' },
  'create-index': { label: 'Create index', icon: 'list-tree', keys: '' },
  rename: { label: 'Rename', icon: 'pencil', keys: 'F2' },
  comment: { label: 'Comment', icon: 'message-square', keys: '' },
  analyze: { label: 'Analyze', icon: 'gauge', keys: '' },
  truncate: { label: 'Truncate', icon: 'brush-cleaning', keys: '' },
  drop: { label: 'Drop', icon: 'trash', keys: 'Delete' },
};

/** Why nobody can change the schema of a connection, or this person cannot; null where they can. */
export function changeRefusal({ name, read_only: isReadOnly, access, capabilities }: Connection): string | null {
  if (!capabilities.writes) return `${name} is a folder of files, which can't be changed.`;
  if (isReadOnly) return `${name} is read-only.`;
  return access === 'query' ? `You may only query ${name}.` : null;
}

/** The name of a target without its schema. */
export function targetName(target: ChangeTarget): string {
  return target.kind === 'table' ? target.table.name : target.object.name;
}

/** What a target is, in words: `table`, `materialized view`, `sequence`. */
export function targetWord(target: ChangeTarget): string {
  return (target.kind === 'table' ? target.table.kind : target.object.kind).replaceAll('_', ' ');
}

/** The heading of a change: its verb with its object. */
export function changeHeading(name: ChangeName, target: ChangeTarget): string {
  const { label } = CHANGES[name];
  const between: Partial<Record<ChangeName, string>> = { 'add-column': ' to', 'create-index': ' on', comment: ' on' };
  return `${label}${between[name] ?? ''} ${targetName(target)}`;
}

/** What the button of a change says. */
export function changeButton(name: ChangeName, target: ChangeTarget): string {
  if (name === 'comment') return 'Set comment';
  const { label } = CHANGES[name];
  return label.includes(' ') ? label : `${label} ${targetWord(target)}`;
}
