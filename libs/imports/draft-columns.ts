import type { ImportColumn, ImportMapping } from '../api/index.js';
import { dialectOf } from '../dialects/index.js';
import type { SqlDialect } from '../dialects/index.js';
import { mapColumns } from './map-columns.js';
import type { TargetColumn } from './map-columns.js';
import { rejectPlaces } from './reject-lines.js';

/** A column of the file and what is to become of it, while a person decides. */
export interface DraftColumn {
  readonly source: string;
  readonly isIncluded: boolean;
  /** The column of the table; empty while none was chosen. */
  readonly target: string;
  /** The type of a column of a new table. */
  readonly type: string;
  readonly isNullable: boolean;
}

/**
 * The columns of a new table: all of the file, with their names, and types that hold every value. What a rejects file
 * says of its rows is left out.
 */
export function newTableDraft(columns: readonly ImportColumn[], dialect: SqlDialect): DraftColumn[] {
  const { columnType } = dialectOf(dialect).imports;
  const places = rejectPlaces(columns.map(({ name }) => name));
  return columns.map(({ name, type }) => ({
    ...{ source: name, isIncluded: !places.has(name), target: name, type: columnType(type), isNullable: true },
  }));
}

/**
 * The columns of a file beside those of a table that have their names; the others are left out, and so is what a rejects
 * file says of its rows.
 */
export function existingTableDraft(columns: readonly ImportColumn[], targets: readonly TargetColumn[]): DraftColumn[] {
  const sources = columns.map(({ name }) => name);
  const places = rejectPlaces(sources);
  const rows = sources.filter((source) => !places.has(source));
  const found = new Map(mapColumns(rows, targets).map(({ source, target }) => [source, target]));
  return sources.map((source) => {
    const target = found.get(source);
    return { source, isIncluded: target !== undefined, target: target ?? '', type: '', isNullable: true };
  });
}

/**
 * A draft as it was sent before; without change where the file or the table (`targets`, null for a new one) has other
 * columns by now.
 */
export function withMapping(
  draft: readonly DraftColumn[],
  mapping: readonly ImportMapping[],
  targets: readonly TargetColumn[] | null,
): readonly DraftColumn[] {
  const fits = ({ source, target }: ImportMapping): boolean =>
    draft.some((column) => column.source === source) &&
    (targets === null || targets.some(({ name }) => name === target));
  if (!mapping.every(fits)) return draft;
  return draft.map((column) => {
    const sent = mapping.find(({ source }) => source === column.source);
    if (sent === undefined) return { ...column, isIncluded: false };
    const { target, type = column.type, nullable = column.isNullable } = sent;
    return { ...column, isIncluded: true, target, type, isNullable: nullable };
  });
}

/** The mapping that a draft stands for. */
export function mappingOf(draft: readonly DraftColumn[], isNew: boolean): ImportMapping[] {
  return draft
    .filter(({ isIncluded }) => isIncluded)
    .map(({ source, target, type, isNullable }) =>
      isNew ? { source, target, type, nullable: isNullable } : { source, target },
    );
}
