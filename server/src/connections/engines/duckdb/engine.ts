import type { ConnectionCapabilities } from '#libs/api';
import type { DuckdbConfig } from '../../connection-config.js';
import { EMBEDDED } from '../embedded-capabilities.js';
import type { Engine } from '../engine.js';

const CAPABILITIES: ConnectionCapabilities = { ...EMBEDDED, plan: ['json', 'analyze'] };

/** A DuckDB database file. */
export const duckdbEngine: Engine<DuckdbConfig> = {
  kind: 'duckdb',
  label: 'DuckDB',
  icon: 'package',
  description: 'an embedded analytical database',
  dialect: 'duckdb',
  capabilities: () => CAPABILITIES,
  async open(config, context) {
    const { createDuckdbConnector } = await import('./index.js');
    return createDuckdbConnector(config, context);
  },
};
