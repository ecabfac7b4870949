import type { FilesSettings } from '#libs/files';
import type { PathConfig } from '../common-config.js';

/** A connection to a folder of data files, or to one SQLite file. */
export interface FilesConfig extends PathConfig, FilesSettings {
  readonly kind: 'files';
}
