import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findPostgresInstallations } from '../../platform/index.js';

const [installation] = (await findPostgresInstallations()).filter(({ hasPgDump }) => hasPgDump);

/** What psql writes for a command on the test server, byte for byte; `options` are those of psql. */
export async function psql(command: string, options: readonly string[] = []): Promise<Buffer> {
  const { stdout } = await promisify(execFile)(
    join(installation?.binFolder ?? '', 'psql'),
    ['-X', '-q', '-v', 'ON_ERROR_STOP=1', ...options, '-d', process.env.TEST_POSTGRES_URL ?? '', '-c', command],
    { encoding: 'buffer', maxBuffer: 512 * 1024 * 1024, env: { PGCLIENTENCODING: 'UTF8' } },
  );
  return stdout;
}
