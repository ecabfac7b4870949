import type { ConnectionCapabilities, ConnectionKindInfo } from '#libs/api';

const SERVER: ConnectionCapabilities = {
  catalog: true,
  contracts: true,
  backup: ['custom', 'plain', 'directory'],
  vacuum: true,
  activity: true,
  tiles: true,
  plan: ['json', 'analyze'],
  transactions: true,
  writes: true,
  read_only_sessions: true,
  row_origin: true,
  change_sets: true,
  uploads: false,
  network: true,
  objects: ['sequence', 'function', 'trigger', 'policy', 'type', 'extension', 'role'],
};
const EMBEDDED: ConnectionCapabilities = {
  catalog: false,
  contracts: false,
  backup: [],
  vacuum: false,
  activity: false,
  tiles: false,
  plan: ['json', 'analyze'],
  transactions: true,
  writes: true,
  read_only_sessions: true,
  row_origin: false,
  change_sets: false,
  uploads: false,
  network: false,
  objects: [],
};

const TEXT = { type: 'text', required: true, max_length: 255 } as const;
const PATH = { name: 'path', type: 'path', label: 'Path', required: true, max_length: 4096 } as const;

/** Postgres, as the server describes it. */
export const POSTGRES_KIND: ConnectionKindInfo = {
  kind: 'postgres',
  label: 'Postgres',
  in_text: 'Postgres',
  icon: 'database',
  holds: 'database',
  dialect: 'postgres',
  capabilities: SERVER,
  read_only_default: false,
  settings: [
    {
      ...TEXT,
      name: 'host',
      label: 'Host',
      placeholder: 'or paste a postgres:// URL',
      missing: 'Enter a host name or address.',
    },
    { name: 'port', type: 'number', label: 'Port', default: 5432, min: 1, max: 65_535 },
    { ...TEXT, name: 'database', label: 'Database', missing: 'Enter the database.' },
    { ...TEXT, name: 'user', label: 'User', missing: 'Enter the user.' },
    {
      name: 'password',
      type: 'secret',
      label: 'Password',
      max_length: 10_000,
      help: 'Stored encrypted and never shown again.',
    },
    {
      name: 'ssl',
      type: 'choice',
      label: 'SSL',
      default: 'disable',
      choices: [
        { value: 'disable', label: 'Disable' },
        { value: 'require', label: 'Require' },
        { value: 'verify-full', label: 'Verify full' },
      ],
    },
    { name: 'pool.max', type: 'number', label: 'Max connections', default: 10, min: 1, max: 100 },
  ],
};

/** DuckDB, as the server describes it. */
export const DUCKDB_KIND: ConnectionKindInfo = {
  kind: 'duckdb',
  label: 'DuckDB',
  in_text: 'DuckDB',
  icon: 'package',
  holds: 'database',
  dialect: 'duckdb',
  capabilities: { ...EMBEDDED, objects: ['sequence', 'function', 'type', 'index'] },
  read_only_default: false,
  settings: [
    {
      ...PATH,
      help: 'DuckDB database file on the server, created if missing. Relative to the configuration file.',
      missing: 'Enter the path of the database file.',
    },
  ],
};

/** Files, as the server describes them; of the encodings three. */
export const FILES_KIND: ConnectionKindInfo = {
  kind: 'files',
  label: 'Files',
  in_text: 'files',
  icon: 'folder',
  holds: 'files',
  dialect: 'duckdb',
  capabilities: { ...EMBEDDED, writes: false, uploads: true },
  read_only_default: true,
  settings: [
    {
      ...PATH,
      help: 'Folder on the server with CSV, TSV, JSON, NDJSON, Parquet or XLSX files, or one SQLite file. Each file is a table.',
      missing: 'Enter the path of a folder or a SQLite file.',
    },
    {
      name: 'encoding',
      type: 'choice',
      label: 'Encoding',
      default: 'auto',
      help: 'Applies to text files. To override it for a file, edit “files” in connections.yaml.',
      choices: [
        { value: 'auto', label: 'Auto' },
        { value: 'windows-1250', label: 'Windows-1250' },
        { value: 'latin-1', label: 'Latin-1' },
      ],
    },
  ],
};

/** All kinds, in the order in which they are offered. */
export const KINDS: readonly ConnectionKindInfo[] = [POSTGRES_KIND, DUCKDB_KIND, FILES_KIND];
