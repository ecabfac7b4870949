import type { ExplainRequest } from '#libs/api';
import type { SqlDialect } from '#libs/sql';
import type { TextThreads } from '../../platform/index.js';
import { problemOf, withPositions } from '../runs/run-statements.js';
import type { StatementBinding } from '../runs/run-statements.js';

/** One statement that is to be explained. */
export interface ExplainedText {
  readonly sql: string;
  /** Where it begins in the text as sent. */
  readonly start: number;
  readonly binding: StatementBinding | null;
}

/**
 * The statement that a request is about: the only one, or the one at the cursor. Of an EXPLAIN it is the statement inside.
 * Throws what `runStatements` does, and `plan-unavailable` where several are sent without a cursor.
 */
export async function explainedText(
  threads: TextThreads,
  { sql, cursor, parameters }: ExplainRequest,
  dialect: SqlDialect,
): Promise<ExplainedText> {
  const reading = await threads.run('readExplainText', sql, dialect, cursor, parameters);
  if (reading.kind === 'refused') throw problemOf(reading);
  const statement = withPositions(reading.statement);
  return { sql: statement.sql, start: reading.start, binding: statement.binding ?? null };
}
