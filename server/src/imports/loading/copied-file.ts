import type { ColumnDetails, ImportRequest } from '#libs/api';
import { dialectOf } from '#libs/dialects';
import { copiedColumns } from '#libs/imports';
import type { SqlDialect } from '#libs/sql';
import type { ImportRecord } from '../import-record.js';
import type { CopiedFile } from './copy-file.js';

/** The file of an import, where its bytes give the table the rows of the preview; null otherwise. */
export function copiedFile(
  { plain, preview, path, origin }: ImportRecord,
  { columns: mappings }: ImportRequest,
  targets: readonly ColumnDetails[] | null,
  dialect: SqlDialect,
): CopiedFile | null {
  if (plain === null || preview === null || dialectOf(dialect).imports.rows !== 'copy') return null;
  const types = new Map(
    targets === null
      ? mappings.map(({ target, type = '' }) => [target, type] as const)
      : targets.map(({ name, type }) => [name, type] as const),
  );
  const columns = copiedColumns(plain, mappings, (target) => types.get(target) ?? null);
  if (columns === null) return null;
  const { delimiter, bodyStart } = plain;
  return { path, sizeBytes: origin.sizeBytes, delimiter, bodyStart, rowCount: preview.row_count, columns };
}
