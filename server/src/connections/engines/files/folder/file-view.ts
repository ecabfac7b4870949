import { join } from 'node:path';
import { literal } from '../../duckdb/open-database.js';
import type { DataFile, FileFormat } from './data-file.js';

const READERS: Readonly<Record<FileFormat, (path: string) => string>> = {
  csv: (path) => `read_csv(${path}, hive_partitioning = false)`,
  tsv: (path) => `read_csv(${path}, delim = '\t', hive_partitioning = false)`,
  json: (path) => `read_json(${path}, hive_partitioning = false)`,
  ndjson: (path) => `read_json(${path}, format = 'newline_delimited', hive_partitioning = false)`,
  parquet: (path) => `read_parquet(${path}, hive_partitioning = false)`,
};

/** The statement that makes the view of a file in the folder `root`; DuckDB reads the file's beginning when it runs. */
export function createFileView(root: string, file: DataFile): string {
  const path = literal(withoutPatterns(join(root, ...file.path.split('/'))));
  return `CREATE OR REPLACE VIEW main.${quoted(file.table)} AS SELECT * FROM ${READERS[file.format](path)}`;
}

/** The statement that removes a view made before. */
export function dropFileView(table: string): string {
  return `DROP VIEW IF EXISTS main.${quoted(table)}`;
}

/** DuckDB takes these characters in a path for a pattern of many files; in brackets they stand for themselves. */
function withoutPatterns(path: string): string {
  return path.replace(/[*?[]/g, '[$&]');
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
