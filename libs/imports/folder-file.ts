import type { ImportFormat } from '../api/index.js';
import { importFormat } from './import-format.js';

/** The extensions that a folder of files reads, each for its format. */
const FOLDER_EXTENSIONS: ReadonlyMap<string, ImportFormat> = new Map([
  ['csv', 'csv'],
  ['tsv', 'tsv'],
  ['json', 'json'],
  ['ndjson', 'ndjson'],
  ['jsonl', 'ndjson'],
  ['parquet', 'parquet'],
  ['xlsx', 'xlsx'],
]);
/** The longest name that file systems take, in bytes. */
const MAX_NAME_BYTES = 255;
const FORBIDDEN = /[/\\\p{Cc}]/u;

/** The name of a file in a folder of files: an extension that the folder does not read becomes that of its format. */
export function folderFileName(fileName: string): string {
  const [, stem = fileName, extension = ''] = /^(.*)\.([^.]*)$/s.exec(fileName) ?? [];
  const format = importFormat(fileName);
  if (format === null || FOLDER_EXTENSIONS.has(extension.toLowerCase())) return fileName;
  return `${stem}.${format}`;
}

/** Why a name cannot be that of a file of this format in a folder of files, a sentence; null where it can. */
export function folderNameFault(name: string, format: ImportFormat): string | null {
  if (name.trim() === '') return 'Name the file.';
  if (FORBIDDEN.test(name)) return 'A file name has no slashes and no control characters.';
  if (name.startsWith('.')) return 'Files whose names begin with a dot are hidden. Choose another name.';
  if (new TextEncoder().encode(name).length > MAX_NAME_BYTES) return 'A file name has at most 255 bytes.';
  const extension = /[^.]\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return FOLDER_EXTENSIONS.get(extension) === format ? null : `The name of the file must end with .${format}.`;
}
