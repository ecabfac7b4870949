import type { ConnectionCapabilities, ConnectionKindInfo } from '#libs/api';
import type { FormField } from '#libs/forms';

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
  statement_changes: true,
  uploads: false,
  network: true,
  objects: ['sequence', 'function', 'trigger', 'policy', 'type', 'extension', 'role'],
};
/** What can be changed as change sets. */
const CHANGES = { row_origin: true, change_sets: true, statement_changes: true };
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
  statement_changes: false,
  uploads: false,
  network: false,
  objects: [],
};

const PATH = { name: 'path', type: 'path', label: 'Path', required: true, max_length: 4096 } as const;

/** The settings of a Postgres connection, as the server describes them. */
const POSTGRES_SETTINGS: FormField[] = [
  {
    name: 'host',
    type: 'text',
    label: 'Host',
    placeholder: 'or paste a postgres:// URL',
    required: true,
    missing: 'Enter a host name or address.',
    max_length: 255,
  },
  { name: 'port', type: 'number', label: 'Port', default: 5432, min: 1, max: 65535 },
  {
    name: 'database',
    type: 'text',
    label: 'Database',
    required: true,
    missing: 'Enter the database.',
    max_length: 255,
  },
  { name: 'user', type: 'text', label: 'User', required: true, missing: 'Enter the user.', max_length: 255 },
  {
    name: 'password',
    type: 'secret',
    label: 'Password',
    help: 'Stored encrypted and never shown again.',
    max_length: 10000,
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
  {
    name: 'ssl_root_cert',
    type: 'secret',
    label: 'Root certificate',
    help: 'PEM, or the path of a file on the server. Without it, the authorities of the machine are trusted.',
    section: 'TLS certificates',
    rows: 2,
    max_length: 100000,
  },
  {
    name: 'ssl_cert',
    type: 'secret',
    label: 'Client certificate',
    help: 'PEM, or the path of a file on the server.',
    section: 'TLS certificates',
    rows: 2,
    max_length: 100000,
  },
  {
    name: 'ssl_key',
    type: 'secret',
    label: 'Client key',
    help: 'PEM, or the path of a file on the server.',
    section: 'TLS certificates',
    rows: 2,
    max_length: 100000,
  },
  {
    name: 'ssl_key_password',
    type: 'secret',
    label: 'Passphrase of the key',
    help: 'Only for an encrypted key.',
    section: 'TLS certificates',
    max_length: 10000,
  },
  { name: 'pool.max', type: 'number', label: 'Max connections', default: 10, min: 1, max: 100 },
  {
    name: 'service',
    type: 'text',
    label: 'Service',
    help: 'A service of pg_service.conf on the server. It fills in host, database, user and password that are empty.',
    section: 'Service file',
    max_length: 255,
  },
  {
    name: 'ssh',
    type: 'choice',
    label: 'Tunnel',
    section: 'SSH tunnel',
    default: 'off',
    choices: [
      { value: 'off', label: 'No tunnel' },
      { value: 'password', label: 'Sign in with a password' },
      { value: 'key', label: 'Sign in with a private key' },
      { value: 'agent', label: 'Sign in with the SSH agent of the server' },
    ],
  },
  {
    name: 'ssh_host',
    type: 'text',
    label: 'SSH host',
    required: true,
    section: 'SSH tunnel',
    shown_if: { field: 'ssh', is: ['password', 'key', 'agent'] },
    width: 'two-thirds',
    missing: 'Enter the SSH server.',
    max_length: 255,
  },
  {
    name: 'ssh_port',
    type: 'number',
    label: 'SSH port',
    placeholder: '22',
    section: 'SSH tunnel',
    shown_if: { field: 'ssh', is: ['password', 'key', 'agent'] },
    width: 'third',
    default: 22,
    min: 1,
    max: 65535,
  },
  {
    name: 'ssh_user',
    type: 'text',
    label: 'SSH user',
    required: true,
    section: 'SSH tunnel',
    shown_if: { field: 'ssh', is: ['password', 'key', 'agent'] },
    missing: 'Enter the user of the SSH server.',
    max_length: 255,
  },
  {
    name: 'ssh_password',
    type: 'secret',
    label: 'SSH password',
    section: 'SSH tunnel',
    shown_if: { field: 'ssh', is: ['password'] },
    max_length: 10000,
  },
  {
    name: 'ssh_key',
    type: 'secret',
    label: 'SSH private key',
    help: 'PEM, or the path of a file on the server.',
    section: 'SSH tunnel',
    shown_if: { field: 'ssh', is: ['key'] },
    rows: 2,
    max_length: 100000,
  },
  {
    name: 'ssh_key_password',
    type: 'secret',
    label: 'Passphrase of the SSH key',
    help: 'Only for an encrypted key.',
    section: 'SSH tunnel',
    shown_if: { field: 'ssh', is: ['key'] },
    max_length: 10000,
  },
  {
    name: 'ssh_host_key',
    type: 'text',
    label: 'Host key',
    help: 'The trusted key of the SSH server. Test the connection to see and trust it.',
    placeholder: 'SHA256:…',
    section: 'SSH tunnel',
    shown_if: { field: 'ssh', is: ['password', 'key', 'agent'] },
    max_length: 100,
  },
];

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
  settings: POSTGRES_SETTINGS,
};

/** DuckDB, as the server describes it. */
export const DUCKDB_KIND: ConnectionKindInfo = {
  kind: 'duckdb',
  label: 'DuckDB',
  in_text: 'DuckDB',
  icon: 'package',
  holds: 'database',
  dialect: 'duckdb',
  capabilities: { ...EMBEDDED, ...CHANGES, objects: ['sequence', 'function', 'type', 'index'] },
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
  capabilities: { ...EMBEDDED, ...CHANGES, plan: [], objects: ['trigger', 'index'] },
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
