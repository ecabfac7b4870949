import type { z } from 'zod';
import { CONNECTION_LIMITS } from '../../connection-rules.js';
import type { SettingMeta } from './setting.js';
import { requiredText } from './text-setting.js';

/** The path of a database file or folder on the server; `missing` is the error where it is empty. */
export function pathSetting(help: string, missing: string): z.ZodString {
  return requiredText(CONNECTION_LIMITS.pathLength).meta({
    label: 'Path',
    help,
    missing,
    description: 'DuckDB and files: required. A relative path starts at the configuration file.',
    isPath: true,
  } satisfies SettingMeta);
}
