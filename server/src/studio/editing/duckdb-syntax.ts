import { utf16OfPoints } from '#libs/sql';
import type { SyntaxProblem } from '#libs/sql';
import { parseDuckdb } from '../../connections/index.js';

const JSON_START = '{"exception_type"';

/** Reads statements with DuckDB's parser, in a process of its own. */
export async function checkDuckdb(statements: readonly string[]): Promise<(SyntaxProblem | null)[]> {
  const complaints = await parseDuckdb(statements);
  return complaints.map((complaint, index) =>
    complaint === null ? null : readProblem(complaint, statements[index] ?? ''),
  );
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
