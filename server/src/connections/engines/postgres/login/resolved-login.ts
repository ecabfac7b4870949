import { errorCode, readRegularFile } from '../../../../platform/index.js';
import type { Account } from '../../account.js';
import { tunnelOf } from '../../common-config.js';
import { ConnectFailure } from '../../connector.js';
import type { ConnectFailureCode } from '../../connector.js';
import { isPem } from '../config-values.js';
import type { PostgresConfig } from '../config.js';
import { MAX_ACCOUNT_FILE_BYTES } from './max-account-file-bytes.js';
import { withService } from './with-service.js';

/**
 * The connection with what its service says and the texts of its files in place of their paths. `account` is whose files
 * may be used; null for none. Throws `ConnectFailure`.
 */
export async function resolvedLogin(config: PostgresConfig, account: Account | null): Promise<PostgresConfig> {
  const login = await withService(config, account);
  const { tls } = login;
  const ssh = tunnelOf(login);
  return {
    ...login,
    ...(tls !== undefined && {
      tls: {
        rootCert: await readPem(tls.rootCert, 'root certificate'),
        cert: await readPem(tls.cert, 'client certificate'),
        key: await readPem(tls.key, 'client key'),
        keyPassword: tls.keyPassword,
      },
    }),
    ...(ssh !== null && {
      ssh: { ...ssh, key: await readPem(ssh.key, 'SSH private key', 'connection-refused-login') },
    }),
  };
}

/** No message names the path, which everyone who may see the connection would see. */
async function readPem(
  pemOrPath: string | null,
  what: string,
  code: ConnectFailureCode = 'connection-tls-failed',
): Promise<string | null> {
  if (pemOrPath === null || isPem(pemOrPath)) return pemOrPath;
  const text = await readRegularFile(pemOrPath, MAX_ACCOUNT_FILE_BYTES).catch((error: unknown) => {
    throw new ConnectFailure(code, `The file of the ${what} cannot be read (${errorCode(error) ?? 'unknown reason'}).`);
  });
  if (isPem(text)) return text;
  throw new ConnectFailure(code, `The file of the ${what} has no PEM text.`);
}
