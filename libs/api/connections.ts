import type { FileEncoding } from '../files/index.js';
import type { FormField } from '../forms/index.js';
import type { WriteLane } from './changes/index.js';
import type { CompletionCatalog } from './completion.js';
import type { SchemaObjectKind } from './schema/index.js';

/** The name of the engine of a connection; `GET /api/connections/kinds` has them all. */
export type ConnectionKind = string;

/** The named colours a connection may have; any other colour is `#rrggbb`. */
export const COLOUR_PRESETS = ['red', 'amber', 'green', 'blue', 'violet', 'grey'] as const;

/** TLS modes of a Postgres connection, as libpq names them. */
export const SSL_MODES = ['disable', 'require', 'verify-ca', 'verify-full'] as const;
export type SslMode = (typeof SSL_MODES)[number];

/** How the SSH server of a tunnel lets the workbench in; `off` is no tunnel. */
export const SSH_MODES = ['off', 'password', 'key', 'agent'] as const;
export type SshMode = (typeof SSH_MODES)[number];

/** `healthy`: the pool holds live sessions. `idle`: reachable, no session open. */
export type HealthState = 'healthy' | 'idle' | 'connecting' | 'failed';

/** What the workbench last knew of a connection. Times are ISO 8601; latency in milliseconds. */
export interface ConnectionHealth {
  state: HealthState;
  last_error: string | null;
  latency_ms: number | null;
  checked_at: string | null;
}

/** What the role of a connection can do beyond reading, whatever the session allows; the furthest-reaching first. */
export const ROLE_RISK_CODES = [
  'superuser',
  'execute_programs',
  'write_server_files',
  'read_server_files',
  'untrusted_functions',
  'remote_servers',
  'control_server',
  'end_sessions',
  'manage_roles',
  'replication',
  'bypass_rls',
  'write_tables',
] as const;
export type RoleRiskCode = (typeof ROLE_RISK_CODES)[number];

/** One of them, with a sentence for people. `write_tables` is listed for read-only connections alone. */
export interface RoleRisk {
  code: RoleRiskCode;
  detail: string;
}

/** The server that answered: product name and version, e.g. `PostgreSQL` `15.18`. */
export interface ServerInfo {
  product: string;
  version: string;
  /** Postgres only: empty where the role can only read, null where the catalog does not say; absent until connected. */
  role_risks?: RoleRisk[] | null;
  /** What else to know of the way to the server, such as a pooler that shares sessions; sentences, absent where nothing. */
  notices?: string[];
}

/** How the engine of a connection is shown. */
export interface ConnectionEngineInfo {
  /** Its name in labels. */
  label: string;
  /** Its name in a sentence or beside a name. */
  in_text: string;
  /** The name of an icon of the client. */
  icon: string;
  /** What its connections lead to. */
  holds: 'database' | 'files';
}

/** The formats of a backup, as `pg_dump` names them. */
export type BackupFormat = 'custom' | 'plain' | 'directory';

/** `json`: the plan of a statement as a tree. `analyze`: with the times and rows of a run. */
export type PlanFormat = 'json' | 'analyze';

/**
 * What the engine of a connection can do. `read_only` and `access` may allow less. Pages, jobs and agents ask this
 * instead of the kind.
 */
export interface ConnectionCapabilities {
  /** Its whole catalog can be read: schema watch, exploration, agents. */
  catalog: boolean;
  /** Data contracts can be checked on it. */
  contracts: boolean;
  /** The formats that it can be backed up in; empty where it cannot. */
  backup: BackupFormat[];
  /** Tables can be vacuumed and analyzed. */
  vacuum: boolean;
  /** The server shows its running statements and the use of its indexes. */
  activity: boolean;
  /** Results with geometries can be served as vector tiles. */
  tiles: boolean;
  /** How it explains statements; empty where plans are not shown. */
  plan: PlanFormat[];
  transactions: boolean;
  /** False where rows are only ever read, whatever `read_only` says. */
  writes: boolean;
  /** Data files can be added to its folder. */
  uploads: boolean;
  /** Single sessions can refuse writes on a connection that takes them. */
  read_only_sessions: boolean;
  /** Columns of a result name the table and column that they come from. */
  row_origin: boolean;
  /** Rows and statements can be rehearsed, applied and undone as change sets. */
  change_sets: boolean;
  /** Change sets may have statements, too: what a text writes can be shown before it runs. */
  statement_changes: boolean;
  /** It is a server that a role signs in to over the network, through a pool of sessions. */
  network: boolean;
  /** The kinds of objects that it lists beside tables and views; empty where it has none. */
  objects: SchemaObjectKind[];
}

/** The name of something that an engine can do. */
export type ConnectionCapability = keyof ConnectionCapabilities;

/**
 * What a person who may see a connection may do with it; each level includes those before it. `approve`: approves and refuses
 * change sets of others.
 */
export type ConnectionAccessLevel = 'query' | 'write' | 'approve' | 'manage';

/** A connection as `GET /api/connections` shows it. Secrets are never part of it. */
export interface Connection {
  id: string;
  name: string;
  kind: ConnectionKind;
  /** The SQL that it takes. A path is known to be a SQLite file once it was opened. */
  dialect: CompletionCatalog['dialect'];
  capabilities: ConnectionCapabilities;
  engine: ConnectionEngineInfo;
  /** A preset name or `#rrggbb`. */
  colour: string | null;
  /** The folder that it is listed in, with `/` between folders; null for none. */
  folder: string | null;
  read_only: boolean;
  /** How statements write: `direct`, `review` by a change set that another person approved, or not at all. */
  writes: WriteLane;
  /** Milliseconds a statement may take; 0 is no limit. */
  statement_timeout_ms: number;
  /** False: the first statement of a tab opens a transaction, which a person commits or rolls back. */
  auto_commit: boolean;
  /** True: statements that destroy data without picking rows need a confirmation. False marks a playground. */
  confirm_destructive: boolean;
  health: ConnectionHealth;
  /** What the one who asks may do: run queries that change nothing, any queries, or change the connection as well. */
  access: ConnectionAccessLevel;
  server: ServerInfo | null;
  /** Postgres only. */
  host?: string;
  port?: number;
  database?: string;
  user?: string;
  ssl?: SslMode;
  pool?: { max: number };
  password_set?: boolean;
  /** Which certificates and keys for TLS are stored; they are never shown. */
  ssl_root_cert_set?: boolean;
  ssl_cert_set?: boolean;
  ssl_key_set?: boolean;
  ssl_key_password_set?: boolean;
  /** A service of `pg_service.conf`, which fills in what is empty. */
  service?: string | null;
  ssh?: SshMode;
  ssh_host?: string | null;
  ssh_port?: number;
  ssh_user?: string | null;
  ssh_password_set?: boolean;
  ssh_key_set?: boolean;
  ssh_key_password_set?: boolean;
  /** The fingerprint of the trusted key of the SSH server, as OpenSSH writes it: `SHA256:…`. */
  ssh_host_key?: string | null;
  /** DuckDB and files only: as written in the configuration file. */
  path?: string;
  /** Files only: how text files are read where their bytes leave it open. */
  encoding?: FileEncoding;
  /** Whether the first line of a CSV file has the names of its columns; null has it found out. */
  header?: boolean | null;
  /** In the notation of `strptime`; null reads ISO dates and dates that have one meaning. */
  date_format?: string | null;
  timestamp_format?: string | null;
}

/**
 * Body of `POST /api/connections`.
 * `password`: left out keeps the stored one, `null` removes it. `id` left out is made from the name.
 */
export interface ConnectionInput {
  id?: string;
  name: string;
  kind: ConnectionKind;
  colour?: string | null;
  folder?: string | null;
  read_only?: boolean;
  writes?: WriteLane;
  statement_timeout_ms?: number;
  auto_commit?: boolean;
  confirm_destructive?: boolean;
  host?: string;
  port?: number;
  database?: string;
  user?: string;
  password?: string | null;
  ssl?: SslMode;
  /** PEM texts, or paths on the server; as with `password`, left out keeps what is stored and `null` removes it. */
  ssl_root_cert?: string | null;
  ssl_cert?: string | null;
  ssl_key?: string | null;
  ssl_key_password?: string | null;
  service?: string | null;
  ssh?: SshMode;
  ssh_host?: string | null;
  ssh_port?: number;
  ssh_user?: string | null;
  ssh_password?: string | null;
  ssh_key?: string | null;
  ssh_key_password?: string | null;
  ssh_host_key?: string | null;
  pool?: { max: number };
  path?: string;
  /** Files only: how text files are read where their bytes leave it open. */
  encoding?: FileEncoding;
  /** Whether the first line of a CSV file has the names of its columns; null has it found out. */
  header?: boolean | null;
  /** In the notation of `strptime`; null reads ISO dates and dates that have one meaning. */
  date_format?: string | null;
  timestamp_format?: string | null;
}

/** Body of `PUT /api/connections/{id}`: what is left out stays as it is stored. The kind cannot change. */
export type ConnectionUpdate = Partial<ConnectionInput> & Pick<ConnectionInput, 'kind'>;

/** A kind of connections as its engine describes it. */
export interface ConnectionKindInfo extends ConnectionEngineInfo {
  kind: ConnectionKind;
  /** Dialect and capabilities of a connection that was not opened yet. */
  dialect: CompletionCatalog['dialect'];
  capabilities: ConnectionCapabilities;
  /** Whether a connection is read-only where `read_only` is left out. */
  read_only_default: boolean;
  /** The settings of its own, in the order in which they are asked for. */
  settings: FormField[];
}

/** `GET /api/connections/kinds`. */
export interface ConnectionKindList {
  items: ConnectionKindInfo[];
  next_cursor: null;
}

/** A mistake in the configuration file; line and column count from 1. */
export interface ConfigurationMistake {
  message: string;
  line: number;
  column: number;
}

/** `GET /api/connections`. `configuration_errors`: mistakes that keep the file's newest text from being in force. */
export interface ConnectionList {
  items: Connection[];
  next_cursor: null;
  configuration_errors: ConfigurationMistake[];
}

/** Answer of `POST /api/connections/{id}/test` and of `POST /api/connections/test` (body: ConnectionInput, not stored). */
export interface ConnectionTestResult {
  ok: boolean;
  latency_ms: number;
  server: ServerInfo | null;
  /** `ssh_host_key`: the fingerprint that an SSH server showed and that is not trusted. */
  error: { code: string; message: string; ssh_host_key?: string } | null;
}
