import type { ConnectionCapabilities, ConnectionHealth, ConnectionKind, RoleRisk, ServerInfo } from './connections.js';

/** Lines to a database: at most, open, at work, and statements that wait for one. */
export interface PoolLoad {
  max: number;
  open: number;
  busy: number;
  waiting: number;
}

/** A connection as administrators watch it. The pools are null where the engine has none or was not used yet. */
export interface AdminConnection {
  id: string;
  name: string;
  kind: ConnectionKind;
  capabilities: ConnectionCapabilities;
  colour: string | null;
  health: ConnectionHealth;
  server: ServerInfo | null;
  pool: PoolLoad | null;
  tile_lines: PoolLoad | null;
}

/** Whether child processes run under bubblewrap, or why not. */
export type EngineConfinement = 'bubblewrap' | 'off' | 'not-linux' | 'not-installed' | 'not-permitted';

/** A child process of the workbench: an engine's native code, a plugin, or a Postgres program of a backup. */
export interface AdminEngineProcess {
  /** The first connection that uses it; null where it works for the workbench itself. */
  connection_id: string | null;
  /** Connections to one database file share its process. */
  connection_ids: string[];
  engine: 'duckdb' | 'sqlite' | 'plugin' | 'pg_dump' | 'pg_restore' | 'psql';
  purpose: 'connection' | 'sorting' | 'syntax_check' | 'pipeline' | 'parquet_file' | 'plugin' | 'backup';
  /** The job that it runs for; null where it runs for none. */
  job_name: string | null;
  pid: number;
  /** Null where the system does not say. */
  memory_bytes: number | null;
  confined: boolean;
  started_at: string;
}

/** `GET /api/admin/overview`. Times are ISO 8601, sizes bytes. */
export interface AdminOverview {
  version: string;
  node: string;
  mode: 'single' | 'multi';
  started_at: string;
  memory_bytes: number;
  connections: AdminConnection[];
  hosts: AdminEngineProcess[];
  confinement: EngineConfinement;
  secret_key: SecretKeyStatus;
  /** What the role of the state's Postgres can do beyond owning its database; null for a state in a file. */
  state_role_risks: RoleRisk[] | null;
}

/** The key in `secret.key`, and what cannot be decrypted with it. */
export interface SecretKeyStatus {
  state: 'present' | 'missing' | 'unreadable';
  /** Of the key that is present. */
  fingerprint: string | null;
  /** What is wrong with the key itself, a sentence. */
  problem: string | null;
  /** Values that cannot be decrypted, by the fingerprint of the key that they need; null where unknown. */
  missing: MissingSecretKey[];
}

export interface MissingSecretKey {
  fingerprint: string | null;
  values: { kind: string; id: string; name: string }[];
}

/** A statement that a database works on. */
export interface RunningQuery {
  pid: number;
  user: string | null;
  application: string;
  /** `active`, `idle in transaction`, … */
  state: string;
  wait: string | null;
  /** ISO 8601, to the microsecond: with `pid` it identifies the statement. Null where the role may not see it. */
  started_at: string | null;
  duration_ms: number | null;
  /** The first 2,000 characters. */
  query: string;
  /** It came from this kind of workbench. */
  is_own: boolean;
}

/** Body of `POST /api/admin/{connection_id}/activity/{pid}/cancel`: which statement of the process is meant. */
export interface CancelQueryInput {
  started_at: string;
}

/** `GET /api/admin/{connection_id}/activity`. */
export interface ActivityList {
  items: RunningQuery[];
  next_cursor: null;
}

/** A part of the state directory. */
export type StorageArea = 'state' | 'results' | 'outputs' | 'backups' | 'plugins' | 'demo' | 'other';

/** `GET /api/admin/storage`; `can_clean` where something can be let go without loss. */
export interface StorageOverview {
  items: { area: StorageArea; bytes: number; files: number; can_clean: boolean }[];
  free_bytes: number;
}

/** `GET /api/admin/licences`: what the workbench is made of. */
export interface LicenceList {
  items: { name: string; version: string; licence: string }[];
  next_cursor: null;
}
