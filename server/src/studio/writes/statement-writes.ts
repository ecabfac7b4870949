import type { ResultRow } from '#libs/api';
import { leadingWords } from '#libs/sql';
import type { SqlDialect } from '#libs/sql';
import { readsOnly, sqliteWrites } from '#libs/write-safety';
import type { WriteVerdict } from '#libs/write-safety';
import type { ResultSink, Session } from '../../connections/index.js';

/** What an engine finds in one statement; `message` says why it could not be checked. */
export interface StatementWrites {
  readonly verdict: WriteVerdict;
  readonly message?: string;
}

/** How DuckDB refuses a write in a read-only transaction, a read-only database and a folder of files. */
const DUCKDB_REFUSAL = /\b(?:in read-only mode|files of this connection are read-only)\b/;
const EXPLAINS = { duckdb: 'EXPLAIN ', sqlite: 'EXPLAIN ' } as const;
const CODE = 'Functions and DO blocks are not checked.';

export const RUNS_CODE: StatementWrites = { verdict: 'unknown', message: CODE };

/**
 * Has the engine of a read-only session plan a statement, which runs nothing: DuckDB refuses to plan a write, and SQLite
 * shows whether its program writes. DuckDB takes a PIVOT apart, and so cannot explain it.
 */
export async function writesInSession(
  session: Session,
  sql: string,
  dialect: Exclude<SqlDialect, 'postgres'>,
  signal: AbortSignal,
): Promise<StatementWrites> {
  const [verb = ''] = leadingWords(sql, dialect, 1);
  if (verb === 'EXPLAIN') return { verdict: explainVerdict(sql, dialect) };
  if (verb === 'PIVOT') return { verdict: 'reads' };
  const rows: ResultRow[] = [];
  const outcome = await session.run(`${EXPLAINS[dialect]}${sql}`, rowSink(rows), signal);
  if (outcome.status === 'cancelled') return { verdict: 'unknown', message: 'The check took too long.' };
  if (outcome.status === 'succeeded') return { verdict: dialect === 'sqlite' && hasWrite(rows) ? 'writes' : 'reads' };
  const { message } = outcome.error;
  return dialect === 'duckdb' && DUCKDB_REFUSAL.test(message) ? { verdict: 'writes' } : { verdict: 'unknown', message };
}

/** No engine explains an EXPLAIN; one without ANALYZE runs nothing. */
function explainVerdict(sql: string, dialect: SqlDialect): WriteVerdict {
  const isAnalyzed = /\banaly[sz]e\b/i.test(sql);
  return isAnalyzed && dialect !== 'sqlite' && !readsOnly(sql, dialect) ? 'writes' : 'reads';
}

/** SQLite lists an instruction a row: its address, its name, and its operands. */
function hasWrite(rows: readonly ResultRow[]): boolean {
  return sqliteWrites(rows.map(([, opcode, p1, p2]) => ({ opcode: String(opcode), p1: Number(p1), p2: Number(p2) })));
}

function rowSink(rows: ResultRow[]): ResultSink {
  return {
    columns: () => undefined,
    row: (row) => rows.push(row) > 0,
    drained: () => Promise.resolve(),
    notice: () => undefined,
  };
}
