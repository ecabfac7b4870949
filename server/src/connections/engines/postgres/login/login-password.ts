import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { passFilePassword } from '#libs/libpq-files';
import { readRegularFile } from '../../../../platform/index.js';
import type { Account } from '../../account.js';
import { nonEmpty } from '../../settings/non-empty.js';
import type { PostgresConfig } from '../config.js';
import { MAX_ACCOUNT_FILE_BYTES } from './max-account-file-bytes.js';

const OTHERS_MAY = 0o077;

/**
 * The password that is stored, or else that of the account's `.pgpass` (`PGPASSFILE`), read anew each time; null where
 * there is none. As libpq does, it leaves out a file that others may read.
 */
export async function loginPassword(config: PostgresConfig, account: Account | null): Promise<string | null> {
  if (config.password !== null || account === null) return config.password;
  const path = passFilePath(account);
  if ((await passFileFault(path)) !== null) return null;
  const text = await readRegularFile(path, MAX_ACCOUNT_FILE_BYTES).catch(() => '');
  return passFilePassword(text, config);
}

function passFilePath({ env, home }: Account): string {
  return nonEmpty(env.PGPASSFILE) ?? join(home, '.pgpass');
}

async function passFileFault(path: string): Promise<'missing' | 'open' | null> {
  const found = await stat(path).catch(() => null);
  if (found?.isFile() !== true) return 'missing';
  return process.platform !== 'win32' && (found.mode & OTHERS_MAY) !== 0 ? 'open' : null;
}
