import type { z } from 'zod';
import type { Connection, ConnectionCapabilities, ConnectionEngineInfo, ConnectionKind } from '#libs/api';
import type { SqlDialect } from '#libs/sql';
import type { Account } from './account.js';
import type { CommonConfig } from './common-config.js';
import type { Connector, ConnectorContext } from './connector.js';
import type { SettingValues } from './settings/setting.js';

/** Where the values of settings come from. */
export interface SettingSource {
  /** The folder that relative paths start from. */
  readonly baseDir: string;
  /** Why a stored secret cannot be decrypted, by the name of its setting. */
  readonly faults: Readonly<Record<string, string>>;
}

/** What is wrong with a setting in the company of the others: `is missing`. */
export interface SettingCheck {
  readonly name: string;
  readonly text: string;
}

/** Secrets of a connection: by setting, the text that is stored (null for none), and why it cannot be decrypted. */
export interface SecretReading {
  readonly values: Readonly<Record<string, string | null>>;
  readonly faults: Readonly<Record<string, string>>;
}

/** All that the workbench knows of an engine before a connection to it is opened. */
export interface Engine<C extends CommonConfig & { readonly kind: ConnectionKind }> {
  /** Its name in the configuration file and on the wire. */
  readonly kind: C['kind'];
  readonly info: ConnectionEngineInfo;
  /** What its databases are called, with an article. */
  readonly description: string;
  /** The SQL that it takes as long as nothing is open that says otherwise. */
  readonly dialect: SqlDialect;
  /**
   * The settings of its own, in the order in which they are asked for. Requests and the configuration file are checked by
   * the schema; its metadata, `SettingMeta`, describes the form and the API.
   */
  readonly settings: z.ZodObject;
  /** What the schema cannot say: settings that others require. */
  check?(values: SettingValues): readonly SettingCheck[];
  /** Whether a connection is read-only where `read_only` is left out. */
  readonly isReadOnlyByDefault: boolean;
  /** What it can do with a database of `dialect`. */
  capabilities(dialect: SqlDialect): ConnectionCapabilities;
  /** The connection that checked values describe; `values` has a value or null for each setting. */
  config(common: CommonConfig, values: SettingValues, source: SettingSource): C;
  /** The settings of its own as people see them, without secrets. */
  view(config: C): Partial<Connection>;
  /** The secrets of a connection by the names of their settings, and why some cannot be decrypted. */
  secrets?(config: C): SecretReading;
  /** Makes a connector and loads the engine's code. Throws `ConnectFailure`. */
  open(config: C, context: ConnectorContext): Promise<Connector>;
  /** The connection with what other files say of its login, for programs that sign in themselves. Throws `ConnectFailure`. */
  resolved?(config: C, account: Account | null): Promise<C>;
  /**
   * Why a connection cannot be used, a sentence, or null; opens nothing. An engine without it is checked by opening a
   * session.
   */
  findFault?(config: C): Promise<string | null>;
  /** Whether the server listens, without a login. Such an engine is looked at while no session is open. */
  isListening?(config: C, timeoutMs: number): Promise<boolean>;
}
