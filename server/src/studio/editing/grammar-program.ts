import { parentPort } from 'node:worker_threads';
import { fingerprintSync, hasSqlDetails, loadModule, parseSync } from 'libpg-query';
import { format } from 'sql-formatter';
import { tableReads } from '#libs/changes';
import { dialectOf } from '#libs/dialects';
import type { FormatterRules, SqlDialect } from '#libs/dialects';
import { shortened } from '#libs/markup';
import { writeTarget } from '#libs/sql';
import type { StatementTree, WriteTarget } from '#libs/sql';
import { postgresWrites } from '#libs/write-safety';
import type { WriteVerdict } from '#libs/write-safety';

/** What the server asks of this thread. */
export type GrammarRequest =
  | { readonly kind: 'format'; readonly dialect: SqlDialect; readonly sql: string; readonly tabSize: number }
  | { readonly kind: 'parse'; readonly statements: readonly string[] }
  | { readonly kind: 'trees'; readonly statements: readonly string[] }
  | { readonly kind: 'writes'; readonly statements: readonly string[] }
  | { readonly kind: 'reads'; readonly sql: string };

/** A text with the trees of its statements and the tables that they write, or with why it is none. */
export type TextTrees =
  | { readonly trees: readonly object[]; readonly targets: readonly (WriteTarget | null)[] }
  | { readonly message: string };

/** Whether a text writes, or why it cannot be read. */
export type TextWrites = { readonly verdict: WriteVerdict } | { readonly message: string };

/** A statement that Postgres' grammar does not take; `points` counts from 0, in Unicode code points. */
export interface ParseFailure {
  readonly index: number;
  readonly message: string;
  readonly points: number | null;
}

export type GrammarAnswer =
  | { readonly text: string }
  | { readonly failures: readonly ParseFailure[] }
  | { readonly texts: readonly TextTrees[] }
  | { readonly writes: readonly TextWrites[] }
  | { readonly reads: ReadonlyMap<string, number> }
  | { readonly error: string };

type Fields = StatementTree[string];

/** In characters. */
const MAX_MESSAGE = 200;

function answer(request: GrammarRequest): GrammarAnswer {
  try {
    if (request.kind === 'format') return { text: laidOut(request) };
    if (request.kind === 'trees') return { texts: request.statements.map(treesOf) };
    if (request.kind === 'writes') return { writes: request.statements.map(writesOf) };
    if (request.kind === 'reads') return { reads: tableReads({ text: parseSync(request.sql) as Fields }) };
    return { failures: failuresOf(request.statements) };
  } catch (error) {
    // The first line says what and where; behind it there are pages about the formatter's own grammar.
    return { error: (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '' };
  }
}

function laidOut({ dialect, sql, tabSize }: Extract<GrammarRequest, { kind: 'format' }>): string {
  const { formatter } = dialectOf(dialect);
  const layout = { tabWidth: tabSize, keywordCase: 'preserve', linesBetweenQueries: 1 } as const;
  return format(sql, { ...layout, language: formatter.language, paramTypes: parametersOf(formatter) });
}

/** Parameters as the studio knows them; what stands for a value is laid out as one word. */
function parametersOf({ named, numbered, isPositional }: FormatterRules) {
  return { named: [...named], numbered: [...numbered], ...(isPositional ? { positional: true } : {}) };
}

/** A fingerprint is no check: it takes what the scanner refuses, such as a string that is not closed. */
function failuresOf(statements: readonly string[]): ParseFailure[] {
  return statements.flatMap((sql, index) => {
    const error = failureIn(parseSync, sql);
    const isRefused = error !== null && (hasSqlDetails(error) || failureIn(fingerprintSync, sql) !== null);
    return isRefused ? [failureOf(index, error)] : [];
  });
}

/** Data and queries inside of a statement stay here: only what kind of statement it is and its own fields are asked for. */
const LEFT_OUT = new Set(['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt', 'ViewStmt', 'DoStmt']);

function treesOf(sql: string): TextTrees {
  const parsed = statementsOf(sql);
  if ('message' in parsed) return parsed;
  return { trees: parsed.statements.map(withoutData), targets: parsed.statements.map(writeTarget) };
}

function writesOf(sql: string): TextWrites {
  const parsed = statementsOf(sql);
  if ('message' in parsed) return parsed;
  const verdicts = parsed.statements.map((tree) => postgresWrites(tree));
  return { verdict: verdicts.find((one) => one === 'writes') ?? verdicts.find((one) => one === 'unknown') ?? 'reads' };
}

function statementsOf(sql: string): { readonly statements: readonly StatementTree[] } | { readonly message: string } {
  try {
    const { stmts = [] } = parseSync(sql) as { stmts?: { stmt?: StatementTree }[] };
    return { statements: stmts.map(({ stmt = {} }) => stmt) };
  } catch (error) {
    return { message: shortLine(error instanceof Error ? error.message : String(error)) };
  }
}

function withoutData(tree: object): object {
  return Object.fromEntries(Object.entries(tree).map(([node, fields]) => [node, LEFT_OUT.has(node) ? {} : fields]));
}

function failureIn(read: (sql: string) => unknown, sql: string): Error | null {
  try {
    read(sql);
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function failureOf(index: number, error: Error): ParseFailure {
  const points = hasSqlDetails(error) ? (error.sqlDetails?.cursorPosition ?? null) : null;
  return { index, message: shortLine(error.message), points: points !== null && points >= 0 ? points : null };
}

/** A message may quote the statement to its end. */
function shortLine(message: string): string {
  const line = message.split(/[\r\n]/, 1)[0] ?? '';
  const cut = shortened(line, MAX_MESSAGE + 1);
  return cut === message ? message : `${cut.replace(/"$/, '')}"`;
}

await loadModule();
parentPort?.on('message', (request: GrammarRequest) => parentPort?.postMessage(answer(request)));
