import type { SchemaObjectKind, TableKind } from '#libs/api';
import type { IconName } from '../../../shared/ui/icon/icon';
import type { SchemaNode } from '../schema-tree';

const TABLE_ICONS: Record<TableKind, IconName> = {
  table: 'table',
  partitioned_table: 'columns-3',
  foreign_table: 'external-link',
  view: 'eye',
  materialized_view: 'scan-line',
};

const OBJECT_ICONS: Record<SchemaObjectKind, IconName> = {
  sequence: 'hash',
  function: 'square-function',
  trigger: 'zap',
  policy: 'shield-check',
  type: 'braces',
  index: 'list-tree',
  extension: 'package',
  role: 'user',
};

/** The icon of a kind of objects. */
export function objectIcon(kind: SchemaObjectKind): IconName {
  return OBJECT_ICONS[kind];
}

/** The icon of a row of the tree; null for plain columns and notes. */
export function rowIcon(node: SchemaNode): IconName | null {
  switch (node.kind) {
    case 'schema':
      return 'layers';
    case 'table':
      return TABLE_ICONS[node.table.kind];
    case 'column':
      return node.role === 'primary' ? 'key-round' : node.role === 'foreign' ? 'link-2' : null;
    case 'index':
      return 'list-tree';
    case 'group':
      return OBJECT_ICONS[node.group.kind];
    case 'object':
      return OBJECT_ICONS[node.object.kind];
    case 'member':
    case 'note':
      return null;
  }
}
