import type { SchemaObject, SchemaObjectKind } from '#libs/api';
import { groupId, objectId } from './schema-tree';
import type { Loadable, ObjectGroup, SchemaRow, SchemaTree } from './schema-tree';

const GROUP_LABELS: Record<SchemaObjectKind, string> = {
  sequence: 'Sequences',
  function: 'Functions',
  trigger: 'Triggers',
  policy: 'Policies',
  type: 'Types',
  index: 'Indexes',
  extension: 'Extensions',
  role: 'Roles',
};
/** These belong to the whole connection. */
const OF_CONNECTION: ReadonlySet<SchemaObjectKind> = new Set(['extension', 'role']);

/** Where rows stand: below which row, and behind how many of their siblings. */
interface Place {
  readonly parentId: string | null;
  readonly level: number;
  readonly before: number;
  readonly siblings: number;
}

/** The groups of a schema, in the order of the engine. */
export function schemaGroups({ kinds }: SchemaTree, schema: string): ObjectGroup[] {
  return kinds.filter((kind) => !OF_CONNECTION.has(kind)).map((kind) => ({ kind, schema }));
}

/** The groups of a connection. */
export function connectionGroups({ kinds }: SchemaTree): ObjectGroup[] {
  return kinds.filter((kind) => OF_CONNECTION.has(kind)).map((kind) => ({ kind, schema: null }));
}

/** The rows of groups, and of what is open in them. */
export function groupRows(tree: SchemaTree, groups: readonly ObjectGroup[], place: Place): SchemaRow[] {
  return groups.flatMap((group, index) => oneGroup(tree, group, { ...place, before: place.before + index }));
}

function oneGroup(tree: SchemaTree, group: ObjectGroup, { parentId, level, before, siblings }: Place): SchemaRow[] {
  const id = groupId(group);
  const isExpanded = tree.expanded.has(id);
  const objects = tree.objects.get(id);
  const label = GROUP_LABELS[group.kind];
  const row: SchemaRow = {
    ...{ id, parentId, level, siblings, label, isExpanded },
    position: before + 1,
    node: { kind: 'group', group },
    hint: objects?.state === 'ready' ? String(objects.value.length) : '',
    title: label,
    isExpandable: true,
  };
  if (!isExpanded) return [row];
  if (objects?.state !== 'ready') return [row, noteRow(id, level + 1, objects)];
  if (objects.value.length === 0) return [row, noteRow(id, level + 1, null)];
  const count = objects.value.length;
  return [
    row,
    ...objects.value.flatMap((object, index) =>
      objectRows(tree, group, object, { parentId: id, level: level + 1, before: index, siblings: count }),
    ),
  ];
}

function objectRows(tree: SchemaTree, group: ObjectGroup, object: SchemaObject, place: Place): SchemaRow[] {
  const { parentId, level, before, siblings } = place;
  const id = objectId(group, object);
  const isExpandable = object.members.length > 0;
  const isExpanded = isExpandable && tree.expanded.has(id);
  const row: SchemaRow = {
    ...{ id, parentId, level, siblings, isExpandable, isExpanded },
    position: before + 1,
    node: { kind: 'object', object },
    label: object.name,
    hint: object.table ?? object.detail,
    title: objectTitle(object),
  };
  return isExpanded ? [row, ...memberRows(object, id, level + 1)] : [row];
}

/** What hovering reports. */
function objectTitle({ name, table, arguments: args, detail, comment }: SchemaObject): string {
  const whole = args === null ? name : `${name}(${args})`;
  return [table === null ? whole : `${whole} on ${table}`, detail, comment].filter((part) => part).join('\n');
}

function memberRows({ members }: SchemaObject, parentId: string, level: number): SchemaRow[] {
  return members.map((name, index) => ({
    ...{ id: `${parentId}m${index}`, parentId, level, position: index + 1, siblings: members.length },
    ...{ label: name, hint: '', title: name, isExpandable: false, isExpanded: false },
    node: { kind: 'member', name },
  }));
}

/** The row that stands for what is not there: still loading, failed, or nothing. */
export function noteRow(parentId: string, level: number, part: Loadable<unknown> | null | undefined): SchemaRow {
  const tone = part === null ? 'empty' : part?.state === 'failed' ? 'failed' : 'loading';
  const label = part?.state === 'failed' ? part.message : tone === 'empty' ? 'Nothing here' : 'Loading';
  return {
    id: `${parentId}n`,
    parentId,
    level,
    position: 1,
    siblings: 1,
    node: { kind: 'note', tone },
    label,
    hint: '',
    title: label,
    isExpandable: false,
    isExpanded: false,
  };
}
