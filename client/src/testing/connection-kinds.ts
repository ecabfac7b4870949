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

const PEM = { type: 'secret', rows: 3, section: 'TLS certificates', max_length: 100_000 } as const;
const TUNNEL = 'SSH tunnel';
const TUNNELLED = { field: 'ssh', is: ['password', 'key', 'agent'] };

/** Postgres, as the server describes it; of a tunnel's settings most. */
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
        { value: 'verify-ca', label: 'Verify CA' },
        { value: 'verify-full', label: 'Verify full' },
      ],
    },
    { ...PEM, name: 'ssl_root_cert', label: 'Root certificate' },
    { ...PEM, name: 'ssl_cert', label: 'Client certificate' },
    { ...PEM, name: 'ssl_key', label: 'Client key' },
    { ...PEM, name: 'ssl_key_password', label: 'Passphrase of the key' },
    { name: 'pool.max', type: 'number', label: 'Max connections', default: 10, min: 1, max: 100 },
    { name: 'service', type: 'text', label: 'Service', section: 'Service file' },
    {
      ...{ name: 'ssh', type: 'choice', label: 'Tunnel', default: 'off', section: TUNNEL },
      choices: ['off', 'password', 'key', 'agent'].map((value) => ({ value, label: value })),
    },
    { name: 'ssh_host', type: 'text', label: 'SSH host', required: true, section: TUNNEL, shown_if: TUNNELLED },
    {
      ...{ name: 'ssh_port', type: 'number', label: 'SSH port', default: 22, min: 1, max: 65_535 },
      ...{ section: TUNNEL, shown_if: TUNNELLED },
    },
    { name: 'ssh_user', type: 'text', label: 'SSH user', required: true, section: TUNNEL, shown_if: TUNNELLED },
    {
      ...{ name: 'ssh_password', type: 'secret', label: 'SSH password', section: TUNNEL },
      shown_if: { field: 'ssh', is: ['password'] },
    },
    { name: 'ssh_host_key', type: 'text', label: 'Host key', section: TUNNEL, shown_if: TUNNELLED },
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

/** SQLite, as the server describes it. */
export const SQLITE_KIND: ConnectionKindInfo = {
  kind: 'sqlite',
  label: 'SQLite',
  in_text: 'SQLite',
  icon: 'feather',
  holds: 'database',
  dialect: 'sqlite',
  capabilities: { ...EMBEDDED, plan: [], row_origin: true, change_sets: true, objects: ['trigger', 'index'] },
  read_only_default: false,
  settings: [
    {
      ...PATH,
      help: 'SQLite database file on the server. Relative to the configuration file.',
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
export const KINDS: readonly ConnectionKindInfo[] = [POSTGRES_KIND, DUCKDB_KIND, SQLITE_KIND, FILES_KIND];
