import { mkdtempSync, rmSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from '@jest/globals';
import { runNode } from '../command.mjs';
import { atItsPlace } from './join-server.mjs';

it('finds what lies beside a module from the file that it is joined to, also where the folder has moved', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'join-server-spec-'));
  mkdirSync(join(folder, 'moved'));
  const source = 'console.log(JSON.stringify([import.meta.url, import.meta.dirname, import.meta.filename]));';
  const code = atItsPlace(source, '/built/src/platform/http/a.js', '/built/src');
  writeFileSync(join(folder, 'moved/start.mjs'), code);
  const { output } = await runNode(join(folder, 'moved/start.mjs'), [], { isQuiet: true });
  const place = join(folder, 'moved/platform/http');
  expect(JSON.parse(output)).toEqual([pathToFileURL(join(place, 'a.js')).href, place, join(place, 'a.js')]);
  rmSync(folder, { recursive: true });
});
