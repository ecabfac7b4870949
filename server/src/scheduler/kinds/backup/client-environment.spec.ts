import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { passFileIn } from './client-environment.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pass-file-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

type Login = Parameters<typeof passFileIn>[2];
const LOGIN: Login = { host: 'db.example.org', port: 5432, user: 'backup', password: 's:e\\c', endpoint: null };

it.each<[string, Partial<Login>, string[]]>([
  ['by its name', {}, ['db.example.org:5432:orders:backup:s\\:e\\\\c']],
  ['by its address', { host: '::1' }, ['\\:\\:1:5432:orders:backup:s\\:e\\\\c']],
  [
    'behind a tunnel, by its name and the port of the tunnel',
    { endpoint: { host: '127.0.0.1', port: 40_000 } },
    ['db.example.org:40000:orders:backup:s\\:e\\\\c'],
  ],
  [
    'by its socket folder, and as localhost where that is the one built into libpq',
    { host: '/var/run/postgresql' },
    ['/var/run/postgresql:5432:orders:backup:s\\:e\\\\c', 'localhost:5432:orders:backup:s\\:e\\\\c'],
  ],
])('a password file names the server %s', async (_, changes, lines) => {
  const file = await passFileIn(folder, 'pgpass', { ...LOGIN, ...changes }, 'orders');
  expect(readFileSync(file, 'utf8')).toBe(lines.map((line) => `${line}\n`).join(''));
  expect(statSync(file).mode & 0o777).toBe(0o600);
});
