import type { AdminEngineProcess, EngineConfinement } from '#libs/api';

/** Whether engine processes are confined, or why not. */
export const CONFINEMENT_LABELS: Readonly<Record<EngineConfinement, string>> = {
  bubblewrap: 'Confined by bubblewrap: a process sees its own files and no network.',
  off: 'Not confined: WORKBENCH_CONFINEMENT is off.',
  'not-linux': 'Not confined: bubblewrap needs Linux.',
  'not-installed': "Not confined: bubblewrap isn't installed.",
  'not-permitted': "Not confined: bubblewrap isn't allowed to create namespaces here.",
};

export const ENGINE_LABELS: Readonly<Record<AdminEngineProcess['engine'], string>> = {
  duckdb: 'DuckDB',
  sqlite: 'SQLite',
};

const PURPOSE_LABELS: Readonly<Record<AdminEngineProcess['purpose'], string>> = {
  connection: 'No connection',
  sorting: 'Sorting of results',
  syntax_check: 'Syntax check',
  pipeline: 'Pipeline',
  parquet_file: 'Parquet file',
};

/** The connections that a process serves, by name, or the work that it does. */
export function processUse(
  { purpose, connection_ids: ids }: AdminEngineProcess,
  names: ReadonlyMap<string, string>,
): string {
  return ids.length === 0 ? PURPOSE_LABELS[purpose] : ids.map((id) => names.get(id) ?? id).join(', ');
}
