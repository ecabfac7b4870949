import type { DuckDBConnection, DuckDBDataChunk, DuckDBType } from '@duckdb/node-api';
import type { OpenDatabase } from '../open-database.js';
import { castingConnection, type Caster } from './caster.js';
import { cellType, cellValue } from './cell-type.js';
import { textRows, type TextRows, type VectorAccess } from './text-column.js';

/**
 * For statements that cannot be framed by a query (INSERT … RETURNING, CALL, EXECUTE): each chunk goes through a
 * temporary table on a connection of its own that has the session's time zone.
 */
export class ValueCaster implements Caster {
  private constructor(
    private readonly vectors: VectorAccess,
    private readonly connection: DuckDBConnection,
    private readonly createTable: string,
    private readonly select: string,
  ) {}

  static async create(
    database: OpenDatabase,
    session: DuckDBConnection,
    types: readonly DuckDBType[],
  ): Promise<ValueCaster> {
    const connection = await castingConnection(database, session);
    const columns = types.map((type, index) => `c${index} ${cellType(type)}`).join(', ');
    const casts = types.map((type, index) => `CAST(${cellValue(`c${index}`, type)} AS VARCHAR)`).join(', ');
    return new ValueCaster(
      database.engine.vectors,
      connection,
      `CREATE OR REPLACE TEMP TABLE cells (${columns})`,
      `SELECT ${casts} FROM temp.main.cells`,
    );
  }

  async cast(chunk: DuckDBDataChunk): Promise<TextRows[]> {
    await this.connection.run(this.createTable);
    const appender = await this.connection.createAppender('cells', 'main', 'temp');
    appender.appendDataChunk(chunk);
    appender.closeSync();
    const result = await this.connection.run(this.select);
    return (await result.fetchAllChunks()).map((texts) => textRows(this.vectors, texts, chunk.columnCount));
  }

  close(): void {
    this.connection.closeSync();
  }
}
