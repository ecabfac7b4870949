import { IMPORT_FORMATS } from '../api/index.js';
import type { ImportFormat } from '../api/index.js';

/** The largest file that can be imported: 5 GiB. */
export const MAX_IMPORT_BYTES = 5 * 1024 ** 3;
/** The largest part of a file in one request: small enough for slow lines and for the limits of proxies. */
export const IMPORT_PART_BYTES = 8 * 1024 ** 2;

const OTHER_EXTENSIONS: Readonly<Record<string, ImportFormat>> = { jsonl: 'ndjson', tab: 'tsv', txt: 'csv' };

/** The extensions of files that can be imported, each with its dot. */
export const IMPORT_EXTENSIONS: readonly string[] = [...IMPORT_FORMATS, ...Object.keys(OTHER_EXTENSIONS)].map(
  (extension) => `.${extension}`,
);

/** The format of a file by the extension of its name; null where it cannot be imported. */
export function importFormat(fileName: string): ImportFormat | null {
  const extension = /\.([a-z]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? '';
  return IMPORT_FORMATS.find((format) => format === extension) ?? ownEntry(OTHER_EXTENSIONS, extension);
}

function ownEntry<T>(table: Readonly<Record<string, T>>, key: string): T | null {
  return Object.hasOwn(table, key) ? (table[key] ?? null) : null;
}
