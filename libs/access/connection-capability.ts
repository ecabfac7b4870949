import type { ConnectionCapabilities, ConnectionCapability } from '../api/connections.js';

/** Whether a connection can do something at all: where a capability is a list, whether that has an entry. */
export function hasCapability(capabilities: ConnectionCapabilities, name: ConnectionCapability): boolean {
  const capability = capabilities[name];
  return typeof capability === 'boolean' ? capability : capability.length > 0;
}
