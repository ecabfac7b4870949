import type { DuckDBConnection } from '@duckdb/node-api';
import { withoutTerminator } from '#libs/sql';
import { readDuckdbProblem } from '../../duckdb/duckdb-error.js';
import { EngineCalls } from '../../duckdb/engine-calls.js';
import { StatementFailure } from '../../duckdb/statement-failure.js';
import { StatementGate } from '../../duckdb/guard/statement-gate.js';
import { StatementParser } from '../../duckdb/guard/statement-parser.js';

const ONE_SELECT = 'A step must be one SELECT. Its rows become the table of the step.';
/** The process is ended where a statement is no longer wanted. */
const neverStopped = { reason: null, requested: new Promise<void>(() => undefined) };

/**
 * A query that a person wrote, to stand behind CREATE TABLE … AS, once the guard of DuckDB connections has let it pass.
 * Throws what the guard or the engine says. The text that comes back is the text that was checked.
 */
export async function approvedQuery(connection: DuckDBConnection, sql: string): Promise<string> {
  const parser = await StatementParser.shared(await import('@duckdb/node-api'));
  const database = { parser, indirectObjects: () => Promise.resolve([]) };
  const gate = new StatementGate(
    { database, connection, scope: 'read-only-files', frame: null },
    new EngineCalls(neverStopped),
    [],
  );
  try {
    if (((await parser.countStatements(sql)) ?? 0) > 1) throw new Error(ONE_SELECT);
    const query = withoutTerminator(sql, 'duckdb');
    await requireQuery(gate, connection, query);
    const framed = `SELECT * FROM (\n${query}\n)`;
    await requireQuery(gate, connection, framed);
    return framed;
  } catch (error) {
    throw new Error(messageOf(error), { cause: error });
  }
}

async function requireQuery(gate: StatementGate, connection: DuckDBConnection, sql: string): Promise<void> {
  const approved = await gate.approve(sql);
  if (approved.kind !== 'query') throw new Error(ONE_SELECT);
  const prepared = await connection.prepare(approved.sql);
  try {
    await gate.check(prepared.statementType, approved);
  } finally {
    prepared.destroySync();
  }
}

/** The parser's own errors are JSON, those of this database plain text; the guard's speak of connections. */
function messageOf(error: unknown): string {
  if (error instanceof StatementFailure) return error.message.replaceAll('this connection', 'this pipeline');
  const { type, message } = readDuckdbProblem(error);
  return type === '' ? message : `${type} Error: ${message}`;
}
