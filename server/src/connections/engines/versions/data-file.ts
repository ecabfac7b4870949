/** How a kind of data file is read. */
export type FileFormat = 'csv' | 'tsv' | 'json' | 'ndjson' | 'parquet';

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
};
const FILE_NAME = /^(?<stem>.+)\.(?<extension>csv|tsv|json|ndjson|jsonl|parquet)(?<compression>\.gz)?$/is;

/**
 * The tables that files are shown as. A table is called like its file without the extension, `2024/orders` for one in
 * a subfolder. Where names meet, without regard to case as DuckDB compares them, the extension is added: `orders_csv`,
 * `orders_parquet`; and a number where even these meet. Paths that are no data files are left out.
 */
export function dataFiles(paths: readonly string[]): DataFile[] {
  const found = [...paths].sort().flatMap((path) => parsed(path));
  const stems = new Map<string, number>();
  for (const { stem } of found) stems.set(key(stem), (stems.get(key(stem)) ?? 0) + 1);
  const taken = new Set(found.filter(({ stem }) => stems.get(key(stem)) === 1).map(({ stem }) => key(stem)));
  return found.map(({ path, format, stem, extension }) => {
    const isAlone = stems.get(key(stem)) === 1;
    return { path, format, table: isAlone ? stem : freeName(`${stem}_${extension}`, taken) };
  });
}

interface ParsedPath {
  readonly path: string;
  readonly format: FileFormat;
  readonly stem: string;
  readonly extension: string;
}

function parsed(path: string): ParsedPath[] {
  const { stem, extension, compression } = FILE_NAME.exec(path)?.groups ?? {};
  const format = FORMATS[extension?.toLowerCase() ?? ''];
  if (stem === undefined || extension === undefined || format === undefined) return [];
  if (compression !== undefined && format === 'parquet') return [];
  return [{ path, format, stem, extension: extension.toLowerCase() }];
}

function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let number = 2; taken.has(key(name)); number++) name = `${wanted}_${number}`;
  taken.add(key(name));
  return name;
}

function key(name: string): string {
  return name.toLowerCase();
}
