import { FILES_DEFAULTS } from '#libs/files';
import type { FilesConfig } from '../config.js';

/** The configuration of a files connection with the defaults of the configuration file. */
export function filesConfig(path: string, changes: Partial<FilesConfig> = {}): FilesConfig {
  return {
    id: 'drop',
    name: 'Drop folder',
    kind: 'files',
    colour: null,
    readOnly: true,
    writes: 'none',
    statementTimeoutMs: 0,
    autoCommit: true,
    confirmDestructive: true,
    path,
    ...FILES_DEFAULTS,
    ...changes,
  };
}
