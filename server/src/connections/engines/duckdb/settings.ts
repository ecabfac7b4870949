import { z } from 'zod';
import { pathSetting } from '../settings/path-setting.js';

/** The settings of a DuckDB connection. */
export const duckdbSettings = z.object({
  path: pathSetting(
    'DuckDB database file on the server, created if missing. Relative to the configuration file.',
    'Enter the path of the database file.',
  ),
});

/** Their values. */
export type DuckdbValues = z.output<typeof duckdbSettings>;
