import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { SslMode } from '#libs/api';
import { configOf } from '../testing/test-database.js';
import { withService } from './with-service.js';

const folder = mkdtempSync(join(tmpdir(), 'service-'));
afterAll(() => rmSync(folder, { recursive: true }));
const config = { ...configOf('postgres://ann@127.0.0.1:5432/shop'), service: 'shop' };

const modeWith = async (own: SslMode, lines: string): Promise<SslMode> => {
  const file = join(folder, 'services');
  writeFileSync(file, `[shop]\n${lines}\n`);
  const account = { env: { PGSERVICEFILE: file }, home: folder };
  return (await withService({ ...config, ssl: own }, account)).ssl;
};

describe('the TLS mode of a connection with a service', () => {
  it.each<[SslMode, string, SslMode]>([
    ['disable', '', 'disable'],
    ['disable', 'sslmode=disable', 'disable'],
    ['disable', 'sslmode=allow', 'require'],
    ['disable', 'sslmode=verify-full', 'verify-full'],
    ['verify-ca', 'sslmode=require', 'verify-ca'],
    ['disable', 'sslrootcert=system', 'verify-full'],
    ['require', 'sslrootcert=system\nsslmode=require', 'verify-full'],
  ])('is the stricter one of %s and %j: %s', async (own, lines, expected) => {
    expect(await modeWith(own, lines)).toBe(expected);
  });

  it.each(['verify-fulll', 'Require', 'none'])('is never guessed: %s', async (mode) => {
    await expect(modeWith('disable', `sslmode=${mode}`)).rejects.toThrow(
      `The sslmode "${mode}" of the service "shop" is not one of allow, prefer, disable, require, verify-ca, verify-full.`,
    );
  });
});
