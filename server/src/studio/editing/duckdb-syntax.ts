import { DuckDBInstance } from '@duckdb/node-api';
import type { DuckDBConnection } from '@duckdb/node-api';
import { utf16OfPoints } from '#libs/sql';
import type { SyntaxProblem } from '#libs/sql';

const OPTIONS = {
  threads: '1',
  memory_limit: '64MiB',
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  enable_external_access: 'false',
  lock_configuration: 'true',
};
const JSON_START = '{"exception_type"';

let connection: Promise<DuckDBConnection> | null = null;

/** Reads statements with DuckDB's parser, in a database of its own that holds nothing. */
export async function checkDuckdb(statements: readonly string[]): Promise<(SyntaxProblem | null)[]> {
  connection ??= open();
  const parser = await connection;
  const problems: (SyntaxProblem | null)[] = [];
  for (const sql of statements) problems.push(await problemOf(parser, sql));
  return problems;
}

async function open(): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create(':memory:', { ...OPTIONS, errors_as_json: 'true' });
  return instance.connect();
}

async function problemOf(parser: DuckDBConnection, sql: string): Promise<SyntaxProblem | null> {
  try {
    await parser.extractStatements(sql);
    return null;
  } catch (error) {
    return readProblem(error instanceof Error ? error.message : String(error), sql);
  }
}

/** The message is DuckDB's JSON behind a prefix, or plain text; only what the parser says is about the grammar. */
function readProblem(text: string, sql: string): SyntaxProblem | null {
  const start = text.indexOf(JSON_START);
  if (start === -1) return { message: withoutPrefix(text), offset: null };
  const { exception_type, exception_message, position } = JSON.parse(text.slice(start)) as Record<string, string>;
  if (exception_type !== 'Parser') return null;
  const points = Number(position ?? Number.NaN);
  const offset = Number.isSafeInteger(points) ? utf16OfPoints(sql, points) : sql.length;
  return { message: (exception_message ?? 'syntax error').split('\n', 1)[0] ?? '', offset };
}

function withoutPrefix(text: string): string {
  return (text.split('\n', 1)[0] ?? '').replace(/^(?:Failed to [a-z ]+: )?Parser Error: /, '');
}
