import { isListening } from '../../../reachability.js';
import { tunnelOf } from '../../common-config.js';
import type { PostgresConfig } from '../config.js';

/**
 * Whether the server listens, or the SSH server in front of it; without a login. A server that a service names is known
 * to its sessions alone.
 */
export async function isPostgresListening(config: PostgresConfig, timeoutMs: number): Promise<boolean> {
  const target = tunnelOf(config) ?? config;
  return target.host === '' || isListening(target, timeoutMs);
}
