import type { ConnectionCapabilities } from '#libs/api';
import type { FilesConfig } from '../../connection-config.js';
import { EMBEDDED } from '../embedded-capabilities.js';
import type { Engine } from '../engine.js';

const FOLDER: ConnectionCapabilities = { ...EMBEDDED, plan: ['json', 'analyze'], writes: false };
const SQLITE_FILE: ConnectionCapabilities = { ...EMBEDDED, row_origin: true };

/** A folder of data files, which DuckDB reads and nothing writes, or one SQLite file. */
export const filesEngine: Engine<FilesConfig> = {
  kind: 'files',
  label: 'Files',
  icon: 'folder',
  description: 'a file-based source',
  dialect: 'duckdb',
  capabilities: (dialect) => (dialect === 'sqlite' ? SQLITE_FILE : FOLDER),
  async open(config, context) {
    const { createFilesConnector } = await import('./index.js');
    return createFilesConnector(config, context);
  },
};
