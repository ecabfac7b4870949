import type { AdminEngineProcess, EngineConfinement } from '#libs/api';

/** Whether child processes are confined, or why not. */
export const CONFINEMENT_LABELS: Readonly<Record<EngineConfinement, string>> = {
  bubblewrap:
    'Confined by bubblewrap: a process sees its own files. Only backups and plugins that need it have a network.',
  off: 'Not confined: WORKBENCH_CONFINEMENT is off.',
  'not-linux': 'Not confined: bubblewrap needs Linux.',
  'not-installed': "Not confined: bubblewrap isn't installed.",
  'not-permitted': "Not confined: bubblewrap isn't allowed to create namespaces here.",
};

export const ENGINE_LABELS: Readonly<Record<AdminEngineProcess['engine'], string>> = {
  duckdb: 'DuckDB',
  sqlite: 'SQLite',
  plugin: 'Plugin',
  pg_dump: 'pg_dump',
  pg_restore: 'pg_restore',
  psql: 'psql',
};

const PURPOSE_LABELS: Readonly<Record<AdminEngineProcess['purpose'], string>> = {
  connection: 'No connection',
  sorting: 'Sorting of results',
  syntax_check: 'Syntax check',
  pipeline: 'Pipeline',
  parquet_file: 'Parquet file',
  plugin: 'Plugin',
  backup: 'Backup',
};

/** The connections that a process serves, by name, or the work that it does; and the job that it runs for. */
export function processUse(
  { purpose, connection_ids: ids, job_name: job }: AdminEngineProcess,
  names: ReadonlyMap<string, string>,
): string {
  const use = ids.length === 0 ? PURPOSE_LABELS[purpose] : ids.map((id) => names.get(id) ?? id).join(', ');
  return job === null ? use : `${use}: job “${job}”`;
}
