import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { clientFor } from './client-tools.js';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'clients-'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** A PATH with the programs of these versions, which are newer than any that this machine may have. */
function pathWith(versions: readonly string[]): string {
  return versions
    .map((version) => {
      const folder = join(root, version);
      mkdirSync(folder);
      for (const name of ['pg_dump', 'pg_restore'])
        writeFileSync(join(folder, name), `#!/bin/sh\necho "${name} (PostgreSQL) ${version}"\n`, { mode: 0o755 });
      return folder;
    })
    .join(delimiter);
}

it.each([
  [91, ['93.1', '91.2', '91.10', '92.4'], '91.10'],
  [92, ['93.1', '91.2', '91.10', '92.4'], '92.4'],
  [92, ['91.10', '94.0', '93.1', '93.2'], '93.2'],
  [94, ['93.1', '94.0'], '94.0'],
])('a server of %d is dumped by the nearest client that is not older, of %j', async (server, versions, expected) => {
  expect((await clientFor(server, null, pathWith(versions))).version).toBe(expected);
});
