import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { noKeyText } from '#libs/secret-key';
import type { WorkbenchConfig } from '../config/workbench-config.js';
import { postgresLine } from '../state/postgres-line.js';
import { createSecretKey, readSecretKey } from './secret-key-file.js';
import type { SecretKey } from './sealed-values.js';

/**
 * The key for what is encrypted before the state is open. It is created where there is no state yet. Throws an error for
 * people where a state without its key exists.
 */
export async function loadKeyBeforeState(config: WorkbenchConfig): Promise<SecretKey> {
  const before = await readSecretKey(config.home);
  if (before.kind === 'missing' && !(await hasState(config))) await createSecretKey(config.home);
  const key = await readSecretKey(config.home);
  if (key.kind === 'present') return key;
  throw new Error(noKeyText(key) ?? '');
}

async function hasState({ home, stateDatabaseUrl: url }: WorkbenchConfig): Promise<boolean> {
  if (url === null) return ['state.sqlite', 'state.sqlite.used'].some((name) => existsSync(join(home, name)));
  const client = new pg.Client({ ...postgresLine(url), application_name: 'data-workbench-state' });
  await client.connect();
  try {
    const { rows } = await client.query<{ found: boolean }>("SELECT to_regclass('migrations') IS NOT NULL AS found");
    return rows[0]?.found ?? false;
  } finally {
    await client.end();
  }
}
