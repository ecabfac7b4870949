import type { ImportColumn, ImportRequest } from '#libs/api';
import { LoadFailure } from './load-failure.js';

/** A column of the file with the name of the column of the table that it fills. */
export type MappedSource = ImportColumn & { readonly target: string };

/** The columns of the file in the order of the mapping. Throws `LoadFailure` where the file has one no more. */
export function mappedSources(
  columns: readonly ImportColumn[],
  { columns: mapped }: Pick<ImportRequest, 'columns'>,
): MappedSource[] {
  const byName = new Map(columns.map((column) => [column.name, column]));
  return mapped.map(({ source, target }) => {
    const column = byName.get(source);
    if (column === undefined) throw new LoadFailure(`The file has no column "${source}".`, null, source);
    return { ...column, target };
  });
}
