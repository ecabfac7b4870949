import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import { JsonText } from './json-text.js';
import { LeanExpressAdapter } from './lean-express-adapter.js';

/** More than the buffers of both sockets take. */
const LARGE_BYTES = 64 * 1024 * 1024;
const MOMENT_MS = 200;

describe('LeanExpressAdapter', () => {
  const adapter = new LeanExpressAdapter();
  let server: Server;
  let client: Socket;
  let sent = 0;
  let closed = 0;

  beforeEach(async () => {
    [sent, closed] = [0, 0];
    const body = new JsonText(['"', Buffer.alloc(LARGE_BYTES, 'x'), '"'], () => (sent += 1));
    const app = express().get('/', (_, response) => {
      response.once('close', () => (closed += 1));
      adapter.reply(response, body);
    });
    server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.pause();
    client.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    await once(client, 'readable');
  });

  afterEach(() => {
    client.destroy();
    server.close();
  });

  it('reports that a text was sent when a slow reader has taken all of it', async () => {
    await delay(MOMENT_MS);
    expect(sent).toBe(0);
    let bytes = 0;
    client.on('data', (part: Buffer) => (bytes += part.length)).resume();
    await once(client, 'end');
    expect(bytes).toBeGreaterThan(LARGE_BYTES);
    while (sent === 0) await delay(1);
    expect(sent).toBe(1);
  });

  it('does not report a text whose reader goes away', async () => {
    client.destroy();
    while (closed === 0) await delay(1);
    await delay(MOMENT_MS);
    expect(sent).toBe(0);
  });
});
