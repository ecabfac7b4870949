import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Notice } from '#libs/api';
import { ABORTED, onAbort } from '#libs/async';
import { Problem } from '../../platform/index.js';
import { RowPipe, textFile, withinBytes, writeParquet } from '../../results/index.js';
import type { OpenedSource } from '../../results/index.js';
import { JobFailure } from '../job-kind.js';
import type { WorkContext } from '../job-kind.js';
import type { DatabaseWork, WorkSession } from './database-work.js';

export const RESULT_FORMATS = ['csv', 'json', 'ndjson', 'parquet'] as const;
const FORMAT_ENDING = new RegExp(`\\.(?:${RESULT_FORMATS.join('|')})$`, 'i');
const FILE_NAME = 'must be a file name of letters, digits, ".", "-" and "_", without a folder, such as report.csv';
/** Endings of other formats: a file of that name would be taken for one. */
const OTHER_ENDING =
  /\.(?:arrow|avro|bz2|db|docx?|feather|geojson|gz|html?|jsonl|ods|orc|pdf|sql|sqlite3?|tsv|txt|xls[bmx]?|xml|ya?ml|zip|zst)$/i;
export type ResultFormat = (typeof RESULT_FORMATS)[number];

/** The name and the format of a file, as its name or its format alone says; CSV where neither does. */
export function resultFile(saveAs: string, jobName: string): { name: string; format: ResultFormat } {
  const asFormat = RESULT_FORMATS.find((format) => format === saveAs.toLowerCase());
  if (asFormat !== undefined) return { name: `${fileWord(jobName)}.${asFormat}`, format: asFormat };
  const dot = saveAs.lastIndexOf('.');
  const format = RESULT_FORMATS.find((candidate) => candidate === saveAs.slice(dot + 1).toLowerCase());
  const stem = format === undefined ? saveAs : saveAs.slice(0, dot);
  return { name: `${fileWord(stem)}.${format ?? 'csv'}`, format: format ?? 'csv' };
}

/** Why a file would not be named as typed, behind the name of the setting; null where it would, apart from its ending. */
export function fileNameFault(typed: string): string | null {
  const stem = typed.replace(FORMAT_ENDING, '');
  const [other] = stem === typed ? (OTHER_ENDING.exec(typed) ?? []) : [];
  if (other !== undefined) return `cannot end in ${other}: results are saved as .csv, .json, .ndjson or .parquet`;
  return stem === fileWord(stem) ? null : FILE_NAME;
}

/** A text as a name that every file system takes. */
export function fileWord(text: string): string {
  const word = text
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+|(?<![.-])[.-]+$/g, '')
    .slice(0, 80)
    // Never half a letter.
    .replace(/[\ud800-\udbff]$/, '');
  return word === '' ? 'result' : word;
}

/**
 * Runs a query into a file of the work folder; answers its path and rows. Rows are in memory a few at a time. Throws
 * `JobFailure` where the statement returns none, and where the file grows beyond `maxBytes`.
 */
export async function saveResult(
  context: WorkContext,
  work: DatabaseWork,
  { connector, session }: WorkSession,
  sql: string,
  file: { folder: string; format: ResultFormat; maxBytes: number; connectionId: string },
): Promise<{ path: string; rows: number }> {
  const pipe = new LoggingPipe(context);
  const abort = new AbortController();
  const off = onAbort(context.signal, () => abort.abort(ABORTED));
  const running = work.run({ ...context, signal: abort.signal }, session, sql, pipe).then(
    () => pipe.end(null),
    (error: unknown) => pipe.end(error instanceof Error ? error : new JobFailure(String(error))),
  );
  try {
    const columns = await pipe.columnsKnown;
    if (columns === null) throw new JobFailure('The last statement returns no rows, so there is nothing to save.');
    const source: OpenedSource = {
      ...{ columns, dialect: connector.dialect, connectionId: file.connectionId },
      startedAt: new Date(context.startedAt).toISOString(),
      ...{ isWhole: true, rowCount: null, linesFile: null },
      batches: () => pipe.batches(),
      close: () => Promise.resolve(),
    };
    return await write(context, source, file);
  } finally {
    off();
    abort.abort(ABORTED);
    pipe.end(new JobFailure('The file is not written any more.'));
    await running;
  }
}

async function write(
  context: WorkContext,
  source: OpenedSource,
  { folder, format, maxBytes }: { folder: string; format: ResultFormat; maxBytes: number },
): Promise<{ path: string; rows: number }> {
  if (format === 'parquet') {
    if (source.columns.length === 0) throw new JobFailure('A Parquet file needs a column.');
    const { path, rows } = await writeParquet(source, join(folder, 'parquet'), {
      signal: context.signal,
      maxBytes,
    }).catch(toJobFailure);
    return { path, rows };
  }
  const path = join(folder, `result.${format}`);
  let rows = 0;
  const parts = textFile(source, { format }, (count) => {
    rows += count;
    context.progress({ done: rows, total: null, unit: 'rows' });
  });
  await pipeline(
    Readable.from(withinBytes(parts, maxBytes), { objectMode: true, highWaterMark: 1 }),
    createWriteStream(path, { mode: 0o600 }),
    {
      signal: context.signal,
    },
  ).catch(toJobFailure);
  return { path, rows };
}

function toJobFailure(error: unknown): never {
  const isTooLarge = error instanceof Problem && error.code === 'result-too-large';
  throw isTooLarge ? new JobFailure(error.detail ?? error.message, { cause: error }) : error;
}

/** What the database says beside the rows has no place in a file, but in the log. */
class LoggingPipe extends RowPipe {
  constructor(private readonly context: WorkContext) {
    super();
  }

  override notice({ severity, message }: Notice): void {
    this.context.log(message, severity === 'WARNING' ? 'warn' : 'info');
  }
}
