import type { FieldError, ProblemCode } from '../problem/index.js';
import { clientCommand } from './client-command.js';
import type { SqlDialect } from '../dialects/index.js';
import { explainedStatement } from './explained-statement.js';
import { findParameters, placedText, readParameterValues, textParameters } from './parameters/index.js';
import type { FoundParameters, ParameterValue, PlacedText } from './parameters/index.js';
import { splitStatements } from './split-statements.js';
import type { SqlStatement } from './split-statements.js';

const MAX_STATEMENTS = 10_000;
const MAX_PARAMETER_USES = 20_000;
/** Names that a message lists. */
const MAX_SHOWN_NAMES = 20;

/** A statement of a text that is to run; `binding` where it has parameters. Plain data, so that a thread can answer it. */
export interface RunTextStatement extends SqlStatement {
  readonly binding?: RunTextBinding;
}

/** What a statement with parameters is sent as. */
export interface RunTextBinding extends PlacedText {
  /** In the order of the places. */
  readonly values: readonly ParameterValue[];
}

/** Why a text cannot run. */
export interface RunTextRefusal {
  readonly kind: 'refused';
  readonly code: ProblemCode;
  readonly detail?: string;
  readonly errors?: readonly FieldError[];
}

export type RunTextReading =
  { readonly kind: 'statements'; readonly statements: readonly RunTextStatement[] } | RunTextRefusal;

/** The one statement of a text that is to be explained; `start` is its place in the text. */
export type ExplainTextReading =
  { readonly kind: 'statement'; readonly statement: RunTextStatement; readonly start: number } | RunTextRefusal;

/**
 * The statements of a text with the values of their parameters, or why nothing of it can run: `nothing-to-run`,
 * `too-large`, `not-sql`, `parameters-mixed`, `parameters-missing`, `validation-failed`.
 */
export function readRunText(sql: string, dialect: SqlDialect, parameters?: unknown): RunTextReading {
  const reading = readParameterValues(parameters, dialect);
  if (reading.kind === 'invalid') return mistakeIn('/parameters', reading.mistake);
  const command = clientCommand(sql, dialect);
  if (command !== null) return refused('not-sql', commandDetail(sql, command));
  const statements = splitStatements(sql, dialect);
  const found = statements.slice(0, MAX_STATEMENTS).map((one) => findParameters(one.sql, dialect));
  const refusal = countRefusal(statements.length) ?? parameterRefusal(found, reading.values);
  if (refusal !== null) return refusal;
  const bound = statements.map((one, index) => withBinding(one, found[index], dialect, reading.values));
  return { kind: 'statements', statements: bound };
}

/**
 * As `readRunText`, of a text that is kept and runs without values; its parameters are refused as `parameters-missing`.
 * `subject` names what takes none, such as Jobs.
 */
export function readFixedText(sql: string, dialect: SqlDialect, subject: string): RunTextReading {
  const reading = readRunText(sql, dialect);
  const isOfParameters =
    reading.kind === 'refused' && (reading.code === 'parameters-missing' || reading.code === 'parameters-mixed');
  if (!isOfParameters) return reading;
  return refused('parameters-missing', parametersRefused(subject, textParameters(sql, dialect).names));
}

/** Why a text with these parameters cannot be kept where none are taken. */
export function parametersRefused(subject: string, names: readonly string[]): string {
  return `${subject} take no parameters: ${listed(names)}.`;
}

/**
 * The statement that is to be explained: the only one, or the one at `cursor`; of an EXPLAIN the statement inside. Refuses
 * what `readRunText` does, and `plan-unavailable` where several are sent without a cursor.
 */
export function readExplainText(
  sql: string,
  dialect: SqlDialect,
  cursor?: number,
  parameters?: unknown,
): ExplainTextReading {
  const chosen = chosenStatement(splitStatements(sql, dialect), cursor);
  if ('kind' in chosen) return chosen;
  const inner = explainedStatement(chosen.sql, dialect);
  const reading = readRunText(inner?.sql ?? chosen.sql, dialect, parameters);
  if (reading.kind === 'refused') return reading;
  const [statement] = reading.statements;
  if (statement === undefined) return refused('nothing-to-run');
  return { kind: 'statement', statement, start: chosen.start + (inner?.start ?? 0) + statement.start };
}

function chosenStatement(statements: readonly SqlStatement[], cursor?: number): SqlStatement | RunTextRefusal {
  const only = statements.length === 1 ? statements[0] : undefined;
  const at = cursor === undefined ? only : (statements.find(({ end }) => end >= cursor) ?? statements.at(-1));
  if (at !== undefined) return at;
  if (statements.length === 0) return refused('nothing-to-run', 'The text is empty or holds only comments.');
  const detail = `The text holds ${statements.length} statements. Send one of them, or a cursor that stands in one.`;
  return refused('plan-unavailable', detail);
}

function withBinding(
  statement: SqlStatement,
  found: FoundParameters | undefined,
  dialect: SqlDialect,
  values: ReadonlyMap<string, ParameterValue>,
): RunTextStatement {
  if (found === undefined || found.style === 'none') return statement;
  const placed = placedText(statement.sql, found, dialect, values);
  const bound = found.names.flatMap((name) => values.get(name) ?? []);
  return { ...statement, binding: { ...placed, values: bound } };
}

function countRefusal(count: number): RunTextRefusal | null {
  if (count === 0) return refused('nothing-to-run', 'The text is empty or holds only comments.');
  if (count <= MAX_STATEMENTS) return null;
  return refused('too-large', `The text holds ${counted(count)} statements; a run takes at most 10,000. Split it.`);
}

function parameterRefusal(
  found: readonly FoundParameters[],
  values: ReadonlyMap<string, ParameterValue>,
): RunTextRefusal | null {
  if (found.some(({ style }) => style === 'mixed')) {
    const detail = 'A statement has named parameters and numbered ones ($1). Use one kind in a statement.';
    return refused('parameters-mixed', detail);
  }
  const uses = found.reduce((sum, one) => sum + one.uses.length, 0);
  if (uses > MAX_PARAMETER_USES) {
    return refused(
      'too-large',
      `The text uses parameters ${counted(uses)} times; a run takes at most 20,000. Split it.`,
    );
  }
  const names = [...new Set(found.flatMap((one) => one.names.filter((name) => !values.has(name))))];
  return names.length === 0 ? null : missing(names);
}

function missing(names: readonly string[]): RunTextRefusal {
  const shown = names.slice(0, MAX_SHOWN_NAMES);
  const errors = shown.map((name) => ({ pointer: `/parameters/${name}`, detail: 'has no value' }));
  const detail = `Enter a value for ${listed(names)}.`;
  return { kind: 'refused', code: 'parameters-missing', detail, errors };
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MAX_SHOWN_NAMES);
  const more = names.length > shown.length ? ` and ${counted(names.length - shown.length)} more` : '';
  return `${shown.map(shownName).join(', ')}${more}`;
}

function commandDetail(
  sql: string,
  { command, offset, hint }: { command: string; offset: number; hint: string },
): string {
  const line = sql.slice(0, offset).split('\n').length;
  return `Line ${line}: ${command} cannot be run here. ${hint}`;
}

function shownName(name: string): string {
  return /^\d/.test(name) ? `$${name}` : `:${name}`;
}

function mistakeIn(pointer: string, detail: string): RunTextRefusal {
  return { kind: 'refused', code: 'validation-failed', errors: [{ pointer, detail }] };
}

function refused(code: ProblemCode, detail?: string): RunTextRefusal {
  return { kind: 'refused', code, ...(detail === undefined ? {} : { detail }) };
}

function counted(count: number): string {
  return count.toLocaleString('en');
}
