import { z } from 'zod';
import { pathSetting } from '../settings/path-setting.js';

/** The settings of a SQLite connection. */
export const sqliteSettings = z.object({
  path: pathSetting(
    'SQLite database file on the server. Relative to the configuration file.',
    'Enter the path of the database file.',
  ),
});

/** Their values. */
export type SqliteValues = z.output<typeof sqliteSettings>;
