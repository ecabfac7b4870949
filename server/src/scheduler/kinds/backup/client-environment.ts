import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { applicationName } from '../../../connections/index.js';
import type { PostgresConfig } from '../../../connections/index.js';
import type { Instance } from '../../../platform/index.js';

/**
 * The environment with which the programs of Postgres sign in to a connection. The password lies in a file that only this
 * user may read, in a private folder that goes with the run; it stands in no argument and in no variable. Their sessions
 * carry the name of `instance`: a program that is killed leaves one that waits for a lock, which the next start ends.
 */
export async function clientEnvironment(
  config: PostgresConfig,
  folder: string,
  instance: Instance,
): Promise<Record<string, string>> {
  const passFile = join(folder, 'pgpass');
  const fields = [config.host, String(config.port), config.database, config.user, config.password ?? ''];
  await writeFile(passFile, `${fields.map(escaped).join(':')}\n`, { mode: 0o600 });
  return {
    // Without it, files of the user that the workbench runs as would change how a connection is made.
    HOME: folder,
    PGHOST: config.host,
    PGPORT: String(config.port),
    PGDATABASE: config.database,
    PGUSER: config.user,
    PGPASSFILE: passFile,
    PGAPPNAME: applicationName(instance, 'backup'),
    PGCONNECT_TIMEOUT: '15',
    PGSSLMODE: config.ssl,
    LC_MESSAGES: 'C',
    ...(config.ssl === 'verify-full' ? { PGSSLROOTCERT: await rootsIn(folder) } : {}),
  };
}

/** The authorities that the workbench itself trusts: older clients know no list of the system. */
async function rootsIn(folder: string): Promise<string> {
  const file = join(folder, 'roots.pem');
  await writeFile(file, rootCertificates.join('\n'), { mode: 0o600 });
  return file;
}

function escaped(field: string): string {
  return field.replace(/[\\:]/g, '\\$&');
}
