import { DuckDBInstance } from '@duckdb/node-api';
import type { DuckDBConnection } from '@duckdb/node-api';

/** What the workbench asks of this program: first how much it may take, then one statement after another. */
export interface ParquetRequest {
  readonly memoryMebibytes: number;
  readonly threads: number;
  readonly spillFolder: string;
  readonly sql: string;
}

/** Rows of text, or what DuckDB says is wrong. */
export type ParquetAnswer = { readonly rows: unknown[][] } | { readonly error: string };

let connection: Promise<DuckDBConnection> | null = null;

async function open({ memoryMebibytes, threads, spillFolder }: ParquetRequest): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: `${memoryMebibytes}MiB`,
    threads: String(threads),
    temp_directory: spillFolder,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  return instance.connect();
}

async function answer(request: ParquetRequest): Promise<ParquetAnswer> {
  try {
    connection ??= open(request);
    const reader = await (await connection).runAndReadAll(request.sql);
    return { rows: reader.getRowsJson() };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

process.on('message', (request: ParquetRequest) => {
  void answer(request).then((result) => process.send?.(result));
});
// An exit would wait for the statement that a thread is in.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
