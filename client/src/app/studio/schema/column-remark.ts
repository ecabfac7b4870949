import type { ColumnDetails } from '#libs/api';

/** What a column is besides its name and type, as a definition shows it. */
export function columnRemark(column: ColumnDetails): string {
  const parts = [column.nullable ? '' : 'not null', valueOf(column), column.comment ?? ''];
  return parts.filter((part) => part !== '').join(' · ');
}

/** Where the value comes from that a row gets without one. */
function valueOf({ default: expression, identity, is_generated: isGenerated }: ColumnDetails): string {
  if (identity !== null) return identity === 'always' ? 'identity always' : 'identity by default';
  if (isGenerated) return expression === null ? 'generated' : `generated as ${expression}`;
  return expression === null ? '' : `default ${expression}`;
}
