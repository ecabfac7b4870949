import type { ExplainRequest } from '#libs/api';
import { explainedStatement, splitStatements } from '#libs/sql';
import type { SqlDialect, SqlStatement } from '#libs/sql';
import { Problem } from '../../platform/index.js';
import { runStatements } from '../run-statements.js';
import type { StatementBinding } from '../run-statements.js';

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
export function explainedText(request: ExplainRequest, dialect: SqlDialect): ExplainedText {
  const chosen = chosenStatement(request, dialect);
  const inner = explainedStatement(chosen.sql, dialect);
  const sql = inner?.sql ?? chosen.sql;
  const [statement] = runStatements(sql, dialect, request.parameters);
  if (statement === undefined) throw new Problem('nothing-to-run');
  const start = chosen.start + (inner?.start ?? 0) + statement.start;
  return { sql: statement.sql, start, binding: statement.binding ?? null };
}

function chosenStatement({ sql, cursor }: ExplainRequest, dialect: SqlDialect): SqlStatement {
  const statements = splitStatements(sql, dialect);
  const only = statements.length === 1 ? statements[0] : undefined;
  const at = cursor === undefined ? only : (statements.find(({ end }) => end >= cursor) ?? statements.at(-1));
  if (at !== undefined) return at;
  if (statements.length === 0) throw new Problem('nothing-to-run', 'The text is empty or holds only comments.');
  const detail = `The text holds ${statements.length} statements. Send one of them, or a cursor that stands in one.`;
  throw new Problem('plan-unavailable', detail);
}
