import { tableNames, type NamedPath } from '#libs/files';

/** How a kind of data file is read. */
export type FileFormat = 'csv' | 'tsv' | 'json' | 'ndjson' | 'parquet' | 'xlsx';

/** A data file of a folder and the table it is shown as. */
export interface DataFile {
  /** Path inside the folder, parts joined by `/`. */
  readonly path: string;
  readonly format: FileFormat;
  readonly table: string;
}

const FORMATS: Readonly<Record<string, FileFormat>> = {
  csv: 'csv',
  tsv: 'tsv',
  json: 'json',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  parquet: 'parquet',
  xlsx: 'xlsx',
};
const FILE_NAME = /^(?<stem>.+)\.(?<extension>csv|tsv|json|ndjson|jsonl|parquet|xlsx)(?<compression>\.gz)?$/is;

/**
 * The tables that files are shown as, in the order of their paths. A table is called like its file without the
 * extension, `2024/orders` for one in a subfolder; where names meet, `tableNames` decides, by the names that are `known`
 * by path. Paths that are no data files are left out.
 */
export function dataFiles(paths: readonly string[], known: ReadonlyMap<string, string> = new Map()): DataFile[] {
  const found = [...paths].sort().flatMap((path) => parsed(path));
  const names = tableNames(found, known);
  return found.map(({ path, format, stem }) => ({ path, format, table: names.get(path) ?? stem }));
}

interface ParsedPath extends NamedPath {
  readonly format: FileFormat;
}

function parsed(path: string): ParsedPath[] {
  const { stem, extension, compression } = FILE_NAME.exec(path)?.groups ?? {};
  const format = FORMATS[extension?.toLowerCase() ?? ''];
  if (stem === undefined || extension === undefined || format === undefined) return [];
  if (compression !== undefined && (format === 'parquet' || format === 'xlsx')) return [];
  return [{ path, format, stem, extension: extension.toLowerCase() }];
}
