import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { ROOT } from '../project.mjs';

/** Folders of the client that are no feature. */
const FRAME = ['shared', 'shell'];

it('has a module of the server, or a part of its sign-in, for each feature of the client', () => {
  const features = readdirSync(join(ROOT, 'client/src/app'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !FRAME.includes(entry.name))
    .map(({ name }) => name);
  const homes = ['server/src', 'server/src/auth'];
  expect(features.filter((name) => !homes.some((home) => existsSync(join(ROOT, home, name))))).toEqual([]);
});
