import { quoted } from '../../duckdb/open-database.js';
import { textsOf } from '../texts-view.js';
import type { FileReading } from './reading/file-reading.js';

/** The statement that makes the view of a file. */
export function createFileView(table: string, { select }: FileReading): string {
  return `CREATE OR REPLACE VIEW main.${quoted(table)} AS ${select}`;
}

/** The statement that makes the view of a file's texts, or removes that of an earlier version. */
export function createTextsView(table: string, { withTexts }: FileReading): string {
  const name = `main.${quoted(textsOf(table))}`;
  return withTexts === undefined ? `DROP VIEW IF EXISTS ${name}` : `CREATE OR REPLACE VIEW ${name} AS ${withTexts}`;
}

/** The statement that loads a file into memory. */
export function createFileTable(table: string, { select }: FileReading): string {
  return `CREATE OR REPLACE TABLE main.${quoted(table)} AS ${select}`;
}

/** The statement that removes a view made before. */
export function dropFileView(table: string): string {
  return `DROP VIEW IF EXISTS main.${quoted(table)}`;
}

/** The statement that removes a table made before. */
export function dropFileTable(table: string): string {
  return `DROP TABLE IF EXISTS main.${quoted(table)}`;
}
