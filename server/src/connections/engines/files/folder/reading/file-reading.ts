import type { DuckDBConnection } from '@duckdb/node-api';
import type { FileSettings, FoundReading, PlainColumn } from '#libs/files';
import { readDuckdbProblem } from '../../../duckdb/duckdb-error.js';
import type { ReadingNote } from './reading-note.js';

/** A CSV file in a dialect of which some files are plain. */
export interface MaybePlainCsv {
  readonly delimiter: string;
  readonly hasHeader: boolean;
  readonly columns: readonly PlainColumn[];
}

/** How a file is read as a table. */
export interface FileReading {
  /** The SELECT that the table stands for. */
  readonly select: string;
  readonly columnCount: number;
  /** The SELECT of the same rows with the texts of the file beside the values, see `rowsWithTexts`. */
  readonly withTexts?: string;
  /** How the file is read, for the description of its table. */
  readonly description: readonly ReadingNote[];
  /** What a person who queries the table has to know: the rows are not all that the file says. */
  readonly warnings: readonly string[];
  /** Of a CSV file that was read whole and may be plain. */
  readonly maybePlain?: MaybePlainCsv | null;
  /** How the file is read, beside its encoding; left out where a format leaves nothing open. */
  readonly found?: Partial<FoundReading>;
}

/** A data file that the engine may open, in UTF-8. */
export interface ReadableFile {
  /** As the engine is to write it in messages: the path inside the folder. */
  readonly name: string;
  /** The path for the engine as a SQL literal, without patterns. */
  readonly path: string;
  /** Whether it is small enough to be read whole before its types are decided. */
  readonly isSmall: boolean;
  /** Whether a column with texts among its values is text. Otherwise the engine names their line where they are read. */
  readonly takesTexts: boolean;
  readonly isTsv: boolean;
  /** What the first line says to separate values, as Excel takes it: `sep=;`. */
  readonly separator: string | null;
  /** The only common delimiter of the first line; null where it has none or several. */
  readonly firstDelimiter: string | null;
  /** The path, which is a SQL literal in `path`. */
  readonly source: string;
  readonly isNewlineDelimited: boolean;
  readonly options: ReadingOptions;
}

/** What a person has set for a file, beside its encoding. */
export type ReadingOptions = Omit<FileSettings, 'encoding'>;

/** A row of the workbench's own queries: integers beyond 32 bits are texts. */
export type QueryRow = Readonly<Record<string, unknown>>;

/** Runs one of the workbench's own queries. */
export type Query = (sql: string) => Promise<QueryRow[]>;

/** The queries of one connection to the engine. */
export function queriesOn(connection: DuckDBConnection): Query {
  return async (sql) => (await connection.runAndReadAll(sql)).getRowObjectsJson();
}

/** What an attempt to read found, or null where the engine could not read the file so. Other errors are thrown. */
export async function unlessUnreadable<T>(attempt: Promise<T>): Promise<T | null> {
  try {
    return await attempt;
  } catch (error) {
    if (isInterrupt(error) || isOutOfMemory(error)) throw error;
    return null;
  }
}

/** Whether an error says that the engine was to stop, and nothing about the file. */
export function isInterrupt(error: unknown): boolean {
  return readDuckdbProblem(error).type === 'Interrupt';
}

function isOutOfMemory(error: unknown): boolean {
  return readDuckdbProblem(error).type === 'Out of Memory';
}
