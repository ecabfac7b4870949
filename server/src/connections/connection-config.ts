import type { PathConfig, ServerConfig } from './engines/common-config.js';
import type { ConnectionConfig } from './engines/engines.js';

export { secretFault, tunnelOf, tunnelText } from './engines/common-config.js';
export type { CommonConfig } from './engines/common-config.js';
export type { ConnectionConfig } from './engines/engines.js';

/** Connections to servers, of all kinds. */
export type ServerConnection = Extract<ConnectionConfig, ServerConfig>;

/** What a program of this machine needs to sign in to a server. */
export type ServerLogin = ServerConnection & {
  /** Where a tunnel to the server is entered; null for none. */
  readonly endpoint: { readonly host: string; readonly port: number } | null;
};

/** Whether a connection points to a server. */
export function isServerConfig(config: ConnectionConfig): config is ServerConnection {
  return 'host' in config;
}

/** Whether a connection points to a file or folder. */
export function isPathConfig(config: ConnectionConfig): config is Extract<ConnectionConfig, PathConfig> {
  return 'path' in config;
}
