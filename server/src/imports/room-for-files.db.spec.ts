import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataImport } from '#libs/api';
import { smallDisk } from '../platform/testing/small-disk.js';
import { ImportsApp } from './testing/imports-app.js';

const GIBIBYTE = 1024 ** 3;

let disk: string;
let unmount: () => void;
let app: ImportsApp;
beforeAll(async () => {
  disk = mkdtempSync(join(tmpdir(), 'imports-disk-'));
  // Pages are taken when they are written, so that most of it takes no memory.
  unmount = smallDisk(disk, 3 * GIBIBYTE);
  const home = join(disk, 'home');
  mkdirSync(home);
  chmodSync(home, 0o700);
  app = await ImportsApp.start({ home });
});
afterAll(async () => {
  await app.stop();
  unmount();
  rmSync(disk, { recursive: true, force: true });
});

it('counts the bytes of files that have yet to arrive', async () => {
  const file = { file_name: 'a.csv', size_bytes: Math.floor(1.1 * GIBIBYTE) };
  const made: DataImport[] = [];
  for (let count = 0; count < 2; count++) made.push(await app.ask<DataImport>('POST', '/api/imports', file));
  const third = await app.send('POST', '/api/imports', file);
  expect(third).toMatchObject({ status: 507, body: { code: 'no-room-to-import' } });
  await app.ask('DELETE', `/api/imports/${made[0]?.id ?? ''}`);
  expect((await app.send<DataImport>('POST', '/api/imports', file)).status).toBe(201);
});
