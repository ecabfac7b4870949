import { resolve } from 'node:path';
import type { ConnectionCapabilities } from '#libs/api';
import type { DuckdbConfig } from './config.js';
import { findFileFault } from '../../reachability.js';
import { EMBEDDED } from '../embedded-capabilities.js';
import type { Engine } from '../engine.js';
import { duckdbSettings } from './settings.js';
import type { DuckdbValues } from './settings.js';

const CAPABILITIES: ConnectionCapabilities = {
  ...EMBEDDED,
  row_origin: true,
  change_sets: true,
  statement_changes: true,
  plan: ['json', 'analyze'],
  objects: ['sequence', 'function', 'type', 'index'],
};

/** A DuckDB database file, which the first session that may write makes where it is missing. */
export const duckdbEngine: Engine<DuckdbConfig> = {
  kind: 'duckdb',
  info: { label: 'DuckDB', in_text: 'DuckDB', icon: 'package', holds: 'database' },
  description: 'an embedded analytical database',
  dialect: 'duckdb',
  settings: duckdbSettings,
  isReadOnlyByDefault: false,
  capabilities: () => CAPABILITIES,
  config(common, values, { baseDir }) {
    const { path } = values as DuckdbValues;
    return { ...common, kind: 'duckdb', path: resolve(baseDir, path), pathAsWritten: path };
  },
  view: ({ path, pathAsWritten = path }) => ({ path: pathAsWritten }),
  async open(config, context) {
    const { createDuckdbConnector } = await import('./index.js');
    return createDuckdbConnector(config, context);
  },
  findFault: ({ path, readOnly }) => findFileFault(path, !readOnly),
};
