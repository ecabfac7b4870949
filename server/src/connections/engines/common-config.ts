import type { SslMode, WriteLane } from '#libs/api';

/** What connections of all kinds have. */
export interface CommonConfig {
  /** Letters, digits, `-` and `_`. */
  readonly id: string;
  readonly name: string;
  /** A preset name or `#rrggbb`. */
  readonly colour: string | null;
  readonly readOnly: boolean;
  /** How it takes writes: `none` where it is read-only. */
  readonly writes: WriteLane;
  /** 0 is no limit. */
  readonly statementTimeoutMs: number;
  /** False where a person commits by hand. */
  readonly autoCommit: boolean;
  /** False for a playground, where destructive statements run without a confirmation. */
  readonly confirmDestructive: boolean;
}

/** A connection to a server, which a role signs in to. */
export interface ServerConfig extends CommonConfig {
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

/** A connection to a file or folder of this machine. */
export interface PathConfig extends CommonConfig {
  /** Absolute path. */
  readonly path: string;
  /** As the configuration file has it, for people to see. */
  readonly pathAsWritten?: string;
}

/** Whether a password is stored, also one that cannot be decrypted. */
export function hasStoredPassword({ password, passwordFault }: ServerConfig): boolean {
  return password !== null || passwordFault !== undefined;
}
