import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { Problem } from '../../platform/index.js';
import { smallDisk } from '../../platform/testing/small-disk.js';
import { receivePart } from './receive-part.js';

const MEBIBYTE = 1024 ** 2;

let folder: string;
let server: Server;
let path: string;
/** What became of the part: its length, or the code of the problem. */
let outcome: Promise<number | string>;
let abort: AbortController;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'receive-part-'));
  path = join(folder, 'upload.csv');
  const app = express();
  abort = new AbortController();
  outcome = new Promise((resolve) => {
    app.put('/', (incoming, response) => {
      void receivePart(incoming, path, { offset: 0, most: 4 * MEBIBYTE, signal: abort.signal })
        .catch((error: unknown) => (error instanceof Problem ? error.code : String(error)))
        .then((end) => (resolve(end), response.end()));
    });
  });
  server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Sends the beginning of a part of eight bytes, and the rest where it is whole. */
function send(isWhole: boolean): void {
  const { port } = server.address() as AddressInfo;
  const outgoing = request({ host: '127.0.0.1', port, method: 'PUT', headers: { 'Content-Length': 8 } });
  outgoing.on('error', () => undefined);
  if (isWhole) outgoing.end('a,b\n1,2\n');
  else outgoing.write('a,b\n', () => setImmediate(() => outgoing.destroy()));
}

describe('a part of a file', () => {
  it('is written', async () => {
    send(true);
    expect(await outcome).toBe(8);
    expect(await readFile(path, 'utf8')).toBe('a,b\n1,2\n');
  });

  it('that ends early is a fault of the request', async () => {
    send(false);
    expect(await outcome).toBe('malformed-json');
  });

  it('that the disk refuses is none', async () => {
    await mkdir(path);
    send(true);
    expect(await outcome).toBe('import-unavailable');
  });

  it('is refused where it would take what the disk keeps for everything else', async () => {
    const unmount = smallDisk(folder, 540 * MEBIBYTE);
    try {
      await writeFile(join(folder, 'filler'), Buffer.alloc(40 * MEBIBYTE));
      send(true);
      expect(await outcome).toBe('no-room-to-import');
    } finally {
      unmount();
    }
  });
});
