import type { DuckDBConnection, DuckDBDataChunk, DuckDBPreparedStatement, DuckDBResult } from '@duckdb/node-api';
import type { EngineCalls } from '../engine-calls.js';
import { StatementStopped } from '../statement-failure.js';

/** A result whose rows the engine has, or streams. */
export type RowSource = Pick<DuckDBResult, 'columnName' | 'columnTypes' | 'fetchChunk'>;

/** What kind of result the engine reports; none of one that has failed. */
export const ReturnType = { CHANGED_ROWS: 1, QUERY_RESULT: 3 } as const;

/** A query that is run again loses no more than this. */
const QUICK_MS = 500;

/**
 * The rows of a query that soon has them all: at most `most`, fewer than a chunk holds. Null for one that is to be run
 * again, framed; a transaction that it ran in may be aborted then. Throws what the engine throws early.
 */
export async function shortResult(
  connection: DuckDBConnection,
  prepared: DuckDBPreparedStatement,
  most: number,
  calls: EngineCalls,
): Promise<RowSource | null> {
  const start = performance.now();
  const interrupt = setTimeout(() => connection.interrupt(), QUICK_MS);
  try {
    return await readShort(prepared, most, calls);
  } catch (error) {
    if (performance.now() - start >= QUICK_MS && !(error instanceof StatementStopped)) return null;
    throw error;
  } finally {
    clearTimeout(interrupt);
  }
}

async function readShort(
  prepared: DuckDBPreparedStatement,
  most: number,
  calls: EngineCalls,
): Promise<RowSource | null> {
  const result = await calls.unlessStopped(() => prepared.stream());
  try {
    calls.checkStop();
    const chunks = [await calls.settle(() => result.fetchChunk())];
    if ((chunks[0]?.rowCount ?? 0) > most) return null;
    const next = await calls.settle(() => result.fetchChunk());
    // The driver reports an error in the middle as the end.
    const returnType: number = result.returnType;
    if ((next?.rowCount ?? 0) > 0 || returnType !== ReturnType.QUERY_RESULT) return null;
    return {
      columnName: (index) => result.columnName(index),
      columnTypes: () => result.columnTypes(),
      fetchChunk: () => Promise.resolve(chunks.shift() ?? null),
    };
  } catch (error) {
    if (error instanceof StatementStopped) await drain(result);
    throw error;
  }
}

/** Takes what is left of an interrupted stream, which ends its transaction. */
export async function drain(result: DuckDBResult): Promise<void> {
  try {
    let chunk: DuckDBDataChunk | null;
    do chunk = await result.fetchChunk();
    while (chunk !== null && chunk.rowCount > 0);
  } catch {
    // An interrupted stream may end with an error; it has ended.
  }
}
