import type { SslMode } from '#libs/api';
import type { FilesSettings } from '#libs/files';

/** What connections of all kinds have. */
export interface CommonConfig {
  /** Letters, digits, `-` and `_`. */
  readonly id: string;
  readonly name: string;
  /** A preset name or `#rrggbb`. */
  readonly colour: string | null;
  readonly readOnly: boolean;
  /** 0 is no limit. */
  readonly statementTimeoutMs: number;
  /** False where a person commits by hand. */
  readonly autoCommit: boolean;
  /** False for a playground, where destructive statements run without a confirmation. */
  readonly confirmDestructive: boolean;
}

export interface PostgresConfig extends CommonConfig {
  readonly kind: 'postgres';
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  /** In the clear, resolved from `${ENV}` or `enc:v1:`; never logged, never sent to a browser. */
  readonly password: string | null;
  /** Why the stored password cannot be decrypted, a sentence for people; the connection cannot be opened then. */
  readonly passwordFault?: string;
  readonly ssl: SslMode;
  readonly pool: { readonly max: number };
}

export interface DuckdbConfig extends CommonConfig {
  readonly kind: 'duckdb';
  /** Absolute path of the database file. */
  readonly path: string;
  /** As the configuration file has it, for people to see. */
  readonly pathAsWritten?: string;
}

export interface FilesConfig extends CommonConfig, FilesSettings {
  readonly kind: 'files';
  /** Absolute path of a folder of data files, or of one SQLite file. */
  readonly path: string;
  /** As the configuration file has it, for people to see. */
  readonly pathAsWritten?: string;
}

/** A connection as the configuration file lists it, checked, with its secrets resolved and its paths absolute. */
export type ConnectionConfig = PostgresConfig | DuckdbConfig | FilesConfig;

/** Connections to a server, which a role signs in to. */
export type ServerConfig = Extract<ConnectionConfig, { readonly host: string }>;

/** Connections to a file or folder of this machine. */
export type PathConfig = Extract<ConnectionConfig, { readonly path: string }>;

/** Whether a connection points to a server. */
export function isServerConfig(config: ConnectionConfig): config is ServerConfig {
  return 'host' in config;
}

/** Whether a connection points to a file or folder. */
export function isPathConfig(config: ConnectionConfig): config is PathConfig {
  return 'path' in config;
}

/** Whether a password is stored, also one that cannot be decrypted. */
export function hasStoredPassword({ password, passwordFault }: ServerConfig): boolean {
  return password !== null || passwordFault !== undefined;
}
