import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { numberType } from '#libs/files';
import { literal } from '../../../../duckdb/open-database.js';
import { MAX_COLUMNS, TOO_WIDE } from '../csv-dialect.js';
import type { FileReading, Query } from '../file-reading.js';
import type { ReadingNote } from '../reading-note.js';
import { numberFacts } from '../value-facts.js';
import { readXml } from './read-xml.js';
import { sharedStrings } from './shared-strings.js';
import { NULL_TEXT, SheetCopy } from './sheet-copy.js';
import type { CopiedColumn } from './sheet-copy.js';
import { SheetReader } from './sheet-reader.js';
import { WorkbookArchive } from './workbook-archive.js';
import { workbookParts } from './workbook-parts.js';
import type { Sheet } from './workbook-parts.js';

/** Longer lines need more memory of the engine's CSV reader. */
const USUAL_LINE = 500_000;
const MAX_LINE = 32_000_000;

/** A workbook that is about to become a table. */
export interface OpeningWorkbook {
  readonly path: string;
  /** The path inside the folder. */
  readonly name: string;
  /** Where the rows are written as CSV, for the engine to read. */
  readonly copy: string;
  readonly sheet: string | null;
  readonly header: boolean | null;
  readonly signal: AbortSignal;
}

/** How a workbook is read: one of its sheets, and the names of all. */
export interface WorkbookReading extends FileReading {
  readonly sheet: string;
  readonly sheets: readonly string[];
}

/**
 * Writes the rows of a sheet into a copy that the engine reads, each value as the workbook has it: numbers with all their
 * digits, dates by their format, formulas by their saved value. Throws a sentence that goes on behind "The file … cannot
 * be read: ".
 */
export async function readWorkbook(query: Query, opening: OpeningWorkbook): Promise<WorkbookReading> {
  const archive = await WorkbookArchive.open(opening.path);
  try {
    const parts = await workbookParts(archive, opening.signal);
    const sheet = chosen(parts.sheets, opening.sheet);
    const { sharedStrings: texts } = parts;
    const strings = texts === null ? [] : await sharedStrings(archive.part(texts, opening.signal));
    const reader = new SheetReader(parts, strings);
    const copy = await written(archive.part(sheet.part, opening.signal), reader, opening);
    const columns = copy.found();
    if (columns.length === 0) throw new Error(`its sheet “${sheet.name}” is empty.`);
    if (columns.length > MAX_COLUMNS) throw new Error(TOO_WIDE);
    const select = `SELECT * FROM ${readCopy(opening.copy, copy, await exactTypes(query, opening.copy, copy, columns))}`;
    const description = [{ text: `${opening.name}, sheet “${sheet.name}”.` }, headerNote(copy)];
    const sheets = parts.sheets.map(({ name }) => name);
    const found = { hasHeader: copy.isHeaderFound };
    return {
      select,
      found,
      columnCount: columns.length,
      description,
      warnings: warnings(reader),
      sheet: sheet.name,
      sheets,
    };
  } finally {
    archive.close();
  }
}

function chosen(sheets: readonly Sheet[], name: string | null): Sheet {
  const found = name === null ? sheets[0] : sheets.find((sheet) => sheet.name === name);
  if (found === undefined) throw new Error(`it has no sheet “${name}”.`);
  return found;
}

async function written(
  chunks: AsyncIterable<Buffer>,
  reader: SheetReader,
  { copy: path, header }: OpeningWorkbook,
): Promise<SheetCopy> {
  const output = createWriteStream(path, { mode: 0o600 });
  const ended = finished(output);
  ended.catch(() => undefined);
  const copy = new SheetCopy(output, header);
  try {
    await readXml(chunks, reader, () => copy.add(reader.take()));
    if (copy.longest > MAX_LINE) throw new Error('it has a row that is longer than 32 MB.');
    output.end();
    await ended;
    return copy;
  } catch (error) {
    output.destroy();
    await ended.catch(() => undefined);
    throw explained(error);
  }
}

function explained(error: unknown): unknown {
  if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') return error;
  return new Error('the temporary folder has no room for its rows. Free space, or save it as CSV.');
}

/** The types of all columns; numbers with many digits are looked at once more. */
async function exactTypes(
  query: Query,
  path: string,
  copy: SheetCopy,
  columns: readonly CopiedColumn[],
): Promise<{ name: string; type: string }[]> {
  const texts = readCopy(
    path,
    copy,
    columns.map(({ name }) => ({ name, type: 'VARCHAR' })),
  );
  const exact: { name: string; type: string }[] = [];
  for (const { name, type } of columns) {
    if (type !== null) exact.push({ name, type });
    else {
      const quoted = `"${name.replaceAll('"', '""')}"`;
      const facts = await numberFacts(query, `SELECT ${quoted} AS v FROM ${texts}`);
      exact.push({ name, type: numberType('DOUBLE', facts) });
    }
  }
  return exact;
}

function readCopy(path: string, copy: SheetCopy, columns: readonly { name: string; type: string }[]): string {
  const types = columns.map(({ name, type }) => `${literal(name)}: ${literal(type)}`).join(', ');
  const options = [
    ...["auto_detect = false, delim = ',', quote = '\"', escape = '\"', header = false, hive_partitioning = false"],
    ...[`nullstr = ${literal(NULL_TEXT)}, allow_quoted_nulls = false`],
    ...(copy.isRagged ? ['null_padding = true, parallel = false'] : []),
    ...(copy.longest > USUAL_LINE ? [`max_line_size = ${MAX_LINE * 4}`] : []),
  ];
  return `read_csv(${literal(path)}, ${options.join(', ')}, columns = {${types}})`;
}

function headerNote({ isHeaderFound }: SheetCopy): ReadingNote {
  if (isHeaderFound) return { text: 'The first row has the names of the columns.' };
  return {
    text: 'No header was found: all rows are values.',
    advice: 'If the first row has the names, set header: true.',
  };
}

function warnings({ errors, uncalculated }: SheetReader): string[] {
  return [
    ...(errors === 0 ? [] : [`Cells with an error such as #N/A are NULL: ${errors}.`]),
    ...(uncalculated === 0 ? [] : [`Formulas without a saved value are NULL: ${uncalculated}.`]),
  ];
}
