import type { DataImport } from '#libs/api';
import { secondsLeft } from '#libs/imports';
import { bytesText, countedText, countText } from '#libs/results';
import type { IconName } from '../../shared/ui/icon/icon';
import { waitText } from '../../shared/time/time-left';
import type { Upload } from './uploads';

/** How far a file is on its way: what has arrived, how fast, and how long the rest takes. */
export function uploadWords({ size_bytes: size }: DataImport, { sentBytes, rate, isWaiting }: Upload): string {
  const amount = `${bytesText(sentBytes)} of ${bytesText(size)}`;
  if (isWaiting) return `${amount}, waiting for the server`;
  if (rate === null) return amount;
  const left = secondsLeft(sentBytes, size, rate);
  return `${amount}, ${bytesText(rate)}/s${left === null ? '' : `, ${waitText(left)} left`}`;
}

/** How many rows the table has taken, how fast, and how long the rest takes. */
export function rowWords(
  { imported_rows: rows, rejected_rows: rejected, preview }: DataImport,
  rate: number | null,
): string {
  const total = preview?.row_count ?? 0;
  const words = [`${countText(rows)} of ${countedText(total, 'row')}`];
  if (rejected > 0) words.push(`${countText(rejected)} rejected`);
  const left = secondsLeft(rows + rejected, total, rate);
  if (rate !== null && rate > 0) words.push(`${countText(Math.round(rate))} rows/s`);
  if (left !== null && left > 0) words.push(`${waitText(left)} left`);
  return words.join(', ');
}

/** How many rows of a file a preview shows. */
export function previewedText(shown: number, total: number): string {
  if (shown < total) return `first ${countText(shown)} of ${countedText(total, 'row')}`;
  if (total === 0) return 'no rows';
  return total === 1 ? '1 row' : `all ${countedText(total, 'row')}`;
}

/** Why an import failed, with the row and the column where they are known. */
export function failureWords({ error }: DataImport): string | null {
  if (error === null) return null;
  const place = [
    ...(error.row === null ? [] : [`row ${countText(error.row)}`]),
    ...(error.column === null ? [] : [`column ${error.column}`]),
  ].join(', ');
  return place === '' ? error.message : `${place.charAt(0).toUpperCase()}${place.slice(1)}: ${error.message}`;
}

/** The heading over why an import failed: what is known to be kept of it. */
export function failureHeading({ copy, imported_rows: kept, is_outcome_unknown: isUnknown }: DataImport): string {
  if (copy !== null) return 'The file was not added';
  if (isUnknown) return 'The rows may have been imported';
  return kept === 0 ? 'Nothing was imported' : `${countedText(kept, 'row')} imported before it failed`;
}

/** What a cancelled import has left behind. */
export function cancelWords({ preview, copy, request, imported_rows: kept }: DataImport): string {
  if (preview === null) return 'Reading was cancelled.';
  if (copy === null && kept > 0) return `The import was cancelled. The table keeps ${countedText(kept, 'row')} of it.`;
  if (copy !== null) return 'The copy was cancelled. The folder is as it was.';
  return `The import was cancelled. ${request?.is_new === true ? 'No table was created.' : 'The table is as it was.'}`;
}

/** What others see of an import that goes on, and what Cancel leaves behind. */
export function meanwhileWords({ request }: DataImport): string {
  return request?.is_new === true
    ? 'Others see the table when all rows are imported. Cancel creates no table.'
    : 'Others see the rows when all are imported. Cancel leaves the table as it was.';
}

/** The sign of an import's state, and its tone. */
export const STATUS_SIGNS: Readonly<
  Record<DataImport['status'], { icon: IconName; tone: 'success' | 'danger' | 'accent' | '' }>
> = {
  uploading: { icon: 'refresh-cw', tone: 'accent' },
  reading: { icon: 'refresh-cw', tone: 'accent' },
  ready: { icon: 'clock', tone: '' },
  unreadable: { icon: 'circle-x', tone: 'danger' },
  importing: { icon: 'refresh-cw', tone: 'accent' },
  succeeded: { icon: 'circle-check', tone: 'success' },
  failed: { icon: 'circle-x', tone: 'danger' },
  cancelled: { icon: 'ban', tone: '' },
};

/** The state of an import in a word or two, as lists show it. */
export function statusWords({ status, received_bytes: received, size_bytes: size, copy }: DataImport): string {
  const words: Record<DataImport['status'], string> = {
    uploading: `${Math.floor((received / size) * 100)} % sent`,
    reading: 'Reading',
    ready: 'Ready to import',
    unreadable: "Couldn't be read",
    importing: copy === null ? 'Importing' : 'Copying',
    succeeded: copy === null ? 'Imported' : 'Added to a folder',
    failed: 'Failed',
    cancelled: 'Cancelled',
  };
  return words[status];
}

/** Why an upload cannot go on with a file; null where it is the one that it began with. */
export function continueRefusal(
  { file_name: name, size_bytes: size, last_modified: modified }: DataImport,
  file: Pick<File, 'name' | 'size' | 'lastModified'>,
): { readonly heading: string; readonly text: string } | null {
  if (file.name !== name || file.size !== size)
    return {
      heading: 'Another file',
      text: `Choose ${name} with ${bytesText(size)} to continue, or remove this upload.`,
    };
  if (modified === null || modified === file.lastModified) return null;
  return {
    heading: 'The file has changed',
    text: `${name} has changed since the upload began. Remove this upload, then import the file again.`,
  };
}
