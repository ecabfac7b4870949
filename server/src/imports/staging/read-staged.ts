import type { ImportPreview } from '#libs/api';
import type { PlainCsv } from '#libs/files';
import { headerFault, previewQuery, previewRows, previewText } from '#libs/imports';
import type { StagedFile } from '../../connections/index.js';

/** What is in a file, and how its bytes are copied where they may be. */
export interface StagedReading {
  readonly preview: ImportPreview;
  readonly plain: PlainCsv | null;
}

/**
 * Reads a file whole: the types of its columns, its first rows as they are imported, and how many there are. The preview
 * is bounded, whatever is in the file. Throws what `StagedFile.rows` does, and an `Error` where the columns are too many.
 */
export async function readStaged(file: StagedFile, signal: AbortSignal): Promise<StagedReading> {
  const { columns: described, warnings, sheets, plain, found } = await file.columns(signal);
  const columns = described.map(({ name, type, kind }) => ({ name, type, kind }));
  const fault = headerFault(columns, sheets);
  if (fault !== null) throw new Error(fault);
  const rows = previewRows(await file.rows(previewQuery(file.table, columns), signal));
  const [[count] = ['0']] = await file.rows(`SELECT count(*) FROM ${file.table}`, signal);
  const notes = warnings.map((warning) => warning.replace(/^upload\.\w+: /, ''));
  const { encoding, delimiter, quote, hasHeader: header, dateOrder: date_order, decimal } = found;
  const detected = { encoding, delimiter, quote, header, date_order, decimal };
  const doubts = found.doubts.map(({ readings, ...doubt }) => ({
    ...{ ...doubt, sample: previewText(doubt.sample) },
    readings: readings.map(({ as, text }) => ({ as, text: previewText(text) })),
  }));
  return { preview: { columns, rows, row_count: Number(count), sheets, notes, detected, doubts }, plain };
}
