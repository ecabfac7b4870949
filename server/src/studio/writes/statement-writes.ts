import type { ResultRow } from '#libs/api';
import { dialectOf } from '#libs/dialects';
import type { SqlDialect } from '#libs/dialects';
import { leadingWords } from '#libs/sql';
import { sqliteWrites } from '#libs/write-safety';
import type { WriteVerdict } from '#libs/write-safety';
import { noopSink } from '../../connections/index.js';
import type { ResultSink, Session } from '../../connections/index.js';
import type { TextThreads } from '../../platform/index.js';

/** What an engine finds in one statement; `message` says why it could not be checked. */
export interface StatementWrites {
  readonly verdict: WriteVerdict;
  readonly message?: string;
}

const CODE = 'Functions and DO blocks are not checked.';

export const RUNS_CODE: StatementWrites = { verdict: 'unknown', message: CODE };

/**
 * Has the engine of a read-only session plan a statement, which runs nothing: the engine refuses to plan a write, or
 * shows whether its program writes. DuckDB takes a PIVOT apart, and so cannot explain it.
 */
export async function writesInSession(
  session: Session,
  sql: string,
  dialect: SqlDialect,
  { threads, signal }: { readonly threads: TextThreads; readonly signal: AbortSignal },
): Promise<StatementWrites> {
  const [verb = ''] = leadingWords(sql, dialect, 1);
  if (verb === 'EXPLAIN') return { verdict: await explainVerdict(threads, sql, dialect) };
  if (verb === 'PIVOT') return { verdict: 'reads' };
  const rows: ResultRow[] = [];
  const outcome = await session.run(`EXPLAIN ${sql}`, rowSink(rows), signal);
  if (outcome.status === 'cancelled') return { verdict: 'unknown', message: 'The check took too long.' };
  const { writes: sign } = dialectOf(dialect);
  if (outcome.status === 'succeeded') {
    return { verdict: sign.shownBy === 'program' && hasWrite(rows) ? 'writes' : 'reads' };
  }
  const { message } = outcome.error;
  const isRefused = sign.shownBy === 'refusal' && sign.message.test(message);
  return isRefused ? { verdict: 'writes' } : { verdict: 'unknown', message };
}

/** No engine explains an EXPLAIN; one without ANALYZE runs nothing. */
async function explainVerdict(threads: TextThreads, sql: string, dialect: SqlDialect): Promise<WriteVerdict> {
  const isAnalyzed = dialectOf(dialect).plans.hasAnalyze && /\banaly[sz]e\b/i.test(sql);
  return isAnalyzed && !(await threads.run('readsOnly', sql, dialect)) ? 'writes' : 'reads';
}

/** SQLite lists an instruction a row: its address, its name, and its operands. */
function hasWrite(rows: readonly ResultRow[]): boolean {
  return sqliteWrites(rows.map(([, opcode, p1, p2]) => ({ opcode: String(opcode), p1: Number(p1), p2: Number(p2) })));
}

function rowSink(rows: ResultRow[]): ResultSink {
  return { ...noopSink, row: (row) => rows.push(row) > 0 };
}
