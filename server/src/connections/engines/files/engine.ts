import { resolve } from 'node:path';
import type { ConnectionCapabilities } from '#libs/api';
import type { FileSettings, FilesSettings } from '#libs/files';
import type { FilesConfig } from './config.js';
import { findPathFault } from '../../reachability.js';
import { EMBEDDED } from '../embedded-capabilities.js';
import type { Engine } from '../engine.js';
import { SQLITE_CAPABILITIES } from '../sqlite/engine.js';
import { filesSettings } from './settings.js';
import type { FilesValues } from './settings.js';

const FOLDER: ConnectionCapabilities = { ...EMBEDDED, plan: ['json', 'analyze'], writes: false };

/** A folder of data files, which DuckDB reads and nothing writes, or one SQLite file. */
export const filesEngine: Engine<FilesConfig> = {
  kind: 'files',
  info: { label: 'Files', in_text: 'files', icon: 'folder', holds: 'files' },
  description: 'a file-based source',
  dialect: 'duckdb',
  settings: filesSettings,
  // Files are looked at, not written to, unless someone asks for it.
  isReadOnlyByDefault: true,
  capabilities: (dialect) => (dialect === 'sqlite' ? SQLITE_CAPABILITIES : FOLDER),
  config(common, values, { baseDir }) {
    const { path } = values as FilesValues;
    const place = { path: resolve(baseDir, path), pathAsWritten: path };
    return { ...common, kind: 'files', ...place, ...fileSettings(values as FilesValues) };
  },
  view({ path, pathAsWritten = path, encoding, header, dateFormat, timestampFormat }) {
    const formats = { date_format: dateFormat, timestamp_format: timestampFormat };
    return { path: pathAsWritten, encoding, header, ...formats };
  },
  async open(config, context) {
    const { createFilesConnector } = await import('./index.js');
    return createFilesConnector(config, context);
  },
  findFault: ({ path }) => findPathFault(path),
};

function fileSettings(values: FilesValues): FilesSettings {
  return {
    encoding: values.encoding,
    header: values.header ?? null,
    dateFormat: values.date_format ?? null,
    timestampFormat: values.timestamp_format ?? null,
    sheet: null,
    files: Object.fromEntries(
      Object.entries(values.files ?? {}).map(([path, settings]) => [path, ownSettings(settings)]),
    ),
  };
}

/** What is set for some files, and nothing else. */
function ownSettings(settings: NonNullable<FilesValues['files']>[string]): Partial<FileSettings> {
  const { encoding, header, date_format: dateFormat, timestamp_format: timestampFormat, sheet } = settings;
  return {
    ...(encoding === undefined ? {} : { encoding }),
    ...(header === undefined ? {} : { header }),
    ...(dateFormat === undefined ? {} : { dateFormat }),
    ...(timestampFormat === undefined ? {} : { timestampFormat }),
    ...(sheet === undefined ? {} : { sheet }),
  };
}
