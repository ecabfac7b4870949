import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { configOf } from '../testing/test-database.js';
import { loginPassword } from './login-password.js';
import { resolvedLogin } from './resolved-login.js';

const folder = mkdtempSync(join(tmpdir(), 'login-'));
afterAll(() => rmSync(folder, { recursive: true }));
const pipe = join(folder, 'pipe');
execFileSync('mkfifo', [pipe]);
chmodSync(pipe, 0o600);

const config = configOf('postgres://ann@127.0.0.1:5432/shop');

it.each([pipe, '/dev/zero'])('does not wait for a certificate in %s', async (path) => {
  const tls = { rootCert: path, cert: null, key: null, keyPassword: null };
  await expect(resolvedLogin({ ...config, tls }, null)).rejects.toThrow(
    'The file of the root certificate cannot be read (EFTYPE).',
  );
});

it.each([pipe, '/dev/zero'])('does not wait for a service or a password in %s', async (path) => {
  const account = { env: { PGSERVICEFILE: path, PGPASSFILE: path }, home: folder };
  await expect(resolvedLogin({ ...config, service: 'shop' }, account)).rejects.toThrow('has no service "shop"');
  expect(await loginPassword({ ...config, password: null }, account)).toBeNull();
});
