import type { DuckDBConnection, DuckDBDataChunk, DuckDBType } from '@duckdb/node-api';
import { literal, type OpenDatabase } from '../open-database.js';

const SESSION_SETTINGS = ['TimeZone', 'Calendar'];

/**
 * Lets DuckDB turn the values of a finished result into text, for statements that cannot be framed by a query
 * (INSERT … RETURNING, CALL, EXECUTE): each chunk goes through a temporary table on a connection of its own that has
 * the session's time zone.
 */
export class ValueCaster {
  private constructor(
    private readonly connection: DuckDBConnection,
    private readonly createTable: string,
    private readonly select: string,
  ) {}

  static async create(
    database: OpenDatabase,
    session: DuckDBConnection,
    types: readonly DuckDBType[],
  ): Promise<ValueCaster> {
    const settings = await session.runAndReadAll(`SELECT ${SESSION_SETTINGS.map(current).join(', ')}`);
    const values = settings.getRows()[0] ?? [];
    const connection = await database.connect();
    for (const [index, name] of SESSION_SETTINGS.entries()) {
      await connection.run(`SET ${name} = ${literal(String(values[index]))}`);
    }
    const columns = types.map((type, index) => `c${index} ${type.toString()}`).join(', ');
    const casts = types.map((_, index) => `CAST(c${index} AS VARCHAR)`).join(', ');
    return new ValueCaster(
      connection,
      `CREATE OR REPLACE TEMP TABLE cells (${columns})`,
      `SELECT ${casts} FROM temp.main.cells`,
    );
  }

  /** The same rows, every column VARCHAR. */
  async cast(chunk: DuckDBDataChunk): Promise<DuckDBDataChunk[]> {
    await this.connection.run(this.createTable);
    const appender = await this.connection.createAppender('cells', 'main', 'temp');
    appender.appendDataChunk(chunk);
    appender.closeSync();
    const result = await this.connection.run(this.select);
    return result.fetchAllChunks();
  }

  close(): void {
    this.connection.closeSync();
  }
}

function current(name: string): string {
  return `current_setting('${name}')`;
}
