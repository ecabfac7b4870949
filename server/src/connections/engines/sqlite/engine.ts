import { resolve } from 'node:path';
import type { ConnectionCapabilities } from '#libs/api';
import { findFileFault } from '../../reachability.js';
import { EMBEDDED } from '../embedded-capabilities.js';
import type { Engine } from '../engine.js';
import type { SqliteConfig } from './config.js';
import { sqliteSettings } from './settings.js';
import type { SqliteValues } from './settings.js';

/** What a SQLite file can do, whatever kind of connection it was opened by. */
export const SQLITE_CAPABILITIES: ConnectionCapabilities = {
  ...EMBEDDED,
  row_origin: true,
  change_sets: true,
  statement_changes: true,
  objects: ['trigger', 'index'],
};

/** A SQLite database file that exists. */
export const sqliteEngine: Engine<SqliteConfig> = {
  kind: 'sqlite',
  info: { label: 'SQLite', in_text: 'SQLite', icon: 'feather', holds: 'database' },
  description: 'an embedded database',
  dialect: 'sqlite',
  settings: sqliteSettings,
  isReadOnlyByDefault: false,
  capabilities: () => SQLITE_CAPABILITIES,
  config(common, values, { baseDir }) {
    const { path } = values as SqliteValues;
    return { ...common, kind: 'sqlite', path: resolve(baseDir, path), pathAsWritten: path };
  },
  view: ({ path, pathAsWritten = path }) => ({ path: pathAsWritten }),
  async open(config, context) {
    const { createFilesConnector } = await import('../files/index.js');
    return createFilesConnector(config, context);
  },
  findFault: ({ path }) => findFileFault(path, false),
};
