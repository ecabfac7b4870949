import { writtenPosition } from '#libs/sql';
import type {
  ParameterValue,
  PlacedStatement,
  RunTextReading,
  RunTextRefusal,
  RunTextStatement,
  SqlDialect,
  SqlStatement,
} from '#libs/sql';
import { Problem } from '../../platform/index.js';
import type { TextThreads } from '../../platform/index.js';

/** What a statement and its result take besides their texts. */
const STATEMENT_CHARS = 1000;

/** A statement of a run; `binding` where it has parameters. */
export interface RunStatement extends SqlStatement {
  readonly binding?: StatementBinding;
}

/** What a statement with parameters is sent as. */
export interface StatementBinding extends PlacedStatement {
  /** In the order of the places. */
  readonly values: readonly ParameterValue[];
}

/**
 * The statements of a text with the values of their parameters. Nothing is run when one of them cannot be: throws
 * `nothing-to-run`, `too-large`, `not-sql`, `parameters-mixed`, `parameters-missing`, `validation-failed`, and
 * `text-too-hard`.
 */
export async function runStatements(
  threads: TextThreads,
  sql: string,
  dialect: SqlDialect,
  parameters?: unknown,
): Promise<RunStatement[]> {
  return statementsOf(await threads.run('readRunText', sql, dialect, parameters), sql);
}

/** Which text is kept: the field that holds it, and what runs it, such as Jobs. */
export interface KeptText {
  readonly pointer: string;
  readonly subject: string;
}

/** The statements of a text that is kept and runs without values. Throws as `runStatements`, at the field of the text. */
export async function keptStatements(
  threads: TextThreads,
  sql: string,
  dialect: SqlDialect,
  { pointer, subject }: KeptText,
): Promise<RunStatement[]> {
  const reading: RunTextReading = await threads.run('readFixedText', sql, dialect, subject);
  if (reading.kind === 'statements') return statementsOf(reading, sql);
  const { code, detail, message } = problemOf(reading);
  throw new Problem(code, detail, { errors: [{ pointer, detail: message }] });
}

function statementsOf(reading: RunTextReading, sql: string): RunStatement[] {
  if (reading.kind === 'refused') throw problemOf(reading);
  return reading.statements.map((statement) => withPositions(inText(statement, sql)));
}

/** A statement that shares the text of its run, of which a thread has answered a copy. */
function inText(statement: RunTextStatement, sql: string): RunTextStatement {
  const { start, end } = statement;
  return sql.startsWith(statement.sql, start) ? { ...statement, sql: sql.slice(start, end) } : statement;
}

/** Characters that the statements of a text hold besides it: those that are sent otherwise, and values. */
export function charsBesides(statements: readonly RunStatement[]): number {
  const values = new Set(statements.flatMap(({ binding }) => binding?.values ?? []));
  let chars = statements.length * STATEMENT_CHARS;
  for (const { binding } of statements) chars += binding?.sql.length ?? 0;
  for (const { name, text } of values) chars += name.length + (text?.length ?? 0);
  return chars;
}

/** A statement as a thread answered it, with what cannot travel between threads. */
export function withPositions({ binding, ...statement }: RunTextStatement): RunStatement {
  if (binding === undefined) return statement;
  const { sql, edits, values } = binding;
  return { ...statement, binding: { sql, values, writtenPosition: (position) => writtenPosition(edits, position) } };
}

/** The problem of a text that cannot run. */
export function problemOf({ code, detail, errors }: RunTextRefusal): Problem {
  return new Problem(code, detail, errors === undefined ? {} : { errors });
}
