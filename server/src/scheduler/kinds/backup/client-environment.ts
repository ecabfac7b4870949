import { createPrivateKey } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { applicationName } from '../../../connections/index.js';
import type { ServerLogin } from '../../../connections/index.js';
import type { Instance } from '../../../platform/index.js';

/**
 * The environment with which the programs of Postgres sign in to a connection. The password lies in a file that only this
 * user may read, in a private folder that goes with the run; it stands in no argument and in no variable. Their sessions
 * carry the name of `instance`: a program that is killed leaves one that waits for a lock, which the next start ends.
 */
export async function clientEnvironment(
  login: ServerLogin,
  folder: string,
  instance: Instance,
): Promise<Record<string, string>> {
  const { host, endpoint } = login;
  const port = String(endpoint?.port ?? login.port);
  return {
    // Without it, files of the user that the workbench runs as would change how a connection is made.
    HOME: folder,
    PGHOST: host,
    // Behind a tunnel the name still decides whose certificate and password are meant.
    ...(endpoint !== null && { PGHOSTADDR: endpoint.host }),
    PGPORT: port,
    PGDATABASE: login.database,
    PGUSER: login.user,
    PGPASSFILE: await passFileIn(folder, 'pgpass', login, login.database),
    PGAPPNAME: applicationName(instance, 'backup'),
    PGCONNECT_TIMEOUT: '15',
    PGSSLMODE: login.ssl,
    LC_MESSAGES: 'C',
    ...(await tlsVariables(login, folder)),
  };
}

/** Writes a password file for one database, which only this user may read; returns its path. */
export async function passFileIn(
  folder: string,
  name: string,
  login: Pick<ServerLogin, 'host' | 'port' | 'endpoint' | 'user' | 'password'>,
  database: string,
): Promise<string> {
  const file = join(folder, name);
  const port = String(login.endpoint?.port ?? login.port);
  // libpq looks for `localhost` where the host is the socket folder that is built into it.
  const hosts = login.host.startsWith('/') ? [login.host, 'localhost'] : [login.host];
  const lines = hosts.map((host) => [host, port, database, login.user, login.password ?? ''].map(escaped).join(':'));
  await writeFile(file, lines.map((line) => `${line}\n`).join(''), { mode: 0o600 });
  return file;
}

async function tlsVariables({ ssl, tls }: ServerLogin, folder: string): Promise<Record<string, string>> {
  const write = async (name: string, text: string): Promise<string> => {
    const file = join(folder, name);
    await writeFile(file, text, { mode: 0o600 });
    return file;
  };
  const isChecked = ssl.startsWith('verify') || (tls?.rootCert ?? null) !== null;
  // Older clients know no list of the system.
  const roots: Record<string, string> = isChecked
    ? { PGSSLROOTCERT: await write('roots.pem', tls?.rootCert ?? rootCertificates.join('\n')) }
    : {};
  if (!tls?.cert || !tls.key) return roots;
  const key = plainKey(tls.key, tls.keyPassword);
  return { ...roots, PGSSLCERT: await write('client.pem', tls.cert), PGSSLKEY: await write('client.key', key) };
}

/** The programs take no passphrase from their environment; the file goes with the run. */
function plainKey(key: string, passphrase: string | null): string {
  if (passphrase === null) return key;
  return createPrivateKey({ key, passphrase }).export({ type: 'pkcs8', format: 'pem' }).toString();
}

function escaped(field: string): string {
  return field.replace(/[\\:]/g, '\\$&');
}
