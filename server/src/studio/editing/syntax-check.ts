import { utf16OfPoints } from '#libs/sql';
import type { SqlDialect, SyntaxProblem } from '#libs/sql';
import type { SqliteGrammar } from '../../connections/index.js';
import type { GrammarThread } from './grammar-thread.js';

/** What an engine's own grammar says of each of some statements, in their order; null where it takes one. */
export type SyntaxCheck = (statements: readonly string[], dialect: SqlDialect) => Promise<(SyntaxProblem | null)[]>;

/** The grammar of each engine, the same code that the engine itself reads SQL with. Nothing is run, opened or looked up. */
export function syntaxChecks(thread: GrammarThread, sqlite: SqliteGrammar): Record<SqlDialect, SyntaxCheck> {
  return {
    postgres: (statements) => checkPostgres(thread, statements),
    duckdb: async (statements) => (await import('./duckdb-syntax.js')).checkDuckdb(statements),
    sqlite: async (statements, dialect) =>
      (await import('./sqlite-syntax.js')).checkSqlite(sqlite, statements, dialect),
  };
}

async function checkPostgres(thread: GrammarThread, statements: readonly string[]): Promise<(SyntaxProblem | null)[]> {
  const answer = await thread.ask({ kind: 'parse', statements });
  const failures = new Map('failures' in answer ? answer.failures.map((failure) => [failure.index, failure]) : []);
  return statements.map((sql, index) => {
    const failure = failures.get(index);
    if (failure === undefined) return null;
    const offset = failure.points === null ? null : utf16OfPoints(sql, failure.points);
    return { message: failure.message, offset };
  });
}
