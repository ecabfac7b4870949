import type { ExportFormat, StudioExport } from '#libs/api';
import { bytesText, countText, countedText } from '#libs/results';

/** What people call the formats. */
export const FORMAT_NAMES: Record<ExportFormat, string> = {
  csv: 'CSV',
  'csv-excel': 'CSV for spreadsheets',
  json: 'JSON',
  ndjson: 'NDJSON',
  parquet: 'Parquet',
  xlsx: 'XLSX',
};

/** True when nothing more will happen to a file. */
export function isExportOver({ status }: StudioExport): boolean {
  return status !== 'waiting' && status !== 'running';
}

/** How far a file is, in words. */
export function exportWords(one: StudioExport): string {
  const name = FORMAT_NAMES[one.format];
  switch (one.status) {
    case 'waiting':
      return `${name}, waiting for the browser`;
    case 'running':
      return `${name}, ${progressWords(one)}`;
    case 'succeeded':
      return `${name} written: ${countedText(one.rows, 'row')}, ${bytesText(one.bytes)}`;
    case 'cancelled':
      return `${name} cancelled after ${countedText(one.rows, 'row')}; the file is not complete`;
    case 'failed':
      return `${name} failed: ${one.error ?? 'the server gave no reason'}`;
  }
}

function progressWords({ format, rows, row_count: total, bytes }: StudioExport): string {
  if (format === 'parquet') {
    const subject = total === null ? 'the file' : `a file of ${countedText(total, 'row')}`;
    return bytes === 0 ? `making ${subject}` : `sending ${subject}, ${bytesText(bytes)}`;
  }
  const counted = total === null ? countedText(rows, 'row') : `${countText(rows)} of ${countedText(total, 'row')}`;
  return `${counted}, ${bytesText(bytes)}`;
}

/** The share that is written, 0 to 1; null while it is not known. */
export function exportShare({ format, rows, row_count: total }: StudioExport): number | null {
  if (format === 'parquet' || total === null) return null;
  return total === 0 ? 1 : Math.min(1, rows / total);
}
