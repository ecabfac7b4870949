import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { passFilePassword } from '#libs/libpq-files';
import type { Account } from '../../account.js';
import type { PostgresConfig } from '../config.js';

const OTHERS_MAY = 0o077;

/**
 * The password that is stored, or else that of the account's `.pgpass` (`PGPASSFILE`), read anew each time; null where
 * there is none. As libpq does, it leaves out a file that others may read.
 */
export async function loginPassword(config: PostgresConfig, account: Account | null): Promise<string | null> {
  if (config.password !== null || account === null) return config.password;
  const path = passFilePath(account);
  if ((await passFileFault(path)) !== null) return null;
  const text = await readFile(path, 'utf8').catch(() => '');
  return passFilePassword(text, config);
}

/** Why a password file of the account is left out, a sentence; null where it is used or missing. */
export function unusedPassFile(account: Account): Promise<string | null> {
  return passFileFault(passFilePath(account)).then((fault) => (fault === 'open' ? OPEN_TEXT : null));
}

const OPEN_TEXT = 'The password file is left out, since others may read it: set its permissions to 0600.';

function passFilePath({ env, home }: Account): string {
  return env.PGPASSFILE || join(home, '.pgpass');
}

async function passFileFault(path: string): Promise<'missing' | 'open' | null> {
  const found = await stat(path).catch(() => null);
  if (found === null || !found.isFile()) return 'missing';
  return process.platform !== 'win32' && (found.mode & OTHERS_MAY) !== 0 ? 'open' : null;
}
