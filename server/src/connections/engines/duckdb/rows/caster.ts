import type { DuckDBConnection, DuckDBDataChunk } from '@duckdb/node-api';
import { literal, type OpenDatabase } from '../open-database.js';
import { SESSION_SETTINGS, settingsOf } from '../session-settings.js';
import type { TextRows } from './text-column.js';

/** Has DuckDB turn the values of a finished result into text. */
export interface Caster {
  /** The rows of a chunk, in order. */
  cast(chunk: DuckDBDataChunk): Promise<TextRows[]>;
  close(): void;
}

/** A connection of its own that writes values as the session does; to be closed by who asks for it. */
export async function castingConnection(database: OpenDatabase, session: DuckDBConnection): Promise<DuckDBConnection> {
  const values = await settingsOf(session);
  const connection = await database.connect();
  for (const [index, name] of SESSION_SETTINGS.entries()) {
    await connection.run(`SET ${name} = ${literal(values[index] ?? '')}`);
  }
  return connection;
}
