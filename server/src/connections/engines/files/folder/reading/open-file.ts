import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import {
  encodingName,
  firstDelimiter,
  separatorLine,
  type FileSettings,
  type KnownEncoding,
  type PlainCsv,
} from '#libs/files';
import { literal } from '../../../duckdb/open-database.js';
import type { DataFile } from '../../../versions/data-file.js';
import { checkLines } from './check-lines.js';
import { readCsvFile } from './csv-file.js';
import { queriesOn, type FileReading, type ReadableFile } from './file-reading.js';
import { findEncoding } from './find-encoding.js';
import { readJsonFile } from './json-file.js';
import type { ReadingNote } from './reading-note.js';
import { plainCsv } from './plain-csv.js';
import { isPacked, isWithin, textSource } from './text-source.js';
import type { Utf8Copies } from './utf8-copies.js';

/** A file that is about to become a table. */
export interface OpeningFile {
  readonly root: string;
  readonly file: DataFile;
  readonly settings: FileSettings;
  /** Whether it is read whole whatever its size, after its beginning has misled. */
  readonly isThorough: boolean;
  /** A file of at most so many bytes is read whole before its types are decided. */
  readonly smallBytes?: number | undefined;
  /** Whether a column with texts among its values is text. */
  readonly takesTexts: boolean;
  readonly signal: AbortSignal;
}

/** How a file is read, and the copy that it is read from, if it is one. */
export interface OpenedFile extends FileReading {
  readonly copy: string | null;
  /** The sheet of a workbook that is read, and the names of all. */
  readonly sheet?: string;
  readonly sheets?: readonly string[];
  /** The file's own bytes as every reader of CSV takes them; null where it does not. */
  readonly plain?: PlainCsv | null;
}

/** What is looked at of the first line. */
const START_BYTES = 64 * 1024;
const MEBIBYTE = 1024 * 1024;
/** Reading so much takes the engine a fraction of a second. */
const SMALL_BYTES = 64 * MEBIBYTE;
/** Looking for invalid bytes is some ten times as fast as reading a table. */
const SCANNED_BYTES = 256 * MEBIBYTE;

/**
 * Finds out how a file is read as a table. Throws what the engine says, or a sentence about the file's encoding that
 * goes on behind "The file … cannot be read: ".
 */
export async function openFile(
  connection: DuckDBConnection,
  copies: Utf8Copies,
  opening: OpeningFile,
): Promise<OpenedFile> {
  const { file } = opening;
  const path = join(opening.root, ...file.path.split('/'));
  if (file.format === 'parquet') return { ...parquet(path), copy: null };
  if (file.format === 'xlsx') return openWorkbook(connection, copies, path, opening);
  const found = await encodingOf(path, opening);
  const isReadable = found.encoding === 'utf-8' && !(found.hasMark && isJson(file));
  const copy = isReadable ? null : await copies.add(path, found.encoding, opening.signal);
  try {
    if (!isJson(file)) await checkLines(copy ?? path, opening.signal);
    const reading = await readText(connection, await readable(copy ?? path, opening));
    const shape = copy === null && !isPacked(path) ? (reading.maybePlain ?? null) : null;
    const plain = shape && (await plainCsv(path, shape, opening.signal));
    const details = { ...reading.found, encoding: found.encoding };
    return {
      ...reading,
      found: details,
      description: [encodingNote(found, opening), ...reading.description],
      copy,
      plain,
    };
  } catch (error) {
    if (copy !== null) await copies.remove(copy);
    throw error;
  }
}

async function openWorkbook(
  connection: DuckDBConnection,
  copies: Utf8Copies,
  path: string,
  { file: { path: name }, settings: { sheet, header }, signal }: OpeningFile,
): Promise<OpenedFile> {
  // Loaded when it is needed: an engine process starts without it.
  const { readWorkbook } = await import('./xlsx/xlsx-file.js');
  const copy = copies.next();
  try {
    return { ...(await readWorkbook(queriesOn(connection), { path, name, copy, sheet, header, signal })), copy };
  } catch (error) {
    await copies.remove(copy);
    throw error;
  }
}

async function readText(connection: DuckDBConnection, file: ReadableFile & { isJson: boolean }): Promise<FileReading> {
  return file.isJson ? readJsonFile(connection, file) : readCsvFile(queriesOn(connection), file);
}

async function readable(path: string, opening: OpeningFile): Promise<ReadableFile & { isJson: boolean }> {
  const { file, settings, isThorough, smallBytes = SMALL_BYTES, takesTexts, signal } = opening;
  return {
    name: file.path,
    path: literal(withoutPatterns(path)),
    isSmall: isThorough || (await isWithin(smallBytes, path, signal)),
    takesTexts,
    isTsv: file.format === 'tsv',
    ...(isJson(file) ? { separator: null, firstDelimiter: null } : await firstLineOf(path, signal)),
    source: path,
    isNewlineDelimited: file.format === 'ndjson',
    isJson: isJson(file),
    options: settings,
  };
}

/** What the first line of a file says of its delimiter. */
async function firstLineOf(
  path: string,
  signal: AbortSignal,
): Promise<Pick<ReadableFile, 'separator' | 'firstDelimiter'>> {
  for await (const chunk of textSource(path, signal)) {
    const start = chunk.subarray(0, START_BYTES).toString();
    return { separator: separatorLine(start), firstDelimiter: firstDelimiter(start) };
  }
  return { separator: null, firstDelimiter: null };
}

async function encodingOf(
  path: string,
  { settings, isThorough, signal }: OpeningFile,
): Promise<{ encoding: KnownEncoding; hasMark: boolean }> {
  if (settings.encoding !== 'auto' && settings.encoding !== 'utf-8')
    return { encoding: settings.encoding, hasMark: false };
  const found = await findEncoding(path, isThorough ? Infinity : SCANNED_BYTES, signal);
  if (settings.encoding === 'utf-8') return { encoding: 'utf-8', hasMark: found.kind === 'found' && found.hasMark };
  if (found.kind === 'unreadable') throw new Error(found.reason);
  return found;
}

function encodingNote({ encoding }: { encoding: KnownEncoding }, { file, settings }: OpeningFile): ReadingNote {
  const source = settings.encoding === 'auto' ? 'detected' : 'as set';
  return { text: `${file.path}, read as ${encodingName(encoding)} (${source}).` };
}

function parquet(path: string): FileReading {
  const select = `SELECT * FROM read_parquet(${literal(withoutPatterns(path))}, hive_partitioning = false)`;
  return { select, columnCount: 0, description: [], warnings: [] };
}

function isJson({ format }: DataFile): boolean {
  return format === 'json' || format === 'ndjson';
}

/** The engine takes these characters in a path for a pattern of many files; in brackets they stand for themselves. */
function withoutPatterns(path: string): string {
  return path.replace(/[*?[]/g, '[$&]');
}
