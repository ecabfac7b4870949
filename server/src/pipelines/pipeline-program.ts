import { DuckDBInstance, StatementType } from '@duckdb/node-api';
import type { DuckDBConnection } from '@duckdb/node-api';

/** What the workbench asks of this program, one thing after another. */
export type PipelineRequest =
  | {
      readonly ask: 'open';
      readonly memoryMebibytes: number;
      readonly threads: number;
      readonly spillFolder: string;
      /** Files outside of the working folder that may be read. */
      readonly files: readonly string[];
    }
  /** Something of the workbench's own. */
  | { readonly ask: 'run'; readonly sql: string }
  /** Somebody's query, made a table or a view. */
  | { readonly ask: 'step'; readonly name: string; readonly sql: string; readonly as: 'table' | 'view' };

/** Rows of text, or what DuckDB says is wrong. */
export type PipelineAnswer = { readonly rows: unknown[][] } | { readonly error: string };

let connection: DuckDBConnection | null = null;

/** No SQL reaches a file but those that are named, or the working folder; nothing of that can be undone. */
async function open(request: PipelineRequest & { ask: 'open' }): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create('work.duckdb', {
    memory_limit: `${request.memoryMebibytes}MiB`,
    threads: String(request.threads),
    temp_directory: request.spillFolder,
    preserve_insertion_order: 'true',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    allow_persistent_secrets: 'false',
  });
  const opened = await instance.connect();
  const list = (texts: readonly string[]) => texts.map((text) => `'${text.replaceAll("'", "''")}'`).join(', ');
  await opened.run(`SET allowed_directories = [${list([process.cwd()])}]`);
  if (request.files.length > 0) await opened.run(`SET allowed_paths = [${list(request.files)}]`);
  await opened.run('SET enable_external_access = false');
  await opened.run('SET lock_configuration = true');
  return opened;
}

async function step(
  opened: DuckDBConnection,
  { name, sql, as }: PipelineRequest & { ask: 'step' },
): Promise<unknown[][]> {
  const extracted = await opened.extractStatements(sql);
  if (extracted.count !== 1) throw new Error('A step is one SELECT.');
  const prepared = await extracted.prepare(0);
  const isSelect = prepared.statementType === StatementType.SELECT;
  prepared.destroySync();
  if (!isSelect) throw new Error('A step is a SELECT: it reads, and what it reads becomes its table.');
  const query = sql.trim().replace(/;\s*$/, '');
  await opened.run(`CREATE ${as} "${name}" AS SELECT * FROM (\n${query}\n)`);
  return [];
}

async function answer(request: PipelineRequest): Promise<PipelineAnswer> {
  try {
    if (request.ask === 'open') {
      connection = await open(request);
      return { rows: [] };
    }
    if (connection === null) return { error: 'Nothing is open.' };
    if (request.ask === 'step') return { rows: await step(connection, request) };
    return { rows: (await connection.runAndReadAll(request.sql)).getRowsJson() };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

process.on('message', (request: PipelineRequest) => {
  void answer(request).then((result) => process.send?.(result));
});
// An exit would wait for the statement that a thread is in.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
