import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const DISTRIBUTIONS = '/usr/lib/postgresql';

/** Where `psql` is: in `PG_BIN_DIR`, in the distribution's folders, or on the PATH. */
export function findPsql() {
  const folders = existsSync(DISTRIBUTIONS)
    ? readdirSync(DISTRIBUTIONS).map((version) => join(DISTRIBUTIONS, version, 'bin'))
    : [];
  const named = [process.env.PG_BIN_DIR ?? '', ...folders].map((folder) => join(folder, 'psql'));
  return named.find((path) => existsSync(path)) ?? 'psql';
}
