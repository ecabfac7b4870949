import { createWriteStream } from 'node:fs';
import { link, mkdir, rm, stat } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ResultRow } from '#libs/api';
import { charactersOf, isLong, jsonRowPieces, parquetCopyQuery, parquetTypesQuery } from '#libs/results';
import type { ParquetSource } from '#libs/results';
import { WorkDatabase } from '../../connections/index.js';
import type { OpenedSource } from './export-source.js';
import { withinBytes } from './within-bytes.js';

const LINES = 'rows.ndjson';
const TARGET = 'rows.parquet';

/** Rows of a group unless they are very long; DuckDB writes whole vectors of 2,048. */
const GROUP_ROWS = 122_880;
const VECTOR_ROWS = 2048;
/** A group is in memory while it is written. */
const GROUP_BYTES = 64 * 1024 * 1024;

/** DuckDB sets so much aside for a line, so the most is tried last. */
const LINE_BYTES = [16 * 1024 * 1024, 256 * 1024 * 1024, 2_000_000_000] as const;
const LINE_TOO_LONG = 'maximum_object_size';

const MEBIBYTE = 1024 * 1024;
const MAX_MEMORY_MEBIBYTES = 2048;

/** A Parquet file that has been written, until it is removed. */
export interface ParquetFile {
  readonly path: string;
  readonly bytes: number;
  readonly rows: number;
}

/**
 * Writes a result as a Parquet file in `folder`, which is made for it and belongs to the caller, to be removed whatever
 * happens. Rejects when the disk or the memory does not hold it, and when `signal` aborts. Throws `result-too-large` where
 * the rows take more than `maxBytes`.
 */
export async function writeParquet(
  source: OpenedSource,
  folder: string,
  { signal, maxBytes }: { signal: AbortSignal; maxBytes: number },
): Promise<ParquetFile> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const rows = await putLines(source, join(folder, LINES), { signal, maxBytes });
  const { size } = await stat(join(folder, LINES));
  const lines = { file: LINES, columns: source.columns, dialect: source.dialect };
  const process = await WorkDatabase.start(
    { purpose: 'parquet_file', folder, memoryMebibytes: memoryMebibytes(), maxBytes: 2 * maxBytes, readable: null },
    signal,
  );
  try {
    const written = await writeWithLines(process, lines, groupRows(rows, size));
    if (written !== rows) throw new Error('A kept result is shorter than it was when it was written.');
  } finally {
    process.kill();
  }
  const path = join(folder, TARGET);
  return { path, rows, bytes: (await stat(path)).size };
}

/** Puts the rows where DuckDB reads them, by a second name of their file where there is one; resolves with their number. */
async function putLines(
  source: OpenedSource,
  path: string,
  { signal, maxBytes }: { signal: AbortSignal; maxBytes: number },
): Promise<number> {
  const { linesFile, rowCount } = source;
  if (linesFile !== null && rowCount !== null && (await isLinked(linesFile, path))) return rowCount;
  let count = 0;
  async function* lines(): AsyncGenerator<string> {
    for await (const rows of source.batches()) {
      yield* linesOf(rows);
      count += rows.length;
    }
  }
  const limited = withinBytes(lines(), maxBytes);
  await pipeline(Readable.from(limited, { highWaterMark: 1 }), createWriteStream(path, { mode: 0o600 }), { signal });
  return count;
}

/** Rows of a batch as lines, in pieces where they are long. */
function* linesOf(rows: readonly ResultRow[]): Generator<string> {
  if (!isLong(rows.reduce((sum, row) => sum + charactersOf(row), 0))) {
    yield rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    return;
  }
  for (const row of rows) {
    yield* jsonRowPieces(row);
    yield '\n';
  }
}

/** Not every file system has second names. */
async function isLinked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch {
    await rm(to, { force: true });
    return false;
  }
}

/** Resolves with the number of rows that have been written. */
async function writeWithLines(
  process: WorkDatabase,
  lines: Omit<ParquetSource, 'maxLineBytes'>,
  rowsOfGroup: number,
): Promise<number> {
  for (const [attempt, maxLineBytes] of LINE_BYTES.entries()) {
    const source = { ...lines, maxLineBytes };
    try {
      const [types = []] = await process.run(parquetTypesQuery(source));
      const [copied] = await process.run(parquetCopyQuery(source, types.map(String), TARGET, rowsOfGroup));
      return Number(copied?.[0]);
    } catch (error) {
      const isTooLong = error instanceof Error && error.message.includes(LINE_TOO_LONG);
      if (!isTooLong || attempt === LINE_BYTES.length - 1) throw error;
    }
  }
  return 0;
}

/** Rows of a group: fewer when they are long. */
function groupRows(rows: number, bytes: number): number {
  const fitting = rows === 0 ? GROUP_ROWS : Math.floor(GROUP_BYTES / (bytes / rows));
  const vectors = Math.floor(Math.min(fitting, GROUP_ROWS) / VECTOR_ROWS);
  return Math.max(1, vectors) * VECTOR_ROWS;
}

function memoryMebibytes(): number {
  return Math.min(Math.floor(totalmem() / 4 / MEBIBYTE), MAX_MEMORY_MEBIBYTES);
}
