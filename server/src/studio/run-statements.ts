import { clientCommand, findParameters, placeParameters, readParameterValues, splitStatements } from '#libs/sql';
import type { FoundParameters, ParameterValue, PlacedStatement, SqlDialect, SqlStatement } from '#libs/sql';
import { Problem } from '../platform/index.js';

const MAX_STATEMENTS = 10_000;

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
 * `nothing-to-run`, `too-large`, `not-sql`, `parameters-mixed`, `parameters-missing`, `validation-failed`.
 */
export function runStatements(sql: string, dialect: SqlDialect, parameters?: unknown): RunStatement[] {
  const reading = readParameterValues(parameters, dialect);
  if (reading.kind === 'invalid') throw mistakeIn('parameters', reading.mistake);
  refuseClientCommand(sql, dialect);
  const statements = splitStatements(sql, dialect);
  refuseCount(statements.length);
  const found = statements.map((statement) => findParameters(statement.sql, dialect));
  refuseMixed(found);
  refuseMissing(found, reading.values);
  return statements.map((statement, index) => withBinding(statement, found[index], dialect, reading.values));
}

function withBinding(
  statement: SqlStatement,
  found: FoundParameters | undefined,
  dialect: SqlDialect,
  values: ReadonlyMap<string, ParameterValue>,
): RunStatement {
  if (found === undefined || found.style === 'none') return statement;
  const placed = placeParameters(statement.sql, found, dialect, values);
  const bound = found.names.flatMap((name) => values.get(name) ?? []);
  return { ...statement, binding: { ...placed, values: bound } };
}

function refuseCount(count: number): void {
  if (count === 0) throw new Problem('nothing-to-run', 'The text is empty or holds only comments.');
  if (count <= MAX_STATEMENTS) return;
  const counted = count.toLocaleString('en');
  throw new Problem('too-large', `The text holds ${counted} statements; a run takes at most 10,000. Split it.`);
}

function refuseClientCommand(sql: string, dialect: SqlDialect): void {
  const found = clientCommand(sql, dialect);
  if (found === null) return;
  const line = sql.slice(0, found.offset).split('\n').length;
  throw new Problem('not-sql', `Line ${line}: ${found.command} cannot be run here. ${found.hint}`);
}

function refuseMixed(found: readonly FoundParameters[]): void {
  if (!found.some(({ style }) => style === 'mixed')) return;
  throw new Problem(
    'parameters-mixed',
    'A statement has named parameters and numbered ones ($1). Use one kind in a statement.',
  );
}

function refuseMissing(found: readonly FoundParameters[], values: ReadonlyMap<string, ParameterValue>): void {
  const names = new Set(found.flatMap((one) => one.names.filter((name) => !values.has(name))));
  if (names.size === 0) return;
  const errors = [...names].map((name) => ({ pointer: `/parameters/${name}`, detail: 'has no value' }));
  throw new Problem('parameters-missing', `There is no value for ${[...names].map(shownName).join(', ')}.`, { errors });
}

function shownName(name: string): string {
  return /^\d/.test(name) ? `$${name}` : `:${name}`;
}

function mistakeIn(member: string, detail: string): Problem {
  return new Problem('validation-failed', undefined, { errors: [{ pointer: `/${member}`, detail }] });
}
