import type { SshMode, SslMode, WriteLane } from '#libs/api';

/** What connections of all kinds have. */
export interface CommonConfig {
  /** Letters, digits, `-` and `_`. */
  readonly id: string;
  readonly name: string;
  /** A preset name or `#rrggbb`. */
  readonly colour: string | null;
  /** Folders with `/` between them; left out for none. */
  readonly folder?: string;
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

/** Certificates and keys of a connection: PEM texts, or absolute paths of files that have them. */
export interface TlsSettings {
  /** The authorities that may have signed the server's certificate; null trusts those of the machine. */
  readonly rootCert: string | null;
  readonly cert: string | null;
  readonly key: string | null;
  /** Decrypts the key. */
  readonly keyPassword: string | null;
}

/** The SSH server that a connection is tunnelled through; with `off` its settings are kept and unused. */
export interface SshSettings {
  readonly auth: SshMode;
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string | null;
  /** A PEM text, or the absolute path of a file that has it. */
  readonly key: string | null;
  readonly keyPassword: string | null;
  /** `SHA256:…`; null while no key is trusted. */
  readonly hostKey: string | null;
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
  /** Left out where nothing is set. */
  readonly tls?: TlsSettings;
  /** Fills in the host, database, user and password that are empty; left out for none. */
  readonly service?: string;
  /** Left out where nothing is set. */
  readonly ssh?: SshSettings;
  /** Why another stored secret cannot be decrypted, by its setting. */
  readonly secretFaults?: Readonly<Record<string, string>>;
  readonly pool: { readonly max: number };
}

/** A connection to a file or folder of this machine. */
export interface PathConfig extends CommonConfig {
  /** Absolute path. */
  readonly path: string;
  /** As the configuration file has it, for people to see. */
  readonly pathAsWritten?: string;
}

/** The tunnel that is in use; null where there is none. */
export function tunnelOf({ ssh }: Pick<ServerConfig, 'ssh'>): SshSettings | null {
  return ssh === undefined || ssh.auth === 'off' ? null : ssh;
}

/** A tunnel in one word, for the audit and for comparisons: `ann@bastion:22`. */
export function tunnelText({ user, host, port }: Pick<SshSettings, 'user' | 'host' | 'port'>): string {
  return `${user}@${host}:${port}`;
}

/** Why a stored secret cannot be decrypted, a sentence, or null. */
export function secretFault({ passwordFault, secretFaults = {} }: ServerConfig): string | null {
  return passwordFault ?? Object.values(secretFaults)[0] ?? null;
}
