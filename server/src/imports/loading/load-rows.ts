import type { ImportColumn, ImportMapping, ImportRequest } from '#libs/api';
import { ABORTED } from '#libs/async';
import { dialectOf } from '#libs/dialects';
import type { DateOrder } from '#libs/files';
import { createTableSql, rowQuery, rowTextsOf, takesText } from '#libs/imports';
import type { SqlDialect } from '#libs/sql';
import type { Session, StagedFile } from '../../connections/index.js';
import { copyAll } from './copy-all.js';
import { copyFile } from './copy-file.js';
import type { CopiedFile } from './copy-file.js';
import { ImportSession } from './import-session.js';
import { LoadFailure } from './load-failure.js';
import { mappedSources } from './mapped-sources.js';
import { putAll } from './put-all.js';
import { putGoodRows } from './put-good-rows.js';
import type { RejectsFile } from './rejects-file.js';
import { RowReader } from './row-reader.js';
import { rowTarget } from './row-target.js';
import type { TargetTable } from './row-target.js';
import { withSavepoints, withTransactions } from './with-savepoints.js';

/** A file and the table that it goes into. */
export interface Load {
  readonly file: StagedFile;
  /** The columns of the file. */
  readonly columns: readonly ImportColumn[];
  readonly request: ImportRequest;
  /** The file's own bytes, where they give the table the rows of the preview. */
  readonly copied: CopiedFile | null;
  readonly dialect: SqlDialect;
  /** The type of a column of the table; null where it is not known. */
  readonly typeOf: (target: string) => string | null;
  /** In which the file's texts of dates are read; null where none is set. */
  readonly dateOrder: DateOrder | null;
  readonly rejects: RejectsFile;
  /** Called with the rows that the table has taken more. */
  readonly onRows: (count: number) => void;
}

/**
 * Imports the rows of a file in one transaction, which creates the table where that is new: all rows, or those that the
 * database takes. An engine without savepoints takes batches in transactions of their own where refused rows are skipped.
 * Throws `LoadFailure`, the reason of an abort, and what keeps the file from being read.
 */
export async function loadRows(session: Session, load: Load, signal: AbortSignal): Promise<void> {
  const { dialect, request } = load;
  const own = new ImportSession(session, signal, dialect);
  const isOneTransaction = isLoadedAtOnce(request, dialect);
  if (isOneTransaction) await own.run('BEGIN');
  const datesIn = dialectOf(dialect).imports.readDatesIn?.(load.dateOrder) ?? null;
  if (datesIn !== null) await own.run(datesIn);
  if (request.is_new) await own.run(createTableSql(request, request.columns, dialect));
  if (!(await copyBytes(own, load))) await readInto(load, signal, (reader) => fill(own, load, reader));
  // Rows that were left out and are not kept in their file would be lost with the commit.
  await load.rejects.complete();
  if (!isOneTransaction) return;
  const refusal = await own.commit(request.table);
  if (refusal !== null) throw new LoadFailure(refusal.message, null, refusal.column);
}

/** Whether all rows are kept or none: an engine without savepoints that skips rows keeps each batch. */
export function isLoadedAtOnce({ on_reject: mode }: ImportRequest, dialect: SqlDialect): boolean {
  return mode === 'stop' || dialectOf(dialect).sessions.hasSavepoints;
}

/** True when the table has the rows. With `skip` each refused row is to be found, by its values. */
async function copyBytes(session: ImportSession, load: Load): Promise<boolean> {
  const { copied, request, onRows } = load;
  if (copied === null || request.on_reject !== 'stop') return false;
  return copyFile(session, targetOf(load), copied, onRows);
}

async function fill(session: ImportSession, load: Load, reader: RowReader): Promise<void> {
  const { dialect, request, onRows, rejects } = load;
  const target = targetOf(load);
  const isCopied = dialectOf(dialect).imports.rows === 'copy';
  if (request.on_reject === 'stop') {
    await (isCopied ? copyAll(session, target, reader, onRows) : putAll(rowTarget(session, target), reader, onRows));
    return;
  }
  // What is checked at the end of a transaction would take every row back.
  if (isCopied) await session.run('SET CONSTRAINTS ALL IMMEDIATE');
  const rows = rowTarget(session, target);
  const apart = isLoadedAtOnce(request, dialect)
    ? withSavepoints(session, rows)
    : withTransactions(session, rows, request.table);
  await putGoodRows(apart, reader, {
    imported: onRows,
    rejected: (row, text, refusal) => rejects.add(row, text, refusal),
  });
}

/** Reads the rows while `work` takes them. */
async function readInto(load: Load, signal: AbortSignal, work: (reader: RowReader) => Promise<void>): Promise<void> {
  const reader = new RowReader();
  const leaving = new AbortController();
  const sources = mappedSources(load.columns, load.request);
  const rules = dialectOf(load.dialect);
  const { table, columns } = load.file.source(sources, ({ target, type }) =>
    takesText(load.typeOf(target), type, rules),
  );
  const sql = rowQuery(table, columns, rowTextsOf(load.dialect));
  const reading = load.file.run(sql, reader, AbortSignal.any([signal, leaving.signal])).then(
    () => reader.end(null),
    (error: unknown) => reader.end(error instanceof Error ? error : new Error(String(error))),
  );
  try {
    await work(reader);
  } finally {
    leaving.abort(ABORTED);
    reader.end(null);
    await reading;
  }
}

function targetOf({ columns, request, dialect }: Load): TargetTable {
  const binary = new Set(columns.filter(({ type }) => type === 'BLOB').map(({ name }) => name));
  const filled = ({ source, target }: ImportMapping) => ({ name: target, isBinary: binary.has(source) });
  return { schema: request.schema, table: request.table, columns: request.columns.map(filled), dialect };
}
