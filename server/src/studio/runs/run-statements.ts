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
  const reading: RunTextReading = await threads.run('readRunText', sql, dialect, parameters);
  if (reading.kind === 'refused') throw problemOf(reading);
  return reading.statements.map(withPositions);
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
