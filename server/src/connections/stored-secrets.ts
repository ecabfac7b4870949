import type { ConnectionConfig } from './connection-config.js';
import { engineOf } from './engines/engines.js';
import type { SecretReading } from './engines/engine.js';

/** Secrets by the names of their settings; null is none. */
export type StoredSecrets = Readonly<Record<string, string | null>>;

/** What is stored of the secrets of a connection. */
export function storedSecrets(config: ConnectionConfig): SecretReading {
  return engineOf(config.kind).secrets?.(config) ?? { values: {}, faults: {} };
}
