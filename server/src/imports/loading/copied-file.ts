import type { ColumnDetails, ImportRequest } from '#libs/api';
import { dialectOf } from '#libs/dialects';
import { copiedColumns } from '#libs/imports';
import type { SqlDialect } from '#libs/sql';
import type { ImportRecord } from '../import-record.js';
import type { CopiedFile } from './copy-file.js';
import { targetTypes } from './target-types.js';

/** The file of an import, where its bytes give the table the rows of the preview; null otherwise. */
export function copiedFile(
  { plain, preview, path, origin }: ImportRecord,
  { columns: mappings }: ImportRequest,
  targets: readonly ColumnDetails[] | null,
  dialect: SqlDialect,
): CopiedFile | null {
  if (plain === null || preview === null || dialectOf(dialect).imports.rows !== 'copy') return null;
  const columns = copiedColumns(plain, mappings, targetTypes(mappings, targets));
  if (columns === null) return null;
  const { delimiter, bodyStart } = plain;
  return { path, sizeBytes: origin.sizeBytes, delimiter, bodyStart, rowCount: preview.row_count, columns };
}
