import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { expect, it } from '@jest/globals';
import { temporaryFolder } from './temporary-folder.mjs';

it('is in memory only where there are 8 GB', async () => {
  const { bavail, bsize } = await statfs(tmpdir());
  const hasRoom = bavail * bsize >= 8 * 1024 ** 3;
  expect(await temporaryFolder({}, tmpdir())).toEqual(hasRoom ? { TMPDIR: tmpdir() } : {});
  expect(await temporaryFolder({}, '/proc')).toEqual({});
});

it('is as given, and as usual where there is no folder in memory', async () => {
  expect(await temporaryFolder({ TMPDIR: '/elsewhere' }, tmpdir())).toEqual({});
  expect(await temporaryFolder({}, '/no/such/folder')).toEqual({});
});
